import { describe, expect, it } from 'vitest'
import { noFilter } from '../../../../src-renderer/features/activity-log/filter-entries'
import { readFilter, valuesOf } from '../../../../src-renderer/features/activity-log/saved-filter'

describe('the filters of a saved view of the activity log', () => {
  it('are read as they were saved', () => {
    const filter = {
      range: 'own',
      from: '2027-03-01',
      to: '2027-03-31',
      outcome: 'failed',
      action: 'disable',
      operator: 'Li Wei',
    } as const
    expect(readFilter(valuesOf(filter))).toEqual({ filter, ignored: [] })
    expect(readFilter(valuesOf(noFilter))).toEqual({ filter: noFilter, ignored: [] })
    expect(readFilter({})).toEqual({ filter: noFilter, ignored: [] })
  })

  it('are left out and named where they do not exist', () => {
    const values = { range: ['decade'], from: ['<b>'], outcome: ['lost'], action: ['fly'], operator: ['Mei'] }
    expect(readFilter(values)).toEqual({
      filter: { ...noFilter, operator: 'Mei' },
      ignored: ['range', 'outcome', 'action'],
    })
  })
})
