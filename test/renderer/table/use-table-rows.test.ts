// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { computed, effectScope, nextTick, shallowRef } from 'vue'
import { useTableRows } from '../../../src-renderer/ui/table/use-table-rows'

describe('useTableRows', () => {
  it('computes sort texts in slices, however long that takes', async () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => at)
    let calls = 0
    const inWords = (row: number): string => {
      calls += 1
      const until = performance.now() + 0.1
      while (performance.now() < until) continue
      return String(rows.length - row).padStart(5, '0')
    }
    const scope = effectScope()
    const table = scope.run(() =>
      useTableRows({
        rows,
        columns: [{ key: 'words', title: '', width: '1fr', value: inWords }],
        sort: { key: 'words', direction: 'ascending' },
        text: '',
        searchTextOf: String,
        language: 'en',
      }),
    )
    expect(calls).toBeLessThan(rows.length / 2)
    await vi.waitFor(() => expect(table?.isWorking.value).toBe(false), { timeout: 20_000 })
    expect(table?.shown.value.slice(0, 3)).toEqual([1999, 1998, 1997])
    scope.stop()
  })

  it('sorts again where the column’s values change', async () => {
    const rows = ['a', 'b', 'c']
    const values = shallowRef(new Map([['b', 1]]))
    const columns = computed(() => {
      const known = values.value
      return [{ key: 'x', title: '', width: '1fr', value: (row: string) => known.get(row) ?? null }]
    })
    const scope = effectScope()
    const table = scope.run(() =>
      useTableRows({
        rows,
        columns,
        sort: { key: 'x', direction: 'ascending' },
        text: '',
        searchTextOf: String,
        language: 'en',
      }),
    )
    expect(table?.shown.value).toEqual(['b', 'a', 'c'])
    values.value = new Map([['c', 1]])
    await nextTick()
    expect(table?.shown.value).toEqual(['c', 'a', 'b'])
    scope.stop()
  })
})
