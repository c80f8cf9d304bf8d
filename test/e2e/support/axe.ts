import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { waitForTransitions } from '../../../scripts/driver/rest.mjs'

export { waitForTransitions }

/**
 * Each language and each theme once: names follow the language, contrasts the theme. `accessibility.test.ts` shows every
 * page in all four.
 */
export const appearances = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const

/**
 * What axe finds on the page once nothing moves, in one part of it or everywhere. It runs in the page directly:
 * @axe-core/playwright also sends the elements of every rule that passed, which takes two to four times as long.
 */
export const axeViolations = async (page: Page, within?: string): Promise<string[]> => {
  await waitForTransitions(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (part) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(part ?? document, { resultTypes: ['violations'], selectors: false })
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
  }, within)
}
