import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filePolicy } from '../../src-main/policy/file-policy'
import { preferencesPolicy } from '../../src-main/policy/preferences-policy'
import { readPolicy } from '../../src-main/policy/read-policy'
import { registryPolicy } from '../../src-main/policy/registry-policy'

const own = (uid: number) => uid === process.getuid?.()

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-'))
  path = join(folder, 'policy.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (text: string | Uint8Array) =>
  writeFile(path, text, { mode: 0o644 }).then(() => readPolicy(filePolicy(path, own)))
const problemOf = async (text: string | Uint8Array) => {
  const state = await read(text)
  return state.state === 'unreadable' ? state.problem : state.state
}

describe('a policy file', () => {
  it('is optional', async () => {
    expect(await readPolicy(filePolicy(path, own))).toEqual({ state: 'none', policy: {} })
    expect(await readPolicy(filePolicy(join(path, 'deeper'), own))).toMatchObject({ state: 'none' })
  })

  it('is read with every key', async () => {
    const policy = {
      ...{ language: 'zh', theme: 'dark', sound: false, timeUnit: 'seconds', idleLockMinutes: 5 },
      ...{ chunkSize: 10, employeesPerCall: 10, assetsPerCall: 10, numbersPerCall: 10, queueHours: 4 },
      platforms: [
        { name: 'Branch', baseUrl: 'https://p.example', userCentreUrl: 'https://u.example/oauth/token' },
      ],
      hiddenPages: ['orders'],
      ...{ continuousMode: false, orders: false, deletions: false, maxRowsPerJob: 20 },
      ...{ maxRowsWithoutWorkOrder: 0, trustedKeys: [] },
      ...{ resultLogFile: '/var/log/{user}.jsonl', resultLogRequired: true },
      ...{ branch: '/srv/{computer}.lockbranch', branchRequired: true },
      ...{ updateMode: 'off', updateServer: 'https://mirror.example/lock-desk' },
      proxy: 'http://proxy.example:8080',
    }
    expect(await read(JSON.stringify(policy))).toEqual({ state: 'active', source: path, policy })
  })

  it.each([
    ['no JSON', '{', /JSON/],
    ['another encoding', Uint8Array.of(0x7b, 0xff, 0x7d), /encoded/],
    ['no object', '[]', /expected object/],
    ['a limit that the person could lift', '{"maxRowsWithoutWorkOrder": 3}', /needs trustedKeys/],
    ['the limit 0 without keys', '{"maxRowsWithoutWorkOrder": 0}', /needs trustedKeys/],
    ['a required branch that the person chooses', '{"branchRequired": true}', /needs branch/],
    ['a join file without its folder', '{"branch": "counter.lockbranch"}', /full path/],
    ['a required log that has no place', '{"resultLogRequired": true}', /needs resultLogFile/],
    ['an unknown key', '{"maxRowsPerJobs": 5}', /maxRowsPerJobs/],
    ['a value of another type', '{"orders": "false"}', /^orders: /],
    ['a number out of range', '{"maxRowsPerJob": 0}', /^maxRowsPerJob: /],
    ['a setting out of range', '{"idleLockMinutes": 100000}', /^idleLockMinutes: /],
    ['an address of another kind', '{"updateServer": "http://x"}', /^updateServer: /],
    [
      'a platform without user center',
      '{"platforms": [{"name": "a", "baseUrl": "https://p.example"}]}',
      /^platforms\.0\.userCentreUrl: /,
    ],
    ['a page that always stays', '{"hiddenPages": ["settings"]}', /^hiddenPages\.0: /],
    ['a key twice', '{"orders": false, "orders": true}', /^has the same key twice \(line 1, column 19\)$/],
    ['a key twice in a list', '{"platforms": [{"name": "a", "na\\u006de": "b"}]}', /same key twice/],
    ['too much text', `"${'x'.repeat(300_000)}"`, /larger/],
  ])('with %s is unreadable', async (_name, text, problem) => {
    expect(await problemOf(text)).toMatch(problem)
  })

  it('that other users can write is unreadable', async () => {
    await writeFile(path, '{}')
    await chmod(path, 0o664)
    expect(await readPolicy(filePolicy(path, own))).toMatchObject({
      problem: 'can be changed by other users',
    })
    await chmod(path, 0o644)
    await chmod(folder, 0o777)
    expect(await readPolicy(filePolicy(path, own))).toMatchObject({
      problem: 'is in a folder that can be changed by other users',
    })
  })

  it('of another owner is unreadable', async () => {
    await writeFile(path, '{}')
    expect(await readPolicy(filePolicy(path, () => false))).toMatchObject({ problem: 'is not owned by root' })
  })

  it('that is a link or a folder is unreadable', async () => {
    await writeFile(`${path}.real`, '{}')
    await symlink(`${path}.real`, path)
    expect(await readPolicy(filePolicy(path, own))).toMatchObject({ problem: 'is not a regular file' })
    await rm(path)
    await mkdir(path)
    expect(await readPolicy(filePolicy(path, own))).toMatchObject({ problem: 'is not a regular file' })
  })
})

/** Outputs of `reg query`, as Windows 11 prints them. */
const parent = (...keys: string[]) =>
  ['', ...keys.map((key) => String.raw`HKEY_LOCAL_MACHINE\Software\Policies` + `\\${key}`), ''].join('\r\n')
const values = (...lines: string[]) =>
  ['', String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Lock Desk`, ...lines, ''].join('\r\n')

describe('a policy in the registry', () => {
  const readRegistry = (outputs: readonly (string | Error)[]) => {
    const left = [...outputs]
    const programs: string[] = []
    const source = registryPolicy(
      (program, args) => {
        programs.push([program, ...args].join(' '))
        const output = left.shift() ?? ''
        return typeof output === 'string' ? Promise.resolve(Buffer.from(output)) : Promise.reject(output)
      },
      String.raw`C:\Windows`,
    )
    return readPolicy(source).then((state) => ({ state, programs }))
  }

  it('is optional', async () => {
    const { state, programs } = await readRegistry([parent('Microsoft', 'Lock Desk Two')])
    expect(state.state).toBe('none')
    expect(programs).toEqual([String.raw`C:\Windows\System32\reg.exe query HKLM\Software\Policies`])
  })

  it('is read with numbers, booleans, text and lists', async () => {
    const { state } = await readRegistry([
      parent('Microsoft', 'Lock Desk'),
      values(
        '    maxRowsPerJob    REG_DWORD    0x14',
        '    orders    REG_DWORD    0x0',
        '    language    REG_SZ    zh',
        '    hiddenPages    REG_SZ    ["orders", "devices"]',
        String.raw`    platforms    REG_SZ    [{"name":"\u5317","baseUrl":"https://p.example","userCentreUrl":"https://u.example"}]`,
      ),
    ])
    expect(state).toMatchObject({
      state: 'active',
      policy: {
        ...{ maxRowsPerJob: 20, orders: false, language: 'zh', hiddenPages: ['orders', 'devices'] },
        platforms: [{ name: '北' }],
      },
    })
  })

  it.each([
    ['no list of keys', [''], /registry was not read/],
    ['a list without a key of Windows', [parent('Lock Desk')], /registry was not read/],
    [
      'a key twice in a list',
      [parent('Microsoft', 'Lock Desk'), values('    platforms    REG_SZ    [{"name": "a", "name": "b"}]')],
      /same key twice/,
    ],
    [
      'a value twice',
      [
        parent('Microsoft', 'Lock Desk'),
        values('    orders    REG_DWORD    0x0', '    orders    REG_DWORD    0x1'),
      ],
      /orders twice/,
    ],
    ['a query that fails', [new Error('reg failed')], /reg failed/],
    ['a key that cannot be read', [parent('Microsoft', 'Lock Desk'), new Error('denied')], /denied/],
    [
      'a value of another type',
      [parent('Microsoft', 'Lock Desk'), values('    orders    REG_BINARY    00')],
      /REG_BINARY/,
    ],
    ['broken JSON', [parent('Microsoft', 'Lock Desk'), values('    hiddenPages    REG_SZ    [')], /JSON/],
    [
      'characters of a code page',
      [parent('Microsoft', 'Lock Desk'), values('    language    REG_SZ    \u00e9')],
      /ASCII/,
    ],
    [
      'an unknown name',
      [parent('Microsoft', 'Lock Desk'), values('    Orders    REG_DWORD    0x0')],
      /Orders/,
    ],
  ])('with %s is unreadable', async (_name, outputs, problem) => {
    const { state } = await readRegistry(outputs)
    expect(state).toMatchObject({ state: 'unreadable' })
    expect(state.state === 'unreadable' && state.problem).toMatch(problem)
  })
})

describe('a policy in the managed preferences', () => {
  const isRoot = process.getuid?.() === 0
  it.runIf(isRoot)('is converted by plutil', async () => {
    await writeFile(path, 'bplist00')
    const programs: string[] = []
    const run = (program: string, args: readonly string[]) => {
      programs.push([program, ...args].join(' '))
      return Promise.resolve(Buffer.from('{"orders":false}'))
    }
    expect(await readPolicy(preferencesPolicy(run, path))).toMatchObject({ policy: { orders: false } })
    expect(programs).toEqual([`/usr/bin/plutil -convert json -o - ${path}`])
  })

  it('is optional', async () => {
    const run = () => Promise.reject(new Error('not called'))
    expect(await readPolicy(preferencesPolicy(run, path))).toMatchObject({ state: 'none' })
  })
})
