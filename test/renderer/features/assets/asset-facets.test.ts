import { dayOf } from '#shared/model/calendar-day'
import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import {
  assetRowsOf,
  facets,
  monthsFrom,
  noFilter,
  filterAssets,
} from '../../../../src-renderer/features/assets/asset-facets'
import type { AssetFilter } from '../../../../src-renderer/features/assets/asset-facets'
import type { Steps } from '../../../../src-renderer/ui/table/run-time-sliced'
import * as samples from '../../support/samples'

const now = new Date(2026, 10, 21, 12).getTime()
const day = 86_400_000
const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
const record = (number: number, part: Partial<LockRecord>): LockRecord =>
  samples.record(String(8_000_000_000 + number), now, part)
const records = [
  record(1, { limitEnd: now + 5 * day, locked: true }),
  record(2, { limitEnd: now - day, locked: true, holder: null }),
  record(3, { limitEnd: null, licenseType: 'softkey', freezing: true, chipGeneration: 4 }),
  record(4, { limitEnd: new Date(2027, 0, 1).getTime(), borrowedUsbKey: true, lent: true }),
  record(5, { limitEnd: new Date(2027, 10, 1).getTime(), licenseType: null, holder: null }),
  record(6, { locked: null, limitEnd: now + 60 * day }),
]
const rows = atOnce(assetRowsOf(records, now, new Map(), null))
const filterBy = (part: Partial<AssetFilter>) => atOnce(filterAssets(rows, { ...noFilter, ...part }))
const numbers = (part: Partial<AssetFilter>) =>
  filterBy(part).rows.map(({ record: { assetNum } }) => Number(assetNum) - 8_000_000_000)

describe('asset filters', () => {
  it('list twelve calendar months from the current one', () => {
    const months = monthsFrom(dayOf(now), null)
    expect(months.map(({ span }) => span)).toEqual([
      '2026-11',
      '2026-12',
      ...Array.from({ length: 9 }, (_, index) => `2027-0${String(index + 1)}`),
      '2027-10',
    ])
  })

  it('assign an end date to its month, including the first moment', () => {
    expect(rows.map(({ end }) => end)).toEqual(['2026-11', 'ended', 'never', '2027-01', 'later', '2027-01'])
  })

  it('match every state of a lock', () => {
    expect(numbers({ states: ['disabled'] })).toEqual([1, 2])
    expect(numbers({ states: ['expired'] })).toEqual([2])
    expect(numbers({ states: ['frozen', 'lent', 'unknown'] })).toEqual([3, 4, 6])
  })

  it('match expiring assets, and assets without an end date', () => {
    expect(numbers({ ends: 'within-30' })).toEqual([1])
    expect(numbers({ ends: 'within-90' })).toEqual([1, 4, 6])
    expect(numbers({ ends: 'never' })).toEqual([3])
    expect(numbers({ ends: '2027-01' })).toEqual([4, 6])
  })

  it('match employees, borrowed locks, unknown types and chips, and an extension', () => {
    expect(numbers({ holder: 'none' })).toEqual([2, 5])
    expect(numbers({ holder: 'some' })).toEqual([1, 3, 4, 6])
    expect(numbers({ holder: { memberGlobalId: 'member-1', name: 'Chen Yu' } })).toEqual([1, 3, 4, 6])
    expect(numbers({ borrowed: true })).toEqual([4])
    expect(numbers({ types: [''] })).toEqual([5])
    expect(numbers({ chips: ['4'] })).toEqual([3])
    const values = new Map([[rows[1]!.key, '1']])
    expect(numbers({ extension: { code: 'gxxp', values, enterprises: ['e-1'] } })).toEqual([2])
  })

  it('count each choice with the other filters applied', () => {
    const { counts } = filterBy({ states: ['disabled'], holder: 'none' })
    // By state: of the two unassigned. By employee: of the two disabled.
    expect(Object.fromEntries(counts.states)).toMatchObject({ disabled: 1, expired: 1, enabled: 1 })
    expect(Object.fromEntries(counts.holder)).toEqual({ some: 1, none: 1 })
    expect(Object.fromEntries(counts.employees)).toEqual({ 'member-1': 1 })
    expect(Object.fromEntries(filterBy({ states: ['lent', 'unknown'] }).counts.employees)).toEqual({
      'member-1': 2,
    })
    expect(filterBy({ states: ['expired'] }).counts.employees.size).toBe(0)
    expect(Object.fromEntries(counts.types)).toEqual({ normal_recover_usbkey: 1 })
  })

  it('return as many rows for every choice as counted', () => {
    const { counts } = filterBy({})
    for (const [state, n] of counts.states) {
      expect(filterBy({ states: [state as 'enabled'] }).rows).toHaveLength(n)
    }
    for (const [ends, n] of counts.ends) expect(filterBy({ ends }).rows).toHaveLength(n)
    for (const [type, n] of counts.types) expect(filterBy({ types: [type] }).rows).toHaveLength(n)
    for (const [chip, n] of counts.chips) expect(filterBy({ chips: [chip] }).rows).toHaveLength(n)
    expect(facets).toHaveLength(7)
  })
})
