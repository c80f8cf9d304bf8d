import { spawn } from 'node:child_process'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let desk: RunningApp | null = null
const folders: string[] = []
afterEach(async () => {
  await desk?.stop()
  desk = null
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const folder = async (): Promise<string> => {
  const made = await freshUserData()
  folders.push(made)
  return made
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a damaged user-data folder', () => {
  it('is told, nothing of it is lost, and the desk works', async () => {
    const userData = await folder()
    await mkdir(join(userData, 'journal'))
    await mkdir(join(userData, 'lock-profiles'))
    const damage = {
      'settings.json': '{"language": "zh", ',
      'register.json': 'not json at all',
      'vault.json': '{"version": 1}',
      'journal/journal.log': '00000000 {"v":1}\n',
      'lock-profiles/ours.json': '{"id": "ours", "match": {}}',
      'lock-profiles/torn.json': '{"id": "to',
    }
    for (const [name, text] of Object.entries(damage)) await writeFile(join(userData, name), text)
    desk = await startApp({ userData })
    // Seen when the desk is open as a whole; what describes the app is answered before.
    const opened = desk
    await eventually(async () => (await opened.command('locks/list')).length > 0)
    const { notices } = await desk.command('app/describe')
    expect(notices.map(({ code }) => code).sort()).toEqual([
      'journal-unreadable',
      'profile-broken',
      'profile-broken',
      'register-unreadable',
      'secrets-unreadable',
      'settings-unreadable',
    ])
    const kept = await readdir(userData, { recursive: true })
    const contents = await Promise.all(
      kept.map((name) => readFile(join(userData, name), 'utf8').catch(() => '')),
    )
    for (const text of Object.values(damage)) expect(contents).toContain(text)
    const { broken } = await desk.command('locks/models')
    expect(broken.map(({ file }) => file).sort()).toEqual(['ours.json', 'torn.json'])
  })
})

describe('a process that dies', () => {
  it('comes back when it was the page', async () => {
    desk = await startApp()
    const { app } = desk
    const opened = desk
    const before = await eventually(async () => {
      const plugged = await opened.command('locks/list')
      return plugged.length > 0 && plugged.every(({ reading }) => reading.state === 'read') && plugged
    })
    const drawn = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined) return null
      const back = new Promise<void>((done) => contents.once('did-finish-load', () => done()))
      contents.forcefullyCrashRenderer()
      await back
      return contents.executeJavaScript("window.lockDesk.commands['locks/list']()") as Promise<unknown>
    })
    expect(drawn).toEqual({ ok: true, value: before })
  })

  it.runIf(process.platform === 'linux')('is started again when it was the USB process', async () => {
    desk = await startApp()
    const { app } = desk
    const usbProcess = () =>
      app.evaluate(
        ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'Lock Desk USB')?.pid,
      )
    const opened = desk
    const hasLocks = async () => (await opened.command('locks/list')).length > 0
    await eventually(hasLocks)
    const first = await eventually(usbProcess)
    process.kill(first, 'SIGSEGV')
    const second = await eventually(async () => {
      const pid = await usbProcess()
      return pid !== undefined && pid !== first && pid
    })
    expect(isAlive(second)).toBe(true)
    expect(await hasLocks()).toBe(true)
  })

  it('leaves nothing of the training service behind when the app is closed', async () => {
    const userData = await folder()
    desk = await startApp({ userData })
    await eventually(async () => (await desk?.command('platform/status'))?.state === 'reachable', 90_000)
    const pid = Number(await readFile(join(userData, 'training', 'service.pid'), 'utf8'))
    expect(isAlive(pid)).toBe(true)
    await desk.stop()
    desk = null
    await eventually(() => Promise.resolve(!isAlive(pid)))
  })
})

describe('a second start on the same folder', () => {
  it('ends by itself and leaves the first alone', async () => {
    const userData = await folder()
    desk = await startApp({ userData })
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const second = spawn(
      process.env['LOCK_DESK_ELECTRON_PATH'] ?? '',
      [...sandbox, resolve('.'), '--user-data', userData],
      { stdio: 'ignore' },
    )
    const code = await new Promise((done) => second.once('exit', done))
    expect(code).toBe(0)
    expect(await desk.command('app/describe')).toMatchObject({ notices: [] })
  })
})
