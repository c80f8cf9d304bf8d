import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const module = pathToFileURL(resolve('scripts/setup/run-folder.mjs')).href
let place: string
let children: ChildProcess[]
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'run-folder-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(place, { recursive: true, force: true })
})

/** A run that creates a file in each of its folders and then executes `then`; returns its folders. */
const run = async (then: string) => {
  const program = `
    const { useRunFolder } = await import(${JSON.stringify(module)})
    const { writeFileSync, mkdirSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    useRunFolder()
    const folders = [tmpdir(), process.env.LOCK_DESK_RUN_MEMORY]
    for (const folder of folders) {
      mkdirSync(folder + '/deep', { recursive: true })
      writeFileSync(folder + '/deep/file', 'x')
    }
    process.stdout.write(JSON.stringify(folders))
    ${then}`
  const { LOCK_DESK_RUN_FOLDER: _folder, LOCK_DESK_RUN_MEMORY: _memory, ...rest } = process.env
  const env = { ...rest, TMPDIR: place, TMP: place, TEMP: place }
  const args = ['--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const ended = once(child, 'exit')
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, folders: JSON.parse(output.toString()) as string[], ended }
}
const live = 'setInterval(() => undefined, 1000)'

// macOS keeps its own folder: the system's temporary folder is too deep there for sockets.
describe.skipIf(process.platform === 'darwin')('the temporary folder of a run', () => {
  it.each([
    ['ends well', '', 0],
    ['fails', "throw new Error('no')", 1],
    ['exits at once', 'process.exit(3)', 3],
  ])('is removed with a run that %s', async (_how, then, status) => {
    const { folders, ended } = await run(then)
    expect(await ended).toEqual([status, null])
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false])
    expect(await readdir(place)).toEqual([])
  })

  it('is removed by the next run where a run was killed, and no other is', async () => {
    const going = await run(live)
    const killed = await run(live)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(killed.folders.map((folder) => existsSync(folder))).toEqual([true, true])
    const next = await run('')
    await next.ended
    expect(killed.folders.map((folder) => existsSync(folder))).toEqual([false, false])
    expect(going.folders.map((folder) => existsSync(folder))).toEqual([true, true])
    expect(going.folders[0]?.startsWith(place)).toBe(true)
  })

  // A wrong argument ends each of them before any work.
  it.each(['test.mjs', 'check.mjs', 'test-more.mjs', 'test-crash.mjs', 'test-mutation.mjs', 'bench.mjs'])(
    'is created by %s',
    (name) => {
      const preload = 'process.on("exit", () => console.log(process.env.LOCK_DESK_RUN_FOLDER))'
      const { LOCK_DESK_RUN_FOLDER: _folder, LOCK_DESK_RUN_MEMORY: _memory, ...rest } = process.env
      const { status, stdout } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${preload}`, resolve('scripts', name), '--only', '?', '--weather'],
        { env: { ...rest, TMPDIR: place, TMP: place, TEMP: place }, encoding: 'utf8' },
      )
      expect(status).toBe(2)
      expect(stdout.startsWith(place)).toBe(true)
    },
  )

  it('is shared by all processes of the run', () => {
    expect(tmpdir()).toBe(process.env['LOCK_DESK_RUN_FOLDER'])
  })
})
