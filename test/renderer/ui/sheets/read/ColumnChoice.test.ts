// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { malformedReason } from '../../../../../src-shared/model/locks/shell-number'
import ColumnChoice from '../../../../../src-renderer/ui/sheets/read/ColumnChoice.vue'
import { plainSheet } from '../../../../../src-renderer/ui/sheets/sheet'
import type { Sheet } from '../../../../../src-renderer/ui/sheets/sheet'
import { mountComponent } from '../../../support/mount-component'

const sheetOf = (rows: string[][], part: Partial<Sheet> = {}): Sheet => ({
  ...plainSheet,
  fileName: 'locks.xlsx',
  sheets: ['May', 'June'],
  sheet: 'May',
  rows,
  width: rows[0]?.length ?? 0,
  separator: null,
  ...part,
})
const numberColumn = {
  key: 'number',
  title: 'Shell number',
  isMatch: (cell: string) => malformedReason(cell) === null,
}
const rivals = [
  ['Old', 'New'],
  ['8000000017', '8000000027'],
  ['8000000018', '8000000028'],
]

let wrapper: ReturnType<typeof mountComponent> | undefined
const open = (
  sheet: Sheet,
  specs: readonly unknown[] = [numberColumn],
  problemOf?: (columns: Readonly<Record<string, number | null>>) => string | null,
) => {
  wrapper = mountComponent(ColumnChoice, { sheet, specs, problemOf })
  return wrapper
}
afterEach(() => wrapper?.unmount())
const at = (id: string) => wrapper!.get(`[data-testid="${id}"]`)

describe('ColumnChoice', () => {
  it('preselects no column where two match', async () => {
    const choice = open(sheetOf(rivals))
    expect(at('use-column').attributes('disabled')).toBeDefined()
    await at('column-B').trigger('change')
    await at('use-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { number: 1 }, titleRows: 1 }]])
  })

  it('preselects the only match, and lets the number of title rows be changed', async () => {
    const choice = open(sheetOf([['n', 'of'], ['8000000017', 'Chen Yu']])) // prettier-ignore
    await at('title-rows').setValue('0')
    await at('use-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { number: 0 }, titleRows: 0 }]])
  })

  it('loads another sheet on request', async () => {
    const choice = open(sheetOf(rivals))
    await at('choose-sheet').setValue('June')
    expect(choice.emitted('sheet')).toEqual([['June']])
    await choice.setProps({ sheet: sheetOf([['8000000017']], { sheet: 'June' }) })
    expect(at('use-column').attributes('disabled')).toBeUndefined()
  })

  it('keeps what was assigned where the same table is read again, and only there', async () => {
    const choice = open(sheetOf(rivals))
    await at('column-B').trigger('change')
    await at('title-rows').setValue('0')
    await choice.setProps({ sheet: sheetOf([...rivals]) })
    await at('use-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { number: 1 }, titleRows: 0 }]])
    await choice.setProps({ sheet: sheetOf(rivals, { sheet: 'June' }) })
    expect(at('title-rows').element).toHaveProperty('value', '1')
    expect(at('use-column').attributes('disabled')).toBeDefined()
  })

  it('guesses the other columns again', async () => {
    const isMatch = (): boolean => false
    const specs = [
      { key: 'name', title: 'Name', titles: ['name'], isMatch },
      { key: 'site', title: 'Site', titles: ['site'], isMatch, required: false },
    ]
    const choice = open(sheetOf([['Nam\ufffd', 'x', 'Sit\ufffd'], ['a', 'b', 'c']]), specs) // prettier-ignore
    await at('column-B').setValue('name')
    await choice.setProps({ sheet: sheetOf([['Name', 'x', 'Site'], ['a', 'b', 'c']]) }) // prettier-ignore
    await at('use-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { name: 1, site: 2 }, titleRows: 1 }]])
  })

  it('assigns one column to each field, and waits for required ones', async () => {
    const specs = [
      { key: 'name', title: 'Name', titles: ['name'], isMatch: () => false },
      { key: 'email', title: 'E-mail', isMatch: (cell: string) => cell.includes('@'), required: false },
    ]
    const choice = open(sheetOf([['Who', 'Name', 'x'], ['a', 'b', 'c@d']]), specs) // prettier-ignore
    await at('column-A').setValue('name')
    expect(at('column-B').element).toHaveProperty('value', '')
    await at('use-column').trigger('click')
    expect(choice.emitted('take')).toEqual([[{ columns: { name: 0, email: 2 }, titleRows: 1 }]])
    await at('column-A').setValue('')
    expect(at('use-column').attributes('disabled')).toBeDefined()
    expect(choice.text()).toContain('Missing: Name')
  })

  it('waits for columns that are enough, and says which ones are', async () => {
    const specs = [
      { key: 'id', title: 'ID', titles: ['id'], isMatch: () => false, required: false },
      { key: 'name', title: 'Name', titles: ['name'], isMatch: () => false, required: false },
    ]
    const problemOf = ({ id }: Readonly<Record<string, number | null>>): string | null =>
      id === null ? 'Choose an ID.' : null
    open(sheetOf([['Foo', 'Name'], ['a', 'b']]), specs, problemOf) // prettier-ignore
    expect(at('use-column').attributes('disabled')).toBeDefined()
    expect(at('column-problem').text()).toBe('Choose an ID.')
    await at('column-A').setValue('id')
    expect(at('use-column').attributes('disabled')).toBeUndefined()
  })

  it('does not take a sheet that has nothing below its header in the chosen columns', async () => {
    const specs = [{ key: 'name', title: 'Name', titles: ['name'], isMatch: () => false, required: true }]
    const other = { key: 'site', title: 'Site', titles: ['site'], isMatch: () => false, required: false }
    const choice = open(sheetOf([['Name', 'Site']]), [...specs, other])
    expect(at('use-column').attributes('disabled')).toBeDefined()
    expect(at('column-problem').text()).toBe('These columns have no rows below the header.')
    await choice.setProps({ sheet: sheetOf([['Name', 'Site', 'x'], ['', ' ', 'c']]) }) // prettier-ignore
    expect(at('use-column').attributes('disabled')).toBeDefined()
    await choice.setProps({ sheet: sheetOf([['Name', 'Site', 'x'], ['a']]) }) // prettier-ignore
    expect(at('use-column').attributes('disabled')).toBeUndefined()
  })
})
