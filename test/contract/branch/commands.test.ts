import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { failureOf } from '../../../src-main/branch/database/database-failure'
import { readJoinFile } from '../../../src-main/branch/database/join-file'
import { noRememberedAdmin, rememberedAdminSchema } from '../../../src-main/branch/remembered-admin'
import type { BranchRequest } from '../../../src-main/command-line/branch/branch-protocol'
import { runBranchRequest } from '../../../src-main/command-line/branch/branch-requests'
import type { CommandServices } from '../../../src-main/command-line/command-services'
import { outputLine } from '../../../src-main/command-line/protocol'
import type { OutputLine } from '../../../src-main/command-line/protocol'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { adminOf, directly, memoryVault, valueOf } from './support'

describe.skipIf(!isOnPostgres)('the commands for a branch', () => {
  let cluster: OwnCluster
  let folder: string
  const everything: string[] = []

  beforeAll(async () => {
    cluster = await ownCluster()
    folder = mkdtempSync(join(tmpdir(), 'lock-desk-branch-'))
    const client = await directly(adminOf(cluster.url))
    await client.query(`create role keeper login superuser password 'secret-of-keeper'`)
    await client.query('create database shared')
    await client.query('create database kept')
    await client.end()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await cluster.remove()
  })

  const computerIn = async (name: string, vaultState = 'keyring') => {
    const vault = memoryVault(vaultState)
    const own = mkdtempSync(join(folder, name))
    const path = join(own, 'branch-admin.json')
    const { file } = await openJsonFile(path, rememberedAdminSchema, noRememberedAdmin)
    const run = async (request: BranchRequest) => {
      const lines: OutputLine[] = []
      const status = await runBranchRequest(request, {
        app: {
          branch: { view: () => null },
          files: { branchAdmin: file },
          vault,
        } as unknown as CommandServices['app'],
        running: {
          emit: (line) => void lines.push(outputLine.parse(line)),
          signal: new AbortController().signal,
        },
      })
      everything.push(JSON.stringify(lines))
      const codes = lines.flatMap((line) => (line.type === 'error' ? [line.code] : []))
      return { status, lines, codes }
    }
    return { own, vault, run }
  }
  const urlOf = (database: string, withPassword = false) => {
    const url = new URL(cluster.url)
    url.pathname = database
    if (withPassword) {
      url.username = 'keeper'
      url.password = 'secret-of-keeper'
    }
    return url.href
  }
  const remembered = { database: null, ca: null }

  it('make a branch, add computers, list and remove them, with the address given once', async () => {
    const { own, vault, run } = await computerIn('office')
    const created = await run({ name: 'branch create', database: urlOf('shared', true), ca: null })
    expect([created.status, created.lines[0]?.type]).toEqual([0, 'branch'])
    expect([...vault.secrets.values()]).toEqual(['secret-of-keeper'])
    expect(await readFile(join(own, 'branch-admin.json'), 'utf8')).not.toContain('secret-of-keeper')

    const out = join(folder, 'counter-1.lockbranch')
    const add = {
      name: 'branch add-computer',
      ...remembered,
      computer: '柜台 “1”',
      out,
      server: null,
    } as const
    const added = await run(add)
    expect(added.status).toBe(0)
    if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600)
    const file = valueOf(readJoinFile(await readFile(out)))
    expect(added.lines[0]).toMatchObject({
      type: 'join-file',
      computer: '柜台 “1”',
      id: file.computer.id,
      out,
    })
    expect((JSON.parse(await readFile(out, 'utf8')) as { words: unknown }).words).toEqual(
      added.lines[0]?.type === 'join-file' ? added.lines[0].words : null,
    )
    await (await connectToBranch(file)).close()
    everything.push(file.password)

    expect(await run(add)).toMatchObject({ status: 1, codes: ['file-exists'] })
    const second = join(folder, 'second.lockbranch')
    expect(await run({ ...add, out: second })).toMatchObject({ status: 1, codes: ['name-taken'] })
    expect(await run({ ...add, out: second, computer: '\u200b' })).toMatchObject({
      status: 2,
      codes: ['name-invalid'],
    })
    expect(await run({ ...add, out: join(folder, 'no', 'x') })).toMatchObject({ codes: ['file-not-saved'] })
    expect(existsSync(second)).toBe(false)

    const listed = await run({ name: 'branch computers', ...remembered })
    expect(listed.lines).toMatchObject([{ type: 'computer', name: '柜台 “1”', state: 'added' }])
    const removed = await run({ name: 'branch remove-computer', ...remembered, computer: '柜台 “1”' })
    expect(removed.lines).toMatchObject([{ type: 'computer', state: 'removed' }])
    expect(await run({ name: 'branch remove-computer', ...remembered, computer: '柜台 “1”' })).toMatchObject({
      status: 1,
      codes: ['no-such-computer'],
    })
    await expect(connectToBranch(file).catch((error: unknown) => failureOf(error).code)).resolves.toBe(
      'access-refused',
    )
    expect(await run({ name: 'branch create', database: urlOf('shared'), ca: null })).toMatchObject({
      status: 1,
      codes: ['branch-exists'],
    })
  })

  it('add and remove several computers at the same time', async () => {
    const { run } = await computerIn('several')
    const names = Array.from({ length: 6 }, (_one, at) => `At once ${at}`)
    const database = urlOf('shared')
    const added = await Promise.all(
      names.map((computer, at) => {
        const out = join(folder, `once-${at}.lockbranch`)
        return run({ name: 'branch add-computer', database, ca: null, computer, out, server: null })
      }),
    )
    expect(added.map(({ status }) => status)).toEqual(names.map(() => 0))
    const removed = await Promise.all(
      names.map((computer) => run({ name: 'branch remove-computer', database, ca: null, computer })),
    )
    expect(removed.map(({ status }) => status)).toEqual(names.map(() => 0))
  })

  it('keep no address whose password the vault cannot keep', async () => {
    const { own, vault, run } = await computerIn('headless', 'memory')
    expect(await run({ name: 'branch computers', ...remembered })).toMatchObject({
      status: 3,
      codes: ['database-needed'],
    })
    await run({ name: 'branch create', database: urlOf('kept', true), ca: null })
    expect(vault.secrets.size).toBe(0)
    expect(await readFile(join(own, 'branch-admin.json'), 'utf8')).not.toContain('secret-of-keeper')
    expect(await run({ name: 'branch computers', ...remembered })).toMatchObject({ status: 3 })
    expect(await run({ name: 'branch computers', database: urlOf('kept', true), ca: null })).toMatchObject({
      status: 0,
    })
  })

  it('name what is wrong with an address, a certificate or a server', async () => {
    const { run } = await computerIn('wrong')
    const list = (database: string, ca: string | null = null) =>
      run({ name: 'branch computers', database, ca })
    expect(await list('nowhere')).toMatchObject({ status: 2, codes: ['database-url-invalid'] })
    expect(await list(urlOf('postgres'))).toMatchObject({ status: 1, codes: ['not-a-branch'] })
    expect(await list(urlOf('missing'))).toMatchObject({ codes: ['database-missing'] })
    expect(await list('postgres://a@127.0.0.1:1/d')).toMatchObject({ codes: ['database-unreachable'] })
    expect(await list('postgres://a@db.example/d')).toMatchObject({ codes: ['tls-not-verified'] })
    expect(await list(urlOf('kept'), join(folder, 'none.pem'))).toMatchObject({ codes: ['ca-unreadable'] })
    const add = { name: 'branch add-computer', database: urlOf('kept'), ca: null, computer: 'X' } as const
    const out = join(folder, 'x.lockbranch')
    expect(await run({ ...add, out, server: 'a b' })).toMatchObject({ status: 2, codes: ['server-invalid'] })
    expect(await run({ ...add, out, server: '127.0.0.2:1' })).toMatchObject({ status: 0 })
    expect(valueOf(readJoinFile(await readFile(out))).database).toMatchObject({ host: '127.0.0.2', port: 1 })
  })

  it('print no password', () => {
    expect(everything.filter((text) => text.includes('secret-of-keeper'))).toEqual([])
    const password = everything.find((text) => /^[\w-]{43}$/.test(text))
    expect(password).toBeDefined()
    expect(everything.filter((text) => text !== password && text.includes(password ?? ''))).toEqual([])
  })
})
