// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import VirtualTable from '../../../src-renderer/ui/table/VirtualTable.vue'
import { noLayout } from '../../../src-renderer/ui/table/table-layout'
import type { TableLayout } from '../../../src-renderer/ui/table/table-layout'
import { mountComponent } from '../support/mount-component'

interface Row {
  readonly key: string
}
interface Sold extends Row {
  readonly type: string
  readonly note: string | null
}
const column = (key: string) => ({
  key,
  title: key.toUpperCase(),
  width: '1fr',
  value: (row: Row) => row.key,
})
const columns = [column('a'), column('b'), column('c'), { key: 'action', title: '', width: '80px' }]

let wrapper: ReturnType<typeof mountComponent> | undefined
afterEach(() => wrapper?.unmount())
const table = (layout: TableLayout | null = noLayout) => {
  wrapper = mountComponent(VirtualTable as never, {
    label: 'Rows',
    rows: Array.from({ length: 20 }, (_, index) => ({ key: `k${index}` })),
    columns,
    rowKey: ({ key }: Row) => key,
    layout,
    'onUpdate:layout': (next: TableLayout) => wrapper?.setProps({ layout: next }),
  })
}
/** A table with two columns that may have one value for all rows. */
const tableOf = (rows: readonly Sold[], layout: TableLayout = noLayout) => {
  const shareable = (key: 'type' | 'note', title: string) => ({
    ...column(key),
    title,
    value: (row: Sold) => row[key],
    sharedText: (row: Sold) => row[key] ?? '',
  })
  wrapper = mountComponent(VirtualTable as never, {
    label: 'Rows',
    rows,
    columns: [column('a'), shareable('type', 'Type'), shareable('note', 'Note'), column('c')],
    rowKey: ({ key }: Row) => key,
    layout,
    'onUpdate:layout': (next: TableLayout) => wrapper?.setProps({ layout: next }),
  })
}
const sharedText = () => {
  const line = wrapper!.find('[data-testid=shared-values]')
  return line.exists() ? line.findAll('span').map((part) => part.text()) : null
}
const at = (id: string) => wrapper!.get(`[data-testid="${id}"]`)
const titles = () => wrapper!.findAll('[role=columnheader]').map((header) => header.text())
const tracks = () => wrapper!.get('[role=grid]').attributes('style') ?? ''
const sized = (key: string, width: number): void => {
  const header = at(`sort-${key}`).element.closest('[role=columnheader]')
  Object.defineProperty(header, 'offsetWidth', { value: width, configurable: true })
}

describe('the columns of a table', () => {
  it('can be hidden, except the first and those without a title', async () => {
    table()
    expect(wrapper!.findAll('[data-testid^="column-"]').map((one) => one.text())).toEqual(['B', 'C'])
    await at('column-b').trigger('click')
    expect(titles()).toEqual(['A', 'C', ''])
    expect(wrapper!.get('[role=grid]').attributes('aria-colcount')).toBe('3')
    expect(at('column-b').attributes('aria-pressed')).toBe('false')
    await at('column-b').trigger('click')
    expect(titles()).toEqual(['A', 'B', 'C', ''])
  })

  it('keep their order, and show unknown hidden columns of an older table as nothing', () => {
    table({ hidden: ['gone', 'a', 'b'], widths: { gone: 100 } })
    expect(titles()).toEqual(['A', 'C', ''])
  })

  it('are resized with Shift and arrow keys on a title, within bounds', async () => {
    table()
    sized('b', 100)
    await at('sort-b').trigger('keydown', { key: 'ArrowRight', shiftKey: true })
    expect(tracks()).toContain('1fr minmax(48px, 116px) 1fr 80px')
    await at('sort-b').trigger('keydown', { key: 'ArrowRight' })
    expect(tracks()).toContain('minmax(48px, 116px)')
    sized('b', 50)
    await at('sort-b').trigger('keydown', { key: 'ArrowLeft', shiftKey: true })
    expect(tracks()).toContain('minmax(48px, 48px)')
  })

  it('are resized by dragging the edge of a title; a double-click resets the width', async () => {
    table()
    sized('b', 100)
    const handle = at('resize-b')
    Object.assign(handle.element, { setPointerCapture: () => undefined })
    await handle.trigger('pointermove', { clientX: 90 })
    expect(tracks()).not.toContain('minmax')
    await handle.trigger('pointerdown', { clientX: 500, pointerId: 1, button: 0 })
    await handle.trigger('pointermove', { clientX: 540 })
    expect(tracks()).toContain('minmax(48px, 140px)')
    await handle.trigger('pointerup', { clientX: 540 })
    await handle.trigger('pointermove', { clientX: 700 })
    expect(tracks()).toContain('minmax(48px, 140px)')
    await handle.trigger('dblclick')
    expect(tracks()).not.toContain('minmax')
  })

  it('are reset together', async () => {
    table({ hidden: ['c'], widths: { a: 200 } })
    expect(tracks()).toContain('minmax(48px, 200px)')
    await at('reset-columns').trigger('click')
    expect(titles()).toEqual(['A', 'B', 'C', ''])
    expect(tracks()).not.toContain('minmax')
    expect(at('reset-columns').attributes('disabled')).toBeDefined()
  })

  it('cannot be chosen in a table without a layout', () => {
    table(null)
    expect(wrapper!.find('[data-testid=columns-menu]').exists()).toBe(false)
    expect(wrapper!.find('[data-testid=resize-a]').exists()).toBe(false)
  })
})

describe('a column with the same value in every row', () => {
  const sold = (key: string, type: string, note: string | null = null): Sold => ({ key, type, note })

  it('is not shown: its value stands once above the table, which it describes', async () => {
    tableOf([sold('1', 'Cloud', 'x'), sold('2', 'Cloud', 'y')])
    expect(titles()).toEqual(['A', 'Note', 'C'])
    expect(sharedText()).toEqual(['Same in all rows', 'Type: Cloud'])
    const grid = wrapper!.get('[role=grid]')
    expect(grid.attributes('aria-describedby')).toBe(at('shared-values').attributes('id'))
    expect(grid.attributes('aria-colcount')).toBe('3')
    await wrapper!.setProps({ rows: [sold('1', 'Cloud', 'x'), sold('2', 'Network', 'x')] })
    expect(titles()).toEqual(['A', 'Type', 'C'])
    expect(sharedText()).toEqual(['Same in all rows', 'Note: x'])
  })

  it('says nothing if it is empty, and is shown for a single row', async () => {
    tableOf([sold('1', 'Cloud'), sold('2', 'Network')])
    expect(titles()).toEqual(['A', 'Type', 'C'])
    expect(sharedText()).toBeNull()
    await wrapper!.setProps({ rows: [sold('1', 'Cloud')] })
    expect(titles()).toEqual(['A', 'Type', 'Note', 'C'])
    expect(sharedText()).toBeNull()
  })

  it('neither disappears nor comes back while a person searches, unless the values differ', async () => {
    const all = [sold('1', 'Cloud', 'x'), sold('2', 'Cloud', 'y'), sold('3', 'Cloud', 'y')]
    tableOf(all)
    const said = ['Same in all rows', 'Type: Cloud']
    await wrapper!.setProps({ searched: true, rows: all.slice(1) })
    expect([titles(), sharedText()]).toEqual([['A', 'Note', 'C'], said])
    await wrapper!.setProps({ rows: all.slice(2) })
    expect([titles(), sharedText()]).toEqual([['A', 'Note', 'C'], said])
    await wrapper!.setProps({ rows: [...all.slice(1), sold('4', 'Network')] })
    expect([titles(), sharedText()]).toEqual([['A', 'Type', 'Note', 'C'], null])
    await wrapper!.setProps({ searched: false, rows: all.slice(1) })
    expect([titles(), sharedText()]).toEqual([
      ['A', 'C'],
      [...said, 'Note: y'],
    ])
  })

  it('is shown once a person chose it, and said by nothing once they hid it', async () => {
    tableOf([sold('1', 'Cloud', 'x'), sold('2', 'Cloud', 'y')])
    expect(at('column-type').text()).toBe('TypeSame in all rows')
    expect(at('column-type').attributes('aria-pressed')).toBe('false')
    await at('column-type').trigger('click')
    expect(titles()).toEqual(['A', 'Type', 'Note', 'C'])
    expect(sharedText()).toBeNull()
    expect(at('column-type').attributes('aria-pressed')).toBe('true')
    await at('column-type').trigger('click')
    expect(titles()).toEqual(['A', 'Note', 'C'])
    expect(sharedText()).toBeNull()
    await at('reset-columns').trigger('click')
    expect(sharedText()).toEqual(['Same in all rows', 'Type: Cloud'])
    expect(at('reset-columns').attributes('disabled')).toBeDefined()
  })
})
