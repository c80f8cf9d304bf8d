import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../support/app'

const unprivilegedId = 65_534
const isRoot = process.getuid?.() === 0

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lock-desk-user-data-'))
  // The folder's own permissions protect it, not those of its parent.
  await chmod(root, 0o755)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

/** Starts and quits the app, and opens its log and journal on the way. */
const run = async (userData: string): Promise<void> => {
  const desk = await startApp({ userData })
  await desk.page.getByTestId('rail-settings').waitFor()
  await desk.command('settings/change', { language: 'en' })
  await desk.stop()
}

describe.skipIf(process.platform === 'win32')('the user-data folder of the app', () => {
  it('is private from its creation', async () => {
    const folder = join(root, 'new', 'desk')
    await run(folder)
    expect([await modeOf(join(root, 'new')), await modeOf(folder)]).toEqual([0o700, 0o700])
    const open: string[] = []
    for (const name of await readdir(folder)) {
      const mode = await stat(join(folder, name)).then(
        ({ mode: found }) => found & 0o007,
        () => 0,
      )
      if (mode !== 0) open.push(name)
    }
    // Files that Chromium writes have their own permissions, inside the protected folder.
    expect(open.filter((name) => name === 'journal' || name === 'logs' || name.endsWith('.json'))).toEqual([])
  })

  it('becomes private when an open one is used', async () => {
    const folder = join(root, 'old')
    await mkdir(folder, { mode: 0o755 })
    await chmod(folder, 0o755)
    await run(folder)
    expect(await modeOf(folder)).toBe(0o700)
  })

  it.runIf(isRoot)('is not used where another user owns it', async () => {
    const folder = join(root, 'foreign')
    await mkdir(folder, { mode: 0o755 })
    await chown(folder, unprivilegedId, unprivilegedId)
    const electron = process.env['LOCK_DESK_ELECTRON_PATH'] ?? ''
    const app = spawn(electron, ['--no-sandbox', resolve('.'), '--user-data', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errorOutput = ''
    app.stderr.on('data', (bytes: Buffer) => (errorOutput += bytes.toString()))
    // In the language of the system: there are no settings yet.
    await expect
      .poll(() => errorOutput, { timeout: 30_000 })
      .toMatch(/This folder belongs to another user|此文件夹属于其他用户/)
    const exited = once(app, 'exit')
    // The dialog waits for a person.
    app.kill('SIGKILL')
    await exited
    // Electron creates an empty folder for crash dumps.
    expect((await readdir(folder, { recursive: true })).filter((name) => name !== 'Crashpad')).toEqual([])
    expect(await modeOf(folder)).toBe(0o755)
  })
})
