import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { pasteInto, scanInto } from './hands.mjs'

/**
 * @typedef {{ ok: boolean, value?: unknown, error?: { message: string } }} CommandOutcome
 * @typedef {{ commands: Record<string, (input?: unknown) => Promise<CommandOutcome>> }} Bridge
 */

/** A first start may have to make the training data. */
const serviceDeadline = 120_000
/** Against hanging; nothing is measured by it. */
const patience = 30_000

/**
 * The app on a fresh profile, with the few things a visitor does to it.
 * @param {{ executablePath: string, args: readonly string[], outDir: string }} options
 */
export async function setStage({ executablePath, args, outDir }) {
  const userData = await mkdtemp(join(tmpdir(), 'lock-desk-tour-'))
  const app = await _electron.launch({
    executablePath,
    args: [...args, '--user-data', userData],
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(patience)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))

  const at = (/** @type {string} */ testId, within = page.locator('body')) =>
    within.getByTestId(testId).first()
  const card = (/** @type {string} */ number) => at(`card-${number}`)
  const tray = (/** @type {string} */ number) => at(`tray-${number}`)

  /**
   * Over the page's own bridge, as the page would.
   * @param {string} name
   * @param {unknown} [input]
   * @returns {Promise<unknown>}
   */
  const command = (name, input) =>
    page.evaluate(
      async ([named, given]) => {
        const { lockDesk } = /** @type {{ lockDesk: Bridge }} */ (/** @type {unknown} */ (globalThis))
        const outcome = await lockDesk.commands[/** @type {string} */ (named)]?.(given)
        if (outcome?.ok !== true) throw new Error(outcome?.error?.message ?? 'no such command')
        return outcome.value
      },
      [name, input],
    )

  /** Waits for the platform that is open to answer; it may just be starting. */
  const whenReachable = async () => {
    const until = Date.now() + serviceDeadline
    for (;;) {
      const status = /** @type {{ state: string, baseUrl: string }} */ (await command('platform/status'))
      if (status.state === 'reachable') return status
      if (Date.now() > until) throw new Error(`the licensing service is ${status.state}`)
      await page.waitForTimeout(200)
    }
  }

  return {
    app,
    page,
    whenReachable,
    at,
    card,
    tray,
    command,
    /** By its id, as a person types it. */
    chooseEnterprise: async (/** @type {string} */ enterpriseGlobalId) => {
      await at('enterprise-picker').fill(enterpriseGlobalId)
      await at('enterprise-picker').press('Enter')
      await page
        .locator(`[data-testid=enterprise-picker][data-value="${enterpriseGlobalId}"][aria-expanded=false]`)
        .waitFor()
    },
    /** Plugs a training lock in, where it is not. */
    plugIn: async (/** @type {string} */ number) => {
      if ((await tray(number).getAttribute('data-plugged')) === 'true') return
      await at('tray-plug-in', tray(number)).click()
    },
    gesture: async (/** @type {string} */ number, /** @type {string} */ gesture) => {
      await at('tray-more', tray(number)).click()
      await at(`tray-${gesture}`, tray(number)).click()
    },
    /**
     * Says yes in the system's own dialogs from here on, in the app's main process as a person would at the screen.
     * @returns {Promise<() => Promise<number>>} how many were asked since
     */
    answerDialogs: async () => {
      await app.evaluate(({ dialog, app: electron }) => {
        const counted = /** @type {{ dialogsAsked?: number }} */ (/** @type {unknown} */ (electron))
        counted.dialogsAsked = 0
        dialog.showMessageBox = () => {
          counted.dialogsAsked = (counted.dialogsAsked ?? 0) + 1
          return Promise.resolve({ response: 0, checkboxChecked: false })
        }
      })
      return () =>
        app.evaluate(
          ({ app: electron }) =>
            /** @type {{ dialogsAsked?: number }} */ (/** @type {unknown} */ (electron)).dialogsAsked ?? 0,
        )
    },
    /** Where the next file goes that the app asks a place for; inside the tour's folder. */
    saveAs: async (/** @type {string} */ name) => {
      const filePath = join(outDir, name)
      await app.evaluate(({ dialog }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
      }, filePath)
      return filePath
    },
    paste: async (/** @type {string} */ text) => {
      await at('desk-input').focus()
      await page.evaluate(pasteInto, text)
    },
    scan: (/** @type {string} */ digits) => page.evaluate(scanInto, digits),
    /**
     * Waits until `ask` says yes; the limit is against hanging.
     * @param {() => Promise<boolean>} ask
     * @param {string} what
     */
    until: async (ask, what) => {
      const limit = Date.now() + patience
      while (!(await ask())) {
        if (Date.now() > limit) throw new Error(`${what}: it did not come to pass`)
        await page.waitForTimeout(50)
      }
    },
    picture: async (/** @type {string} */ name) => {
      // What glows or slides for a moment is let come to rest.
      await page.waitForTimeout(1200)
      await page.screenshot({ path: join(outDir, `${name}.png`) })
      return `${name}.png`
    },
    look: async (/** @type {'en' | 'zh'} */ language, /** @type {'light' | 'dark'} */ theme) => {
      await command('settings/change', { language, theme })
    },
    stop: async () => {
      await app.close()
      await rm(userData, { recursive: true, force: true })
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof setStage>>} Stage */
