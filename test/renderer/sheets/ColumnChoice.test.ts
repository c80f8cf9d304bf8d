// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { malformedReason } from '../../../src-shared/model/shell-number'
import ColumnChoice from '../../../src-renderer/sheets/ColumnChoice.vue'
import type { Sheet } from '../../../src-renderer/sheets/sheet'
import { draw } from '../support/draw'

const sheetOf = (rows: string[][], part: Partial<Sheet> = {}): Sheet => ({
  fileName: 'locks.xlsx',
  sheets: ['May', 'June'],
  sheet: 'May',
  rows,
  width: rows[0]?.length ?? 0,
  encoding: null,
  separator: null,
  ...part,
})
const numberColumn = {
  key: 'number',
  title: 'Shell number',
  looksRight: (cell: string) => malformedReason(cell) === null,
}
const rivals = [
  ['Old', 'New'],
  ['8000000017', '8000000027'],
  ['8000000018', '8000000028'],
]

let drawn: ReturnType<typeof draw> | undefined
const open = (sheet: Sheet, wanted: readonly unknown[] = [numberColumn]) => {
  drawn = draw(ColumnChoice, { sheet, wanted })
  return drawn
}
afterEach(() => drawn?.unmount())
const at = (id: string) => drawn!.get(`[data-testid="${id}"]`)

describe('the choice of a column', () => {
  it('takes none by itself where two fit', async () => {
    const choice = open(sheetOf(rivals))
    expect(at('take-column').attributes('disabled')).toBeDefined()
    await at('column-B').trigger('change')
    await at('take-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { number: 1 }, titleRows: 1 }]])
  })

  it('offers the one that fits, and lets the rows of titles be put right', async () => {
    const choice = open(sheetOf([['n', 'of'], ['8000000017', 'Chen Yu']])) // prettier-ignore
    await at('title-rows').setValue('0')
    await at('take-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { number: 0 }, titleRows: 0 }]])
  })

  it('asks for another sheet, and looks at it anew', async () => {
    const choice = open(sheetOf(rivals))
    await at('choose-sheet').setValue('June')
    expect(choice.emitted('sheet')).toEqual([['June']])
    await choice.setProps({ sheet: sheetOf([['8000000017']], { sheet: 'June' }) })
    expect(at('take-column').attributes('disabled')).toBeUndefined()
  })

  it('gives each of several meanings to one column, and waits for those that are needed', async () => {
    const wanted = [
      { key: 'name', title: 'Name', titles: ['name'], looksRight: () => false },
      { key: 'email', title: 'E-mail', looksRight: (cell: string) => cell.includes('@'), required: false },
    ]
    const choice = open(sheetOf([['Who', 'Name', 'x'], ['a', 'b', 'c@d']]), wanted) // prettier-ignore
    await at('column-A').setValue('name')
    expect(at('column-B').element).toHaveProperty('value', '')
    await at('take-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { name: 0, email: 2 }, titleRows: 1 }]])
    await at('column-A').setValue('')
    expect(at('take-column').attributes('disabled')).toBeDefined()
    expect(choice.text()).toContain('Still missing: Name')
  })
})
