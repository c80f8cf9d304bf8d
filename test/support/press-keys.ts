import type { Page } from 'playwright-core'
import { restMs } from '../../src-renderer/ui/button/resting-controls'

/** The clocks of this process and of the page round differently. */
const roundingMs = 20

/** Waits until presses are allowed after a dialog was closed (src-renderer/ui/dialog/rest-page.ts). */
export const waitForPresses = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.documentElement.dataset['resting'] === undefined)
}

/** As a person presses keys one after the other: quicker ones do not reach what the first one opened. */
export const pressKeysOn = (page: Page) => {
  /** When the page had handled the last press of Enter or Space. */
  let pressedAt = Number.NEGATIVE_INFINITY
  return async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      const isActivation = /(?:^|\+)(?:Enter|Space)$/.test(key)
      if (isActivation) {
        await waitForPresses(page)
        const left = pressedAt + restMs + roundingMs - performance.now()
        if (left > 0) await page.waitForTimeout(left)
      }
      await page.keyboard.press(key)
      if (isActivation) pressedAt = performance.now()
    }
  }
}
