import { searchTextOf } from './rows'
import type { Asset } from './rows'

const wrapper = 28

/** A minimal filtered list: every row is checked on each key, and only as many lines are drawn as fit the window. */
export const openBareList = (root: HTMLElement, rows: readonly Asset[]): void => {
  const searchTexts = rows.map((row) => searchTextOf(row).toLowerCase())
  const input = document.createElement('input')
  input.id = 'filter'
  const lines = Array.from({ length: wrapper }, () => {
    const line = document.createElement('div')
    line.append(...Array.from({ length: 5 }, () => document.createElement('span')))
    return line
  })
  const mountComponent = (): void => {
    const wanted = input.value.toLowerCase()
    const found: Asset[] = []
    for (const [index, row] of rows.entries()) {
      if (searchTexts[index]?.includes(wanted) === true) found.push(row)
    }
    for (const [index, line] of lines.entries()) {
      const row = found[index]
      const cells =
        row === undefined
          ? []
          : [row.number, row.enterprise, row.holder ?? '', row.type, String(row.daysLeft)]
      for (const [at, cell] of Array.from(line.children).entries()) cell.textContent = cells[at] ?? ''
    }
  }
  input.addEventListener('input', mountComponent)
  root.append(input, ...lines)
  mountComponent()
}
