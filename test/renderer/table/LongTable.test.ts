// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { h, nextTick } from 'vue'
import LongTable from '../../../src-renderer/ui/table/LongTable.vue'
import type { TableSort } from '../../../src-renderer/ui/table/table-column'
import { draw } from '../support/draw'

interface Row {
  readonly key: string
  readonly name: string
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, name: `Row ${index}` }))
const columns = [
  { key: 'name', title: 'Name', width: '1fr', value: ({ name }: Row) => name },
  { key: 'door', title: '', width: '80px' },
]

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())
const table = (part: Record<string, unknown> = {}) => {
  drawn = draw(LongTable as never, {
    label: 'Rows',
    rows: rowsOf(100),
    columns,
    rowKey: ({ key }: Row) => key,
    'onUpdate:selected': (selected: ReadonlySet<string>) => drawn?.setProps({ selected }),
    'onUpdate:sort': (sort: TableSort | null) => drawn?.setProps({ sort }),
    ...part,
  })
  return drawn
}
const grid = () => drawn!.get('[role=grid]')
const press = (key: string, part: object = {}) => grid().trigger('keydown', { key, ...part })
const activeRow = () => document.getElementById(grid().attributes('aria-activedescendant') ?? '')
const selectedKeys = () => {
  const events = drawn!.emitted<[ReadonlySet<string>]>('update:selected') ?? []
  return [...(events.at(-1)?.[0] ?? [])]
}
const rowAt = (index: number) => drawn!.get(`[data-index="${index}"]`)

describe('a long table', () => {
  it('draws what is in view and says how much there is', () => {
    table({ rows: rowsOf(100_000) })
    expect(grid().attributes('aria-rowcount')).toBe('100001')
    const rows = drawn!.findAll('[data-testid=table-row]')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThan(60)
    expect(rows[0]?.attributes('aria-rowindex')).toBe('2')
    expect(rows[0]?.text()).toBe('Row 0')
  })

  it('keeps Ctrl A from marking the words of the page where no rows are ticked', () => {
    table()
    const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
    grid().element.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(selectedKeys()).toEqual([])
  })

  it('takes the keys from what stood in place of rows, and shows where they are', async () => {
    const around = ({ rows }: { readonly rows: readonly Row[] }) =>
      h(
        LongTable as never,
        { label: 'Rows', rows, columns, rowKey: ({ key }: Row) => key },
        { empty: () => h('button', { id: 'all' }, 'Show all') },
      )
    around.props = ['rows']
    drawn = draw(around, { rows: [] })
    document.getElementById('all')?.focus()
    await drawn.setProps({ rows: rowsOf(3) })
    expect(document.activeElement).toBe(grid().element)
    await grid().trigger('focusin')
    expect(activeRow()?.textContent).toContain('Row 0')
  })

  it('has a row under the focus as soon as there are rows', async () => {
    table({ rows: [] })
    await grid().trigger('focusin')
    expect(grid().classes()).toContain('bare')
    await drawn!.setProps({ rows: rowsOf(3) })
    expect(activeRow()?.textContent).toContain('Row 0')
    expect(grid().classes()).not.toContain('bare')
  })

  it('goes through the rows by keyboard; the row under the cursor is always there', async () => {
    table()
    await grid().trigger('focusin')
    expect(activeRow()?.textContent).toContain('Row 0')
    await press('ArrowDown')
    expect(activeRow()?.textContent).toContain('Row 1')
    await press('End')
    expect(activeRow()?.textContent).toContain('Row 99')
    await press('ArrowDown')
    await press('ArrowUp')
    expect(activeRow()?.textContent).toContain('Row 98')
    await press('Home')
    expect(activeRow()?.textContent).toContain('Row 0')
  })

  it('chooses with Enter and with a click, not with a button in the row', async () => {
    drawn = draw({
      render: () =>
        h(
          LongTable as never,
          { label: 'Rows', rows: rowsOf(3), columns, rowKey: ({ key }: Row) => key, onChoose: (_: Row, key: string) => chosen.push(key) }, // prettier-ignore
          { 'cell-door': ({ row }: { row: Row }) => h('button', { id: row.key }, 'Open') },
        ),
    }, {}) // prettier-ignore
    const chosen: string[] = []
    await grid().trigger('focusin')
    await press('ArrowDown')
    await press('Enter')
    await rowAt(2).trigger('click')
    await drawn.get('#k0').trigger('click')
    await drawn.get('#k0').trigger('keydown', { key: 'Enter' })
    expect(chosen).toEqual(['k1', 'k2'])
  })

  it('selects with the space bar, and ranges with Shift', async () => {
    table({ selectable: true })
    await grid().trigger('focusin')
    await press('ArrowDown')
    await press(' ')
    expect(selectedKeys()).toEqual(['k1'])
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    expect(selectedKeys()).toEqual(['k1', 'k2', 'k3'])
    await rowAt(6).get('input').trigger('click', { shiftKey: true })
    expect(selectedKeys()).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6'])
    await rowAt(2).get('input').trigger('click')
    await rowAt(4).get('input').trigger('click', { shiftKey: true })
    expect(selectedKeys()).toEqual(['k1', 'k5', 'k6'])
  })

  it('selects nothing where rows are not to be selected', async () => {
    table()
    await grid().trigger('focusin')
    await press(' ')
    await press('a', { ctrlKey: true })
    expect(drawn!.emitted('update:selected')).toBeUndefined()
    expect(drawn!.find('input').exists()).toBe(false)
  })

  it('selects all, or none, of the rows it shows and leaves the others as they are', async () => {
    table({ selectable: true, selected: new Set(['elsewhere', 'k1']), rows: rowsOf(3) })
    const all = () => drawn!.get<HTMLInputElement>('[data-testid=select-all]')
    expect(all().element.indeterminate).toBe(true)
    await all().trigger('click')
    expect(selectedKeys()).toEqual(['elsewhere', 'k1', 'k0', 'k2'])
    expect(all().element).toMatchObject({ checked: true, indeterminate: false })
    await all().trigger('click')
    expect(selectedKeys()).toEqual(['elsewhere'])
  })

  it('asks for an order up, down, and as it came', async () => {
    table()
    const title = () => drawn!.get('[data-testid=sort-name]')
    for (const expected of ['ascending', 'descending', 'none']) {
      await title().trigger('click')
      expect(drawn!.get('[role=columnheader]').attributes('aria-sort')).toBe(expected)
    }
    expect(drawn!.find('[data-testid=sort-door]').exists()).toBe(false)
  })

  it('keeps the cursor on its row when others come and go', async () => {
    table()
    await grid().trigger('focusin')
    await press('ArrowDown')
    await press('ArrowDown')
    await drawn!.setProps({ rows: [{ key: 'new', name: 'New' }, ...rowsOf(100)] })
    expect(activeRow()?.textContent).toContain('Row 2')
  })

  it('takes the focus of a button that is gone', async () => {
    const rows = rowsOf(3)
    let isOpen = true
    const holder = {
      props: { rows: { type: Array, required: true } },
      setup: (props: { rows: Row[] }) => () =>
        h(
          LongTable as never,
          { label: 'Rows', rows: props.rows, columns, rowKey: ({ key }: Row) => key },
          { 'cell-door': ({ row }: { row: Row }) => (isOpen ? h('button', { id: row.key }) : null) },
        ),
    }
    drawn = draw(holder as never, { rows })
    document.getElementById('k1')?.focus()
    expect(document.activeElement?.id).toBe('k1')
    isOpen = false
    await drawn.setProps({ rows: [...rows] })
    await nextTick()
    expect(document.activeElement).toBe(grid().element)
  })

  it.each([
    ['loading', 'table-loading'],
    ['failed', 'failed'],
  ])('shows no rows while it is %s', (state) => {
    table({ state })
    expect(drawn!.findAll('[data-testid=table-row]')).toHaveLength(0)
    expect(grid().attributes('aria-activedescendant')).toBeUndefined()
  })

  it('says when it is empty', () => {
    table({ rows: [] })
    expect(drawn!.text()).toContain('Nothing to show.')
  })
})
