import { dayOf } from '#shared/model/calendar-day'
import { knownTime } from '#shared/model/api/timestamp'
import type { EndTime } from '#shared/model/api/timestamp'
import { lockStates, statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord, LockState } from '#shared/model/locks/lock-record'
import type { LockName } from '#shared/model/locks/lock-name'
import { timeIn } from '#shared/model/time-zone'
import type { TimeZone } from '#shared/model/time-zone'
import type { Name } from '#shared/model/name'
import { daysUntil } from '../../i18n/times'
import { assetKey } from '../../entities/asset/asset-key'
import type { Steps } from '../../ui/table/run-time-sliced'

/** The filter values shared by many rows: a few hundred kinds cover 100,000 rows. */
interface AssetKind {
  /** Counted from 0 within a list. */
  readonly id: number
  readonly states: readonly [LockState, ...LockState[]]
  readonly type: string
  readonly chip: string
  readonly isAssigned: boolean
  readonly end: ExpiryRange
  readonly endsWithin: readonly number[]
  readonly isBorrowed: boolean
}

/** A record with its filter values, computed once. */
export interface AssetRow {
  readonly key: string
  readonly record: LockRecord
  /** Its name and note on this computer. */
  readonly named: LockName | null
  /** All current states, the most important first. */
  readonly states: readonly [LockState, ...LockState[]]
  readonly end: ExpiryRange
  readonly daysToEnd: number | null
  readonly kind: AssetKind
}

/** `YYYY-MM` is a coming month (the first is the rest of the current one); `later` is after those twelve. */
export type ExpiryRange = string

export interface MonthSpan {
  readonly span: ExpiryRange
  /** When the next month begins, ms since 1970. */
  readonly until: number
}

const shownMonths = 12

/** The month of a day, such as `2026-11-30`, in the platform's zone, and the next eleven. */
export const monthsFrom = (today: string, zone: TimeZone): readonly MonthSpan[] => {
  const [year = 0, thisMonth = 0] = today.split('-').map(Number)
  const months = Array.from({ length: shownMonths + 1 }, (_, index) => {
    const count = year * 12 + thisMonth - 1 + index
    const [ofYear, month] = [Math.floor(count / 12), (count % 12) + 1]
    const start = timeIn(zone, { year: ofYear, month, day: 1, hour: 0, minute: 0, second: 0 }) ?? 0
    return { span: `${String(ofYear)}-${String(month).padStart(2, '0')}`, start }
  })
  return months.slice(0, -1).map(({ span }, index) => ({ span, until: months[index + 1]?.start ?? 0 }))
}

const spanOf = (end: EndTime, now: number, months: readonly MonthSpan[]): ExpiryRange => {
  if (end === null) return 'never'
  if (typeof end !== 'number') return 'unknown'
  if (end <= now) return 'ended'
  return months.find(({ until }) => end < until)?.span ?? 'later'
}

const stride = 2_048

export const expiryDays = [30, 90] as const

export function* assetRowsOf(
  records: readonly LockRecord[],
  now: number,
  names: ReadonlyMap<string, LockName>,
  zone: TimeZone,
): Steps<readonly AssetRow[]> {
  const months = monthsFrom(dayOf(now, zone), zone)
  const kinds = new Map<string, AssetKind>()
  const rows: AssetRow[] = []
  for (const [index, record] of records.entries()) {
    const limitEnd = knownTime(record.limitEnd)
    const daysToEnd = limitEnd === null ? null : daysUntil(limitEnd, now, zone)
    const common = {
      states: statesOf(record, now),
      type: record.licenseType ?? '',
      chip: record.chipGeneration === null ? '' : String(record.chipGeneration),
      isAssigned: record.holder !== null,
      end: spanOf(record.limitEnd, now, months),
      endsWithin: expiryDays.filter(
        (days) => limitEnd !== null && limitEnd > now && daysToEnd !== null && daysToEnd <= days,
      ),
      isBorrowed: record.borrowedUsbKey === true,
    }
    const name = Object.values(common).join('\n')
    let kind = kinds.get(name)
    if (kind === undefined) kinds.set(name, (kind = { id: kinds.size, ...common }))
    const key = assetKey(record)
    rows.push({
      key,
      record,
      named: names.get(key) ?? null,
      states: kind.states,
      end: kind.end,
      daysToEnd,
      kind,
    })
    if (index % stride === 0) yield
  }
  return rows
}

export interface AssetFilter {
  /** Any of these; empty means all. */
  readonly states: readonly LockState[]
  /** The platform's license types; the empty one is “unknown”. */
  readonly types: readonly string[]
  /** `4`, `5`, or empty for “unknown”. */
  readonly chips: readonly string[]
  readonly holder: null | 'none' | 'some' | { readonly memberGlobalId: string; readonly name: Name }
  /** A span, or `within-30` and `within-90`: ends within that many days. */
  readonly ends: ExpiryRange | null
  readonly borrowed: boolean
  /** The platform's values for the extension code, by asset key. */
  readonly extension: {
    readonly code: string
    readonly values: ReadonlyMap<string, string | null>
    /** The enterprises that were asked about. */
    readonly enterprises: readonly string[]
  } | null
}

export const noFilter: AssetFilter = {
  states: [],
  types: [],
  chips: [],
  holder: null,
  ends: null,
  borrowed: false,
  extension: null,
}

export const facets = ['states', 'types', 'chips', 'holder', 'ends', 'borrowed', 'extension'] as const
export type Facet = (typeof facets)[number]

export const isUsed = (filter: AssetFilter, facet: Facet): boolean => {
  const value = filter[facet]
  if (Array.isArray(value)) return value.length > 0
  return value !== null && value !== false
}

const hasPassed: Readonly<Record<Facet, (kind: AssetKind, filter: AssetFilter) => boolean>> = {
  states: ({ states }, filter) =>
    filter.states.length === 0 || states.some((state) => filter.states.includes(state)),
  types: ({ type }, filter) => filter.types.length === 0 || filter.types.includes(type),
  chips: ({ chip }, filter) => filter.chips.length === 0 || filter.chips.includes(chip),
  // The holder and the extension differ per row, so they are not part of the kind.
  holder: ({ isAssigned }, { holder }) =>
    holder === null || typeof holder === 'object' || isAssigned === (holder === 'some'),
  ends: ({ end, endsWithin }, { ends }) =>
    ends === null || ends === end || endsWithin.some((days) => ends === `within-${days}`),
  borrowed: ({ isBorrowed }, { borrowed }) => !borrowed || isBorrowed,
  extension: () => true,
}

type CountedFacet = Exclude<Facet, 'extension'>
/** The number of rows each value of a facet would leave with the current search and the other facets. */
export type FacetCounts = Readonly<Record<CountedFacet, ReadonlyMap<string, number>>> & {
  /** The choices of the facet `holder` that are employees, by their IDs. */
  readonly employees: ReadonlyMap<string, number>
}

export interface FilteredAssets {
  readonly rows: readonly AssetRow[]
  readonly counts: FacetCounts
}

const emptyCounts = () => ({
  states: new Map<string, number>(lockStates.map((state) => [state, 0])),
  types: new Map<string, number>(),
  chips: new Map<string, number>(),
  holder: new Map<string, number>(),
  ends: new Map<string, number>(),
  borrowed: new Map<string, number>(),
  employees: new Map<string, number>(),
})

export const noFilteredAssets: FilteredAssets = { rows: [], counts: emptyCounts() }

/** The values under which a kind's rows are counted, by facet. */
const valuesOf = (kind: AssetKind): Readonly<Record<CountedFacet, readonly string[]>> => ({
  states: kind.states,
  types: [kind.type],
  chips: [kind.chip],
  holder: [kind.isAssigned ? 'some' : 'none'],
  ends: [kind.end, ...kind.endsWithin.map((days) => `within-${days}`)],
  borrowed: kind.isBorrowed ? ['only'] : [],
})

/** Rows of one kind: how many pass, and how many fail in one facet only. */
interface Tally {
  readonly kind: AssetKind
  readonly failed: readonly Facet[]
  passing: number
  failing: Map<Facet, number>
}

/** Counts the row for its employee, if it passes without the filter by employee. */
const countEmployee = (
  employees: Map<string, number>,
  { record: { holder } }: AssetRow,
  failed: number,
  only: Facet | undefined,
): void => {
  if (holder === null || failed > 1 || (failed === 1 && only !== 'holder')) return
  employees.set(holder.memberGlobalId, (employees.get(holder.memberGlobalId) ?? 0) + 1)
}

/**
 * The passing rows and the counts for each choice in one pass: a row that fails in one facet only counts in
 * that facet, so that each choice shows what it would add.
 */
export function* filterAssets(rows: readonly AssetRow[], filter: AssetFilter): Steps<FilteredAssets> {
  const used = facets.filter((facet) => isUsed(filter, facet))
  const assignedTo = typeof filter.holder === 'object' ? filter.holder : null
  const { extension } = filter
  const tallies: (Tally | undefined)[] = []
  const passing: AssetRow[] = []
  const employees = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const { kind } = row
    const tally = (tallies[kind.id] ??= {
      kind,
      failed: used.filter((facet) => !hasPassed[facet](kind, filter)),
      passing: 0,
      failing: new Map<Facet, number>(),
    })
    let failed = tally.failed.length
    let only = tally.failed[0]
    if (assignedTo !== null && row.record.holder?.memberGlobalId !== assignedTo.memberGlobalId) {
      failed += 1
      only = 'holder'
    }
    if (extension?.values.has(row.key) === false) {
      failed += 1
      only = 'extension'
    }
    if (failed === 0) {
      tally.passing += 1
      if (used.length > 0) passing.push(row)
    } else if (failed === 1 && only !== undefined) {
      tally.failing.set(only, (tally.failing.get(only) ?? 0) + 1)
    }
    countEmployee(employees, row, failed, only)
    if (index % stride === 0) yield
  }
  return { rows: used.length === 0 ? rows : passing, counts: { ...countsOf(tallies), employees } }
}

const countsOf = (tallies: readonly (Tally | undefined)[]): FacetCounts => {
  const counts = emptyCounts()
  for (const tally of tallies) {
    if (tally === undefined) continue
    const values = valuesOf(tally.kind)
    for (const facet of Object.keys(values) as CountedFacet[]) {
      const many = tally.passing + (tally.failing.get(facet) ?? 0)
      if (many === 0) continue
      const of: Map<string, number> = counts[facet]
      for (const value of values[facet]) of.set(value, (of.get(value) ?? 0) + many)
    }
  }
  return counts
}
