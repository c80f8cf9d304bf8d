import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchApp } from '../driver/app.mjs'
import { repeatLost } from '../driver/repeat-lost.mjs'
import { waitForPicture } from '../driver/rest.mjs'
import { training } from './request-service.mjs'

/** A first start may have to generate the training data. */
const serviceTimeoutMs = 120_000
/** The pages by their names in the navigation, in both languages. */
const pageNames = {
  Desk: '工作台',
  Loans: '借出',
  Stocktake: '盘点',
  Assets: '资产',
  Employees: '员工',
  Customers: '客户',
  'Shell numbers': '壳号',
  'Activity log': '操作日志',
  Devices: '设备',
  Settings: '设置',
  Help: '帮助',
}

/** A timeout against hanging. */
const timeoutMs = 30_000

/**
 * Starts the app with a fresh profile and returns the user actions of the tour.
 * @param {{ executablePath: string, args: readonly string[], outDir: string, hasPictures: boolean }} options
 */
export async function launchDriver({ executablePath, args, outDir, hasPictures }) {
  const userData = await mkdtemp(join(tmpdir(), 'lock-desk-tour-'))
  const driver = await launchApp({
    executablePath,
    args: [...args, '--user-data', userData],
    env: training,
  })
  const { app, page, at, command } = driver
  page.setDefaultTimeout(timeoutMs)
  await repeatLost(() =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800)),
  )

  const dialog = () => page.getByRole('dialog').last()
  const simulatedLock = (/** @type {string} */ number) => at(`simulator-${number}`)

  /** Waits until the open platform is reachable; its service may still be starting. */
  const whenReachable = async () => {
    const until = Date.now() + serviceTimeoutMs
    for (;;) {
      const status = /** @type {{ state: string, baseUrl: string }} */ (await command('platform/status'))
      if (status.state === 'reachable') return status
      if (Date.now() > until) throw new Error(`the licensing service is ${status.state}`)
      await page.waitForTimeout(200)
    }
  }

  const takePicture = async (/** @type {string} */ name) => {
    await waitForPicture(page)
    await page.screenshot({ path: join(outDir, `${name}.png`) })
    return `${name}.png`
  }

  return {
    ...driver,
    whenReachable,
    simulatedLock,
    openPage: (/** @type {keyof typeof pageNames} */ name) =>
      page
        .getByRole('navigation', { name: /^(Pages|页面)$/ })
        // A badge may follow, such as the number of plugged-in locks.
        .getByRole('button', { name: new RegExp(`^(${name}|${pageNames[name]})(?![a-z])`) })
        .click(),
    dialog,
    /**
     * Presses the button with this name: what a person reads finds it.
     * @param {string | RegExp} name
     * @param {import('playwright-core').Page | import('playwright-core').Locator} [within]
     */
    press: (name, within = page) => within.getByRole('button', { name, exact: true }).click(),
    /** Chooses one of several by its label. @param {string | RegExp} name */
    choose: (name) => page.getByRole('radio', { name, exact: true }).check({ force: true }),
    /** The field with this label. @param {string} name */
    field: (name) => page.getByRole('textbox', { name, exact: true }),
    /** Presses the button of the open dialog that sends the change. */
    confirm: () =>
      dialog()
        .getByRole('button', { name: /^(Disable|Enable) \d/ })
        .click(),
    /** Closes the open dialog without a change. */
    cancel: () =>
      dialog()
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .first()
        .click(),
    /** Types the ID of an enterprise. */
    chooseEnterprise: async (/** @type {string} */ enterpriseGlobalId) => {
      await at('enterprise-picker').fill(enterpriseGlobalId)
      await at('enterprise-picker').press('Enter')
      await page
        .locator(`[data-testid=enterprise-picker][data-value="${enterpriseGlobalId}"][aria-expanded=false]`)
        .waitFor()
    },
    /** Plugs in a simulated lock unless it is plugged in. */
    plugIn: async (/** @type {string} */ number) => {
      if ((await simulatedLock(number).getAttribute('data-plugged')) === 'true') return
      await at('simulator-plug-in', simulatedLock(number)).click()
    },
    gesture: async (/** @type {string} */ number, /** @type {string} */ gesture) => {
      await at('simulator-more', simulatedLock(number)).click()
      await at(`simulator-${gesture}`, simulatedLock(number)).click()
    },
    /** Sets the path for the next save dialog, in the tour's output folder. */
    saveAs: async (/** @type {string} */ name) => {
      const filePath = join(outDir, name)
      await driver.chooseFile(filePath)
      return filePath
    },
    /**
     * Waits until `ask` returns true, with a timeout.
     * @param {() => Promise<boolean>} ask
     * @param {string} what
     */
    until: async (ask, what) => {
      const limit = Date.now() + timeoutMs
      while (!(await ask())) {
        if (Date.now() > limit) throw new Error(`${what}: timed out`)
        await page.waitForTimeout(50)
      }
    },
    takePicture,
    picture: async (/** @type {string} */ name) => (hasPictures ? takePicture(name) : `${name}.png`),
    stop: async () => {
      await app.close()
      await rm(userData, { recursive: true, force: true })
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof launchDriver>>} TourDriver */
