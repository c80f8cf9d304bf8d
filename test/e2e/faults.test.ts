import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { unzip } from '../diagnose/support/unzip'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'

let desk: RunningApp | null = null
let isSystemReplaced = false
afterEach(async () => {
  if (isSystemReplaced) {
    // Only the app's own functions end it.
    await desk?.app.evaluate(() => (globalThis as { withSystem?: () => void }).withSystem?.())
  }
  isSystemReplaced = false
  await desk?.stop()
  desk = null
})

const logOf = (running: RunningApp) =>
  readFile(join(running.userData, 'logs/main.log'), 'utf8').catch(() => '')
const at = (running: RunningApp, testid: string) => running.page.locator(`[data-testid="${testid}"]`)

const started = async (): Promise<RunningApp> => {
  desk = await startApp()
  const running = desk
  await eventually(async () => (await running.command('locks/list')).length > 0)
  // The bridge responds before the page's own script, which reports its errors, has run.
  await at(running, 'rail-desk').waitFor()
  return running
}

/** Records in main what the system would do. */
const withoutSystem = (running: RunningApp) => {
  isSystemReplaced = true
  return running.app.evaluate(({ app, dialog, shell }) => {
    const asked: string[] = []
    const { relaunch, quit } = app
    Object.assign(globalThis, { asked, withSystem: () => Object.assign(app, { relaunch, quit }) })
    app.relaunch = () => void asked.push('relaunch')
    app.quit = () => void asked.push('quit')
    shell.openPath = (path) => {
      asked.push(`open ${path}`)
      return Promise.resolve('')
    }
    dialog.showMessageBox = (...given: unknown[]) => {
      const options = given.at(-1) as { message: string; buttons: string[] }
      asked.push(`dialog ${options.message}: ${options.buttons.join(', ')}`)
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }
  })
}
const asked = (running: RunningApp) =>
  running.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)

describe('a page that crashes while it loads', () => {
  it('is replaced by an error page with a restart and the diagnostics folder', async () => {
    const running = await started()
    await withoutSystem(running)
    const shown = await running.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const state = { crashes: 0 }
      contents.on('dom-ready', () => {
        if (!contents.getURL().startsWith('app:')) return
        state.crashes += 1
        contents.forcefullyCrashRenderer()
      })
      const shown = new Promise<void>((done) => {
        contents.on('did-finish-load', () => {
          if (contents.getURL().startsWith('data:')) done()
        })
      })
      contents.reload()
      await shown
      const pageText = (await contents.executeJavaScript('document.body.innerText')) as string
      // A click right after another one would replace its navigation.
      const { asked } = globalThis as unknown as { asked: string[] }
      for (const [link, until] of [2, 3].entries()) {
        await contents.executeJavaScript(`document.querySelectorAll('a')[${link}].click()`, true)
        while (asked.length < until) await new Promise((done) => setTimeout(done, 10))
      }
      return { crashes: state.crashes, words: pageText, url: contents.getURL().slice(0, 14) }
    })
    expect(shown.crashes).toBe(3)
    expect(shown.words).toMatch(/Restart\s+Diagnostics folder|重新启动\s+诊断文件夹/)
    expect(shown.url).toBe('data:text/html')
    expect(await asked(running)).toEqual(['relaunch', 'quit', `open ${join(running.userData, 'logs')}`])
  })
})

describe('a page that hangs during a platform switch', () => {
  it('is closed with its window, and another one shows the platform', async () => {
    const running = await started()
    await running.page.evaluate(() => {
      const { lockDesk } = window as unknown as {
        lockDesk: { commands: Record<string, (input?: unknown) => Promise<unknown>> }
      }
      void lockDesk.commands['training/reset']?.()
      setTimeout(() => {
        for (;;) if (performance.now() < 0) break
      }, 50)
    })
    const locks = await eventually(
      () =>
        running.app.evaluate(async ({ BrowserWindow }) => {
          const [window, ...others] = BrowserWindow.getAllWindows()
          if (window === undefined || others.length > 0 || window.webContents.isLoading()) return null
          const lockList = window.webContents.executeJavaScript("window.lockDesk.commands['locks/list']()")
          const timeout = new Promise<null>((done) => setTimeout(() => done(null), 500))
          const answer = (await Promise.race([lockList, timeout])) as {
            ok: boolean
            value?: unknown[]
          } | null
          return answer?.ok === true && (answer.value?.length ?? 0)
        }),
      90_000,
    )
    expect(locks).toBeGreaterThan(0)
  })
})

describe('an uncaught error', () => {
  it('in main stops every change, is reported once, and offers a restart', async () => {
    const running = await started()
    await withoutSystem(running)
    await running.app.evaluate(() => {
      setTimeout(() => {
        throw new Error('planted in main')
      })
      void Promise.reject(new Error('planted promise'))
    })
    await at(running, 'chip-notices').click()
    await at(running, 'notice-restart-needed').waitFor()
    const dialogs = (await asked(running)).filter((one) => one.startsWith('dialog'))
    expect(dialogs).toHaveLength(1)
    expect(dialogs[0]).toMatch(/Restart, Later|重新启动, 稍后/)

    const [lock] = await running.command('locks/list')
    const number = lock?.reading.state === 'read' ? lock.reading.shellNumber : ''
    const before = (await running.command('journal/facts')).records
    const row = { assetNum: `LD${number}`, shellNumber: null, enterpriseGlobalId: null, plugId: null }
    const refused = await running.outcome('jobs/start', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [row],
      retryOf: null,
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect((await running.command('journal/facts')).records).toBe(before)
    const log = await logOf(running)
    expect(log).toMatch(/uncaught exception .*planted in main/)
    expect(log).toMatch(/unhandled rejection .*planted promise/)

    await at(running, 'notice-restart-needed').getByRole('button').first().click()
    await eventually(async () => (await asked(running)).includes('relaunch'))
  })

  it('in the page is logged and reported, with a limit', async () => {
    const running = await started()
    await running.page.evaluate(() => {
      for (let time = 0; time < 200; time += 1) {
        setTimeout(() => {
          throw new Error(`planted, password=Abc-12345`)
        })
        void Promise.reject(new Error('planted promise'))
      }
    })
    await at(running, 'chip-notices').click()
    await at(running, 'notice-page-error').waitFor()
    await expect.poll(() => at(running, 'notice-page-error').count()).toBe(1)
    const lines = await eventually(async () => {
      const found = (await logOf(running))
        .split('\n')
        .filter((line) => line.includes('unhandled error in the page'))
      return found.length >= 5 && found
    })
    expect(lines).toHaveLength(5)
    expect(lines.join('\n')).not.toContain('Abc-12345')
  })
})

describe.runIf(process.platform === 'linux')('a crash', () => {
  it('of the page or the USB process appears in the support bundle, without a dump', async () => {
    const running = await started()
    const usb = () =>
      running.app.evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Lock Desk USB')?.pid)
    process.kill(await eventually(usb), 'SIGSEGV')
    await running.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const back = new Promise<void>((done) => contents.once('did-finish-load', () => done()))
      contents.forcefullyCrashRenderer()
      await back
    })
    const dumps = await running.app.evaluate(({ app }) => app.getPath('crashDumps'))
    expect(dumps.startsWith(running.userData)).toBe(true)
    const dumped = await eventually(async () => {
      const found = await readdir(dumps, { recursive: true }).catch(() => [])
      return found.some((name) => name.endsWith('.dmp')) && found
    })
    expect(dumped.filter((name) => name.endsWith('.dmp')).length).toBeLessThanOrEqual(5)

    const target = join(running.saves, 'for-support.zip')
    const saved = await running.app.evaluate(async ({ BrowserWindow, dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      return (await BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(`(async () => {
        const { commands } = window.lockDesk
        const made = await commands['diagnose/prepare-bundle']()
        return commands['diagnose/save-bundle']({ bundleId: made.value.manifest.bundleId, text: 'In words.' })
      })()`)) as { ok: boolean }
    }, target)
    expect(saved).toMatchObject({ ok: true })
    const files = await unzip(await readFile(target))
    expect([...files.keys()].some((name) => name.endsWith('.dmp'))).toBe(false)
    const crashReport = JSON.parse(files.get('crashes.json')?.toString() ?? '') as {
      processes: { process: string; reason: string }[]
      dumps: unknown[]
    }
    expect(crashReport.processes.map(({ process: which, reason }) => `${which} ${reason}`).sort()).toEqual([
      'Lock Desk USB crashed',
      'window crashed',
    ])
    expect(crashReport.dumps.length).toBeGreaterThan(0)
  })
})
