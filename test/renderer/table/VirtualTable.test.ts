// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick } from 'vue'
import VirtualTable from '../../../src-renderer/ui/table/VirtualTable.vue'
import type { TableSort } from '../../../src-renderer/ui/table/table-column'
import { mountComponent } from '../support/mount-component'

interface Row {
  readonly key: string
  readonly name: string
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, name: `Row ${index}` }))
const columns = [
  { key: 'name', title: 'Name', width: '1fr', value: ({ name }: Row) => name },
  { key: 'action', title: '', width: '80px' },
]

let wrapper: ReturnType<typeof mountComponent> | undefined
afterEach(() => wrapper?.unmount())
const table = (part: Record<string, unknown> = {}) => {
  wrapper = mountComponent(VirtualTable as never, {
    label: 'Rows',
    rows: rowsOf(100),
    columns,
    rowKey: ({ key }: Row) => key,
    'onUpdate:selected': (selected: ReadonlySet<string>) => wrapper?.setProps({ selected }),
    'onUpdate:sort': (sort: TableSort | null) => wrapper?.setProps({ sort }),
    ...part,
  })
  return wrapper
}
const grid = () => wrapper!.get('[role=grid]')
const press = (key: string, part: object = {}) => grid().trigger('keydown', { key, ...part })
const activeRow = () => document.getElementById(grid().attributes('aria-activedescendant') ?? '')
const selectedKeys = () => {
  const events = wrapper!.emitted<[ReadonlySet<string>]>('update:selected') ?? []
  return [...(events.at(-1)?.[0] ?? [])]
}
const rowAt = (index: number) => wrapper!.get(`[data-index="${index}"]`)

describe('VirtualTable', () => {
  it('renders the visible rows and exposes the total', () => {
    table({ rows: rowsOf(100_000) })
    expect(grid().attributes('aria-rowcount')).toBe('100001')
    const rows = wrapper!.findAll('[data-testid=table-row]')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThan(60)
    expect(rows[0]?.attributes('aria-rowindex')).toBe('2')
    expect(rows[0]?.text()).toBe('Row 0')
  })

  it('has a heading above each group, which the cursor passes over', async () => {
    table({
      rows: rowsOf(5),
      groupOf: ({ key }: Row) => (key < 'k2' ? 0 : 1),
    })
    expect(grid().attributes('aria-rowcount')).toBe('8')
    const rowIndices = wrapper!.findAll('[role=row]').map((row) => row.attributes('aria-rowindex'))
    expect([...rowIndices].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(rowAt(2).attributes('style')).toContain('translateY(144px)')
    await press('Home')
    await press('ArrowDown')
    await press('ArrowDown')
    expect(activeRow()?.textContent).toContain('Row 2')
  })

  it('keeps Ctrl+A from selecting the page text where rows cannot be selected', () => {
    table()
    const event = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
    grid().element.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(selectedKeys()).toEqual([])
  })

  it('takes the keyboard focus from an empty state, and shows the active row', async () => {
    const around = ({ rows }: { readonly rows: readonly Row[] }) =>
      h(
        VirtualTable as never,
        { label: 'Rows', rows, columns, rowKey: ({ key }: Row) => key },
        { empty: () => h('button', { id: 'all' }, 'Show all') },
      )
    around.props = ['rows']
    wrapper = mountComponent(around, { rows: [] })
    document.getElementById('all')?.focus()
    await wrapper.setProps({ rows: rowsOf(3) })
    expect(document.activeElement).toBe(grid().element)
    await grid().trigger('focusin')
    expect(activeRow()?.textContent).toContain('Row 0')
  })

  it('activates a row as soon as there are rows', async () => {
    table({ rows: [] })
    await grid().trigger('focusin')
    expect(grid().classes()).toContain('bare')
    await wrapper!.setProps({ rows: rowsOf(3) })
    expect(activeRow()?.textContent).toContain('Row 0')
    expect(grid().classes()).not.toContain('bare')
  })

  it('moves through the rows by keyboard; the active row is always rendered', async () => {
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

  it('chooses with Enter and click, except on a button in the row', async () => {
    wrapper = mountComponent({
      render: () =>
        h(
          VirtualTable as never,
          { label: 'Rows', rows: rowsOf(3), columns, rowKey: ({ key }: Row) => key, onChoose: (_: Row, key: string) => chosen.push(key) }, // prettier-ignore
          { 'cell-action': ({ row }: { row: Row }) => h('button', { id: row.key }, 'Open') },
        ),
    }, {}) // prettier-ignore
    const chosen: string[] = []
    await grid().trigger('focusin')
    await press('ArrowDown')
    await press('Enter')
    await rowAt(2).trigger('click')
    await wrapper.get('#k0').trigger('click')
    await wrapper.get('#k0').trigger('keydown', { key: 'Enter' })
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

  it('selects nothing where rows are not selectable', async () => {
    table()
    await grid().trigger('focusin')
    await press(' ')
    await press('a', { ctrlKey: true })
    expect(wrapper!.emitted('update:selected')).toBeUndefined()
    expect(wrapper!.find('input').exists()).toBe(false)
  })

  it('selects all or none of the shown rows and keeps the others', async () => {
    table({ selectable: true, selected: new Set(['elsewhere', 'k1']), rows: rowsOf(3) })
    const all = () => wrapper!.get<HTMLInputElement>('[data-testid=select-all]')
    expect(all().element.indeterminate).toBe(true)
    await all().trigger('click')
    expect(selectedKeys()).toEqual(['elsewhere', 'k1', 'k0', 'k2'])
    expect(all().element).toMatchObject({ checked: true, indeterminate: false })
    await all().trigger('click')
    expect(selectedKeys()).toEqual(['elsewhere'])
  })

  it('has no checkbox for a row that cannot be selected, and none for all without another row', async () => {
    const isSelectable = ({ key }: Row) => key === 'k1'
    table({ selectable: true, isSelectable, rows: rowsOf(3) })
    const boxes = () => wrapper!.findAll('[data-testid=table-row]').map((row) => row.find('input').exists())
    expect(boxes()).toEqual([false, true, false])
    expect(wrapper!.find('[data-testid=select-all]').exists()).toBe(true)
    await wrapper!.setProps({ rows: rowsOf(1) })
    expect(boxes()).toEqual([false])
    expect(wrapper!.find('[data-testid=select-all]').exists()).toBe(false)
  })

  it('shows none as selected where the selection of all ended in none', async () => {
    const clear = () => wrapper?.setProps({ selected: new Set() })
    table({ selectable: true, selected: new Set(['k1']), rows: rowsOf(3), 'onUpdate:selected': clear })
    const all = () => wrapper!.get<HTMLInputElement>('[data-testid=select-all]')
    await all().trigger('click')
    await vi.waitFor(() => expect(all().element).toMatchObject({ checked: false, indeterminate: false }))
  })

  it('sorts ascending, descending and unsorted', async () => {
    table()
    const title = () => wrapper!.get('[data-testid=sort-name]')
    for (const expected of ['ascending', 'descending', 'none']) {
      await title().trigger('click')
      expect(wrapper!.get('[role=columnheader]').attributes('aria-sort')).toBe(expected)
    }
    expect(wrapper!.find('[data-testid=sort-action]').exists()).toBe(false)
  })

  it('keeps the cursor on its row when others are added and removed', async () => {
    table()
    await grid().trigger('focusin')
    await press('ArrowDown')
    await press('ArrowDown')
    await wrapper!.setProps({ rows: [{ key: 'new', name: 'New' }, ...rowsOf(100)] })
    expect(activeRow()?.textContent).toContain('Row 2')
  })

  it('takes the focus of a removed button', async () => {
    const rows = rowsOf(3)
    let isOpen = true
    const holder = {
      props: { rows: { type: Array, required: true } },
      setup: (props: { rows: Row[] }) => () =>
        h(
          VirtualTable as never,
          { label: 'Rows', rows: props.rows, columns, rowKey: ({ key }: Row) => key },
          { 'cell-action': ({ row }: { row: Row }) => (isOpen ? h('button', { id: row.key }) : null) },
        ),
    }
    wrapper = mountComponent(holder as never, { rows })
    document.getElementById('k1')?.focus()
    expect(document.activeElement?.id).toBe('k1')
    isOpen = false
    await wrapper.setProps({ rows: [...rows] })
    await nextTick()
    expect(document.activeElement).toBe(grid().element)
  })

  it.each([
    ['loading', 'table-loading'],
    ['failed', 'failed'],
  ])('shows no rows in the state %s', (state) => {
    table({ state })
    expect(wrapper!.findAll('[data-testid=table-row]')).toHaveLength(0)
    expect(grid().attributes('aria-activedescendant')).toBeUndefined()
  })

  it('shows an empty state', () => {
    table({ rows: [] })
    expect(wrapper!.text()).toContain('No data')
  })
})
