import { describe, expect, it } from 'vitest'
import { emptyState, textOf, withColumns } from '../../../../src-renderer/entities/saved-view/view-state'

describe('the state of a table', () => {
  it('is the same in any order, without unused filters and spaces around the search', () => {
    const one = { ...emptyState, text: ' a ', filter: { state: ['in'], enterprise: [] }, hidden: ['x', 'y'] }
    expect(textOf(one)).toBe(
      textOf({ ...emptyState, text: 'a', filter: { state: ['in'] }, hidden: ['y', 'x'] }),
    )
    expect(textOf(one)).not.toBe(textOf({ ...one, filter: { state: ['out'] } }))
    expect(textOf(one)).not.toBe(textOf({ ...one, shown: ['z'] }))
  })

  it('keeps only columns that the table can have, and says so', () => {
    const state = {
      ...emptyState,
      sort: { key: 'gone', direction: 'ascending' as const },
      hidden: ['name', 'gone'],
      shown: ['gone'],
      widths: { name: 90, gone: 80 },
    }
    expect(withColumns(state, ['name'])).toEqual({
      layout: { hidden: ['name'], widths: { name: 90 } },
      sort: null,
      isWhole: false,
    })
    const whole = { ...state, sort: null, hidden: ['name'], shown: ['name'], widths: {} }
    expect(withColumns(whole, ['name'])).toEqual({
      layout: { hidden: ['name'], shown: ['name'], widths: {} },
      sort: null,
      isWhole: true,
    })
  })
})
