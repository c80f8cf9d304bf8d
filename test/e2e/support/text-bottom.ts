import type { Page } from 'playwright-core'

/** The lower edge of an element's last text: equal for texts of one size that stand on one line. */
export const textBottom = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode() !== null) {
        const { currentNode } = walker
        if (currentNode.textContent?.trim() !== '') range.selectNodeContents(currentNode)
      }
      return range.getBoundingClientRect().bottom
    })
