import type { Page } from 'playwright-core'
import { restMs } from '../../src-renderer/ui/button/resting-controls'

/** The clocks of this process and of the page round differently. */
const roundingMs = 20

/** Waits until presses are allowed after a dialog was closed (src-renderer/ui/dialog/rest-page.ts). */
export const waitForPresses = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.documentElement.dataset['resting'] === undefined)
}

/** A dialog lets itself be closed this long after it warned that typed text would be lost (AppDialog.vue), ms. */
const warningMs = 600

/** As a person presses keys one after the other: quicker ones do not reach what the first one opened. */
export const pressKeysOn = (page: Page) => {
  /** When the page had handled the last press of Enter or Space. */
  let pressedAt = Number.NEGATIVE_INFINITY
  let escapedAt = Number.NEGATIVE_INFINITY
  const waitUntil = async (time: number): Promise<void> => {
    const left = time + roundingMs - performance.now()
    if (left > 0) await page.waitForTimeout(left)
  }
  return async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      const isActivation = /(?:^|\+)(?:Enter|Space)$/.test(key)
      if (isActivation) {
        await waitForPresses(page)
        await waitUntil(pressedAt + restMs)
      }
      const isEscape = key === 'Escape'
      // The warning is read first.
      if (isEscape) {
        const isWarned = (await page.getByTestId('input-warned').count()) > 0
        await waitUntil(escapedAt + (isWarned ? warningMs : restMs))
      }
      await page.keyboard.press(key)
      if (isActivation) pressedAt = performance.now()
      if (isEscape) escapedAt = performance.now()
    }
  }
}
