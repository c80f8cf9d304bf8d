import { haystackOf } from './rows'
import type { Asset } from './rows'

const drawn = 28

/** The least a filtered list can be: every row looked through at each key, as many lines drawn as fit the window. */
export const openBareList = (root: HTMLElement, rows: readonly Asset[]): void => {
  const haystacks = rows.map((row) => haystackOf(row).toLowerCase())
  const input = document.createElement('input')
  input.id = 'filter'
  const lines = Array.from({ length: drawn }, () => {
    const line = document.createElement('div')
    line.append(...Array.from({ length: 5 }, () => document.createElement('span')))
    return line
  })
  const draw = (): void => {
    const wanted = input.value.toLowerCase()
    const found: Asset[] = []
    for (const [index, row] of rows.entries()) {
      if (haystacks[index]?.includes(wanted) === true) found.push(row)
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
  input.addEventListener('input', draw)
  root.append(input, ...lines)
  draw()
}
