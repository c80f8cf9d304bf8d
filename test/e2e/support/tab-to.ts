import type { Page } from 'playwright-core'

/** More controls than any page has on the way round. */
const most = 150

/** With the Tab key alone, as a hand gets there that has no mouse; throws where the keys never come by. */
export const tabTo = async (page: Page, testId: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let step = 0; step < most; step += 1) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '')
    if (here === testId) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never comes to ${testId}`)
}
