import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderByRank, rankValues } from '../../../src-renderer/ui/table/sort-rows'
import type { SortValue } from '../../../src-renderer/ui/table/sort-rows'
import type { Steps } from '../../../src-renderer/ui/table/run-time-sliced'

const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
const sorted = (values: readonly SortValue[], direction: 'ascending' | 'descending' = 'ascending') => {
  const rows = values.map((value, index) => ({ value, index }))
  return finish(orderByRank(rows, finish(rankValues(values, 'en')), direction))
}
const valuesOf = (rows: readonly { value: SortValue }[]) => rows.map(({ value }) => value)

describe('sorting', () => {
  it('uses natural order', () => {
    expect(valuesOf(sorted(['Lock 10', 'lock 9', 'Lock 1']))).toEqual(['Lock 1', 'lock 9', 'Lock 10'])
    expect(valuesOf(sorted(['9', '10', '8']))).toEqual(['8', '9', '10'])
    expect(valuesOf(sorted([9, 10, -8]))).toEqual([-8, 9, 10])
  })

  it('uses the Chinese collation', () => {
    const ranks = finish(rankValues(['赵', '陈', '北桥'], 'zh-CN'))
    expect([...ranks]).toEqual([2, 1, 0])
  })

  it('puts missing values last in both directions', () => {
    expect(valuesOf(sorted([null, 2, null, 1]))).toEqual([1, 2, null, null])
    expect(valuesOf(sorted([null, 2, null, 1], 'descending'))).toEqual([2, 1, null, null])
  })

  it('is stable in both directions', () => {
    const value = fc.option(fc.constantFrom('a', 'b', 'B', 'c', '10', '9', '1'))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 1200 }), (values) => {
        const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
        const rows = values.map((one, index) => ({ value: one, index }))
        const by = (sign: 1 | -1) =>
          rows.toSorted((a, b) => {
            if (a.value === null || b.value === null)
              return a.value === b.value ? 0 : a.value === null ? 1 : -1
            return sign * compare(a.value, b.value)
          })
        expect(sorted(values)).toEqual(by(1))
        expect(sorted(values, 'descending')).toEqual(by(-1))
      }),
      { numRuns: 60 },
    )
  })
})
