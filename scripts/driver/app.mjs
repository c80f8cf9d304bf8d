/// <reference lib="dom" />
/* global document -- runs in the page */
import { _electron } from 'playwright-core'
import { pasteInto, scanInto } from './input.mjs'
import { repeatLost } from './repeat-lost.mjs'
import { recordTrace } from './traces.mjs'

/**
 * @typedef {import('playwright-core').Locator} Locator
 * @typedef {{ ok: true, value: unknown } | { ok: false, error: { code: string, message: string } }} Outcome
 * @typedef {{ commands: Record<string, (input?: unknown) => Promise<Outcome>> }} Bridge
 * @typedef {{ dialogMessages?: string[] }} Recorded
 */

/**
 * Starts the app and returns what a person does with its window. The tour and the tests of the whole app both use it.
 * @param {{ executablePath: string, args: readonly string[], env?: Readonly<Record<string, string>> }} options
 */
export async function launchApp({ executablePath, args, env = {} }) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const app = await _electron.launch({
    executablePath,
    args: [...args],
    env: { .../** @type {Record<string, string>} */ (Object.fromEntries(inherited)), ...env },
  })
  let output = ''
  const listen = (/** @type {Buffer} */ bytes) => void (output += bytes.toString('utf8'))
  app.process().stdout?.on('data', listen)
  app.process().stderr?.on('data', listen)
  await recordTrace(app)
  const page = await app.firstWindow()

  const at = (
    /** @type {string} */ testId,
    /** @type {import('playwright-core').Page | Locator} */ within = page,
  ) => within.getByTestId(testId).first()

  /**
   * Calls a command over the page's own bridge.
   * @param {string} name
   * @param {unknown} [input]
   * @returns {Promise<Outcome>}
   */
  const outcome = (name, input) =>
    page.evaluate(
      ([command, commandInput]) => {
        const { lockDesk } = /** @type {{ lockDesk: Bridge }} */ (/** @type {unknown} */ (globalThis))
        const call = lockDesk.commands[/** @type {string} */ (command)]
        if (call === undefined) throw new Error(`There is no command ${String(command)}`)
        return call(commandInput)
      },
      [name, input],
    )
  /**
   * @param {string} name
   * @param {unknown} [input]
   * @returns {Promise<unknown>}
   */
  const command = async (name, input) => {
    const answer = await outcome(name, input)
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`)
    return answer.value
  }

  const card = (/** @type {string} */ number) => at(`card-${number}`)

  return {
    app,
    page,
    /** The app's terminal output. */
    output: () => output,
    at,
    outcome,
    command,
    card,
    /** Waits until the card of a lock shows this state, or any. */
    cardIs: (/** @type {string} */ number, /** @type {'enabled' | 'disabled' | null} */ state = null) =>
      card(number)
        .locator(`[data-testid=state]${state === null ? '' : `[data-state=${state}]`}`)
        .waitFor(),
    /** Waits until one of these elements is shown, and returns its test ID: which one says what the page shows. */
    whichShown: async (/** @type {readonly string[]} */ ...testIds) => {
      const selector = testIds.map((testId) => `[data-testid="${testId}"]`).join(', ')
      const shown = page.locator(selector).filter({ visible: true }).first()
      return (await shown.getAttribute('data-testid')) ?? ''
    },
    /** Types a number into the input bar and waits for its record. @returns {Promise<Locator>} */
    lookUp: async (/** @type {string} */ number) => {
      await at('desk-input').fill(number)
      await at('desk-input').press('Enter')
      const record = at(`record-${number.replaceAll(' ', '')}`)
      await record.waitFor()
      return record
    },
    /** Opens a platform from the menu of the rail: `training`, or a saved one by its ID. */
    openPlatform: async (/** @type {string} */ id) => {
      await at('platform-status').click()
      await at(`open-${id}`).click()
    },
    fillConnection: async (/** @type {Readonly<Record<string, string>>} */ fields) => {
      for (const [field, text] of Object.entries(fields)) await at(`connect-${field}`).fill(text)
    },
    startContinuousMode: async () => {
      await at('continuous-switch').click()
      await at('continuous-start-disable').click()
    },
    /** The number of rows of each group of a list. Read at once, since a chip may disappear meanwhile. */
    chips: async (/** @type {'list' | 'import' | 'enterprise-import'} */ list) => {
      const shown = page.locator(`[data-testid=${list}-chips] [data-count]`)
      const counts = await shown.evaluateAll((chips) =>
        chips.map((chip) => [chip.getAttribute('data-testid') ?? '', chip.getAttribute('data-count')]),
      )
      /** @type {Partial<Record<string, number>>} */
      const groups = {}
      for (const [name, count] of counts) groups[name?.replace('chip-', '') ?? ''] = Number(count)
      return groups
    },
    /** Waits until every number of the list was searched for. */
    waitForLookup: async () => {
      await at('list-chips').waitFor()
      await page.waitForFunction(
        () => document.querySelector('[data-testid=chip-checking], [data-testid=list-looking]') === null,
      )
    },
    paste: async (/** @type {string} */ text) => {
      await at('desk-input').focus()
      await page.evaluate(pasteInto, text)
    },
    scan: (/** @type {string} */ digits) => page.evaluate(scanInto, digits),
    chooseAction: async (/** @type {'look-up' | 'disable' | 'enable'} */ action) => {
      // What lies beneath a dialog that closed takes no press for a moment.
      await page.waitForFunction(() => document.documentElement.dataset['resting'] === undefined)
      await at(`desk-action-${action}`).check({ force: true })
    },
    /** Changes the settings and waits until the page shows them. */
    setAppearance: async (
      /** @type {{ language?: 'en' | 'zh', theme?: 'light' | 'dark' }} */ { language, theme },
    ) => {
      await command('settings/change', {
        ...(language === undefined ? {} : { language }),
        ...(theme === undefined ? {} : { theme }),
      })
      await page.waitForFunction(
        ([tag = '', wanted]) => {
          const { lang, dataset } = document.documentElement
          return lang.startsWith(tag) && (wanted === undefined || dataset['theme'] === wanted)
        },
        [language, theme],
      )
    },
    /**
     * Answers all further system dialogs with the button of this index, after a delay. Of several answers, each is for one
     * dialog and the last one for the rest.
     * @param {number | readonly number[]} responses
     * @param {number} [afterMs]
     */
    answerDialogs: (responses, afterMs = 0) =>
      repeatLost(() =>
        app.evaluate(
          ({ dialog, app: electron }, [answers, ms]) => {
            /** @type {string[]} */
            const messages = []
            Object.assign(electron, { dialogMessages: messages })
            /** @param {unknown[]} given */
            const answer = async (...given) => {
              const { message, detail = '' } = /** @type {{ message: string, detail?: string }} */ (
                given.at(-1)
              )
              const response = answers[Math.min(messages.length, answers.length - 1)] ?? 0
              messages.push(`${message}\n${detail}`)
              await new Promise((done) => setTimeout(done, ms))
              return { response, checkboxChecked: false }
            }
            dialog.showMessageBox = answer
          },
          /** @type {const} */ ([typeof responses === 'number' ? [responses] : [...responses], afterMs]),
        ),
      ),
    /** The texts of the system dialogs since `answerDialogs`. */
    dialogMessages: () =>
      repeatLost(() =>
        app.evaluate(
          ({ app: electron }) =>
            /** @type {Recorded} */ (/** @type {unknown} */ (electron)).dialogMessages ?? [],
        ),
      ),
    /** Answers the system's further file dialogs, to open and to save, with this path. */
    chooseFile: (/** @type {string} */ path) =>
      repeatLost(() =>
        app.evaluate(({ dialog }, filePath) => {
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
        }, path),
      ),
  }
}

/** @typedef {Awaited<ReturnType<typeof launchApp>>} AppDriver */
