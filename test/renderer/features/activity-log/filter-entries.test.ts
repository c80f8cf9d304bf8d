import { describe, expect, it } from 'vitest'
import {
  filterEntries,
  searchTextOf,
  noFilter,
  operatorsIn,
} from '../../../../src-renderer/features/activity-log/filter-entries'
import { dayOf } from '#shared/model/calendar-day'
import type { ActivityFilter } from '../../../../src-renderer/features/activity-log/filter-entries'
import { termsOf } from '../../../../src-renderer/ui/table/text-filter'
import { translatorIn } from '../../support/mount-component'
import { entryFor } from '../../support/journal-samples'
import { entry, shell } from '../../support/samples'

const translator = translatorIn('en')
const isFoundBy = (query: string, one: ReturnType<typeof entry>): boolean => {
  const searchText = searchTextOf(one, translator).toLowerCase()
  return termsOf(query).every((term) => searchText.includes(term))
}

describe('searching the journal', () => {
  const lock = entry({ shellNumber: shell('6000000203'), key: 'LD6000000203', enterpriseName: '临港设计院' })
  it.each([
    '6000 000 203',
    '６０００',
    '6000-000-203',
    'ld60',
    '临港',
    'LI WEI',
    'disabled 6000',
    '203 临港',
  ])('finds a lock by “%s”', (query) => expect(isFoundBy(query, lock)).toBe(true))

  it.each([
    ['order', 'SO-2026-1121'],
    ['order', '2026-1121'],
    ['order', 'lo-90002'],
    ['order', '8000 000 017'],
    ['allocate', '8000 000 902'],
    ['lend', 'chen yu'],
    ['lend', 'ld8000000018'],
    ['bind-customer', 'nb-10017'],
    ['create-enterprise', '1846372910564738299'],
    ['add-employee', 'chen.yu@'],
    ['reset-password', 'reset'],
  ] as const)('finds a change “%s” by “%s”', (action, query) => {
    expect(isFoundBy(query, entryFor(action))).toBe(true)
    expect(isFoundBy('nothing of the kind', entryFor(action))).toBe(false)
  })

  it('does not match across two numbers of an entry', () => {
    const one = entry({
      key: '8000000017',
      shellNumber: shell('8000000017'),
      operatorIdentity: '13900000000',
    })
    expect(isFoundBy('80000000171390', one)).toBe(false)
  })
})

describe('filtering the journal', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
  const entries = [
    entry({ entryId: 'today', requestedAt: at(21, 1) }),
    entry({ entryId: 'yesterday', requestedAt: at(20, 23), state: 'unknown', operatorIdentity: 'Wang' }),
    entry({ entryId: 'running', requestedAt: at(16, 12), state: 'sent', action: 'enable' }),
    entry({ entryId: 'old', requestedAt: at(1, 0), state: 'failed' }),
    entry({ entryId: 'older', requestedAt: new Date(2026, 8, 1).getTime(), state: 'intent' }),
  ]
  const timeOf = ({ requestedAt }: { requestedAt: number }) => requestedAt
  const shown = (part: Partial<ActivityFilter>) =>
    filterEntries(entries, timeOf, { ...noFilter, ...part }, now, dayOf(now)).map(({ entryId }) => entryId)

  it.each<[Partial<ActivityFilter>, string[]]>([
    [{}, ['today', 'yesterday', 'running', 'old', 'older']],
    [{ range: 'today' }, ['today']],
    [{ range: 'week' }, ['today', 'yesterday', 'running']],
    [{ range: 'month' }, ['today', 'yesterday', 'running', 'old']],
    [{ range: 'own' }, ['today', 'yesterday', 'running', 'old', 'older']],
    // The end date is included.
    [{ range: 'own', from: '2026-11-01', to: '2026-11-20' }, ['yesterday', 'running', 'old']],
    [{ range: 'own', from: '', to: '2026-10-31' }, ['older']],
    // An end before the start is not used, and its field says so.
    [{ range: 'own', from: '2026-11-16', to: '2026-11-01' }, ['today', 'yesterday', 'running']],
    [{ outcome: 'under-way' }, ['running', 'older']],
    [{ outcome: 'unknown' }, ['yesterday']],
    [{ action: 'enable' }, ['running']],
    [{ operator: 'Wang', outcome: 'unknown', range: 'week' }, ['yesterday']],
    [{ operator: 'Wang', outcome: 'done' }, []],
  ])('%j shows %j', (part, expected) => expect(shown(part)).toEqual(expected))

  it('returns the same array without a filter', () => {
    expect(filterEntries(entries, timeOf, noFilter, now, dayOf(now))).toBe(entries)
  })

  it('lists each operator once, the latest first', () => {
    expect(operatorsIn(entries)).toEqual(['Li Wei', 'Wang'])
  })
})

it('finds a change on another platform by its address', () => {
  expect(isFoundBy('other.example', entry({ elsewhere: 'https://other.example' }))).toBe(true)
  expect(isFoundBy('other.example', entry())).toBe(false)
})
