import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MissingError, statusOf, UsageError } from '../../scripts/util/outcome.mjs'

const scripts = resolve(import.meta.dirname, '../../scripts')
const run = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(scripts, name), ...args], { encoding: 'utf8', timeout: 30_000 })

describe('statusOf', () => {
  it('distinguishes wrong usage and missing parts from a failure', () => {
    expect(statusOf(new UsageError('x'))).toBe(2)
    expect(statusOf(new MissingError('x'))).toBe(3)
    expect(statusOf(new TypeError('x'))).toBe(1)
    expect(statusOf('x')).toBe(1)
  })

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])('counts a disk with %s as missing', (code) => {
    expect(statusOf(Object.assign(new Error(`${code}: write`), { code }))).toBe(3)
    expect(statusOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe(1)
    expect(statusOf(Object.assign(new Error('x'), { code, syscall: 'listen' }))).toBe(1)
  })

  it.skipIf(process.platform === 'win32')('prints what to do about the disk, without a stack trace', () => {
    const module = pathToFileURL(join(scripts, 'util/outcome.mjs')).href
    const program = `import { runScript } from ${JSON.stringify(module)}
      await runScript(() => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })))`
    const args = ['--input-type=module', '--eval', program]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe(
      'ENOSPC: no space left on device, write\nThe disk is full. Free some space, then type the command again.\n',
    )
    expect(status).toBe(3)
  })
})

it('a script runs without the variables of an Electron terminal or of production', () => {
  const module = pathToFileURL(join(scripts, 'util/outcome.mjs')).href
  const program = `import { runScript } from ${JSON.stringify(module)}
    await runScript(async () => console.log(process.env.ELECTRON_RUN_AS_NODE, process.env.NODE_ENV, process.env.KEPT))`
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_ENV: 'production', KEPT: 'kept' }
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  expect(stdout.trim()).toBe('undefined undefined kept')
})

describe('wrong usage', () => {
  it.each([
    ['start.mjs', ['--user-data']],
    ['start.mjs', ['--platform', 'example.org']],
    ['start.mjs', ['--platform', 'http://127.0.0.1:1']],
    ['tour.mjs', ['--seed', 'spring']],
    ['test.mjs', ['--only', 'unit,weather']],
    ['check.mjs', ['--fast']],
    ['bench.mjs', ['weather']],
    ['setup/electron/electron-runtime.mjs', []],
  ])('%s %j exits with 2, with the usage on stderr and nothing on stdout', (name, args) => {
    const { status, stdout, stderr } = run(name, ...args)
    expect(stderr).toMatch(/^Usage: /m)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})
