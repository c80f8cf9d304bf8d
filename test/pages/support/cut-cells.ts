import type { Locator } from 'playwright-core'

/** The texts of these cells that are not shown to their ends. */
export const cutCells = (cells: Locator): Promise<(string | null)[]> =>
  cells.evaluateAll((all) =>
    all
      .filter((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        // Letters reach a little over the lines; a line that is cut off reaches further.
        const [text, shown] = [range.getBoundingClientRect(), cell.getBoundingClientRect()]
        return text.right > shown.right || text.bottom > shown.bottom + 8
      })
      .map((cell) => cell.textContent),
  )
