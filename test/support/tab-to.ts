import type { Page } from 'playwright-core'

/** More controls than any page has. */
const most = 150

export const tabTo = async (page: Page, testId: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let step = 0; step < most; step += 1) {
    const here = await page.evaluate(() =>
      document.activeElement?.closest('[data-testid]')?.getAttribute('data-testid'),
    )
    if (here === testId) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reaches ${testId}`)
}
