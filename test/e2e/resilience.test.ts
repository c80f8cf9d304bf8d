import { spawn } from 'node:child_process'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { settingsVersion } from '../../src-main/settings/settings-file'
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
  it('is reported, loses nothing, and the app works', async () => {
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
    // Emitted when the app is fully open; the description is available earlier.
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

describe('preferences', () => {
  it('of version 2 are migrated and kept, and a failing disk is reported', async () => {
    const userData = await folder()
    const path = join(userData, 'settings.json')
    const former = { version: 2, language: 'zh', theme: 'dark', operators: ['Wang Fang'] }
    await writeFile(path, JSON.stringify(former))
    desk = await startApp({ userData })
    expect(await desk.command('settings/read')).toMatchObject({ language: 'zh', theme: 'dark' })
    await desk.command('settings/change', { theme: 'light' })
    const now = { ...former, version: settingsVersion, theme: 'light' }
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(now)
    if (process.platform !== 'win32') {
      const modes = await Promise.all([userData, path].map(async (at) => (await stat(at)).mode & 0o777))
      expect(modes).toEqual([0o700, 0o600])
    }
    // The library adds an IPC channel for any page, and signal handlers that would quit twice.
    const registeredHandlers = await desk.app.evaluate(({ ipcMain }) => [
      ipcMain.listenerCount('electron-store-get-data'),
      process.listenerCount('SIGTERM'),
      process.listenerCount('SIGQUIT'),
    ])
    expect(registeredHandlers).toEqual([0, 1, 0])

    await rm(path)
    await mkdir(path)
    await expect(desk.command('settings/change', { theme: 'dark' })).rejects.toThrow('not-saved')
    expect((await desk.command('settings/read')).theme).toBe('light')
    await rm(path, { recursive: true })
    await desk.command('settings/change', { sound: false })
    await desk.stop()
    desk = await startApp({ userData })
    expect(await desk.command('settings/read')).toMatchObject({
      language: 'zh',
      theme: 'light',
      sound: false,
    })
    expect((await desk.command('app/describe')).notices).toEqual([])
  })
})

describe('the child processes', () => {
  it('reload the page after its crash', async () => {
    desk = await startApp()
    const { app } = desk
    const opened = desk
    const before = await eventually(async () => {
      const plugged = await opened.command('locks/list')
      return plugged.length > 0 && plugged.every(({ reading }) => reading.state === 'read') && plugged
    })
    await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const crash = new Promise<void>((done) => contents?.once('render-process-gone', () => done()))
      contents?.forcefullyCrashRenderer()
      await crash
    })
    // Asked in the main process, because the driver gives a crashed page up.
    const wrapper = await eventually(() =>
      app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined || contents.isCrashed() || contents.isLoadingMainFrame()) return null
        const asked = contents.executeJavaScript(
          "window.lockDesk?.commands['locks/list']()",
        ) as Promise<unknown>
        const isGone = new Promise<null>((done) => setTimeout(() => done(null), 5_000))
        return Promise.race([asked, isGone])
      }),
    )
    expect(wrapper).toEqual({ ok: true, value: before })
  })

  it.runIf(process.platform === 'linux')('restart the USB process after its crash', async () => {
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

  it('end the training service with the app', async () => {
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
  it('exits by itself and does not affect the first', async () => {
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
