import type { Locator } from 'playwright-core'

/** The texts of these cells that are not shown to their ends. */
export const cutCells = (cells: Locator): Promise<(string | null)[]> =>
  cells.evaluateAll((all) =>
    all
      .filter((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().right > cell.getBoundingClientRect().right
      })
      .map((cell) => cell.textContent),
  )
