import { lockStates, statesOf } from '#shared/model/lock-record'
import type { LockRecord, LockState } from '#shared/model/lock-record'
import { assetKey } from '../../record/asset-key'
import type { Steps } from '../../ui/table/in-slices'

/** What the filters ask of a row, as far as others are alike: some hundreds of kinds stand for 100,000 rows. */
interface AssetKind {
  /** Counted from 0 within a list. */
  readonly id: number
  readonly states: readonly [LockState, ...LockState[]]
  readonly type: string
  readonly chip: string
  readonly isHeld: boolean
  readonly end: EndSpan
  readonly endsWithin: readonly number[]
  readonly isBorrowed: boolean
}

/** A record with what is asked of it at every filter, made once. */
export interface AssetRow {
  readonly key: string
  readonly record: LockRecord
  /** Every state that holds, the first the most telling. */
  readonly states: readonly [LockState, ...LockState[]]
  readonly end: EndSpan
  readonly daysToEnd: number | null
  readonly kind: AssetKind
}

/** `YYYY-MM` is a month to come (the first is what is left of this one); `later` is after those twelve. */
export type EndSpan = string

export interface MonthSpan {
  readonly span: EndSpan
  /** Its first moment, ms since 1970. */
  readonly from: number
  readonly until: number
}

const shownMonths = 12

/** This month and the eleven after it, by this computer's clock and place. */
export const monthsFrom = (now: number): readonly MonthSpan[] => {
  const today = new Date(now)
  return Array.from({ length: shownMonths }, (_, index) => {
    const from = new Date(today.getFullYear(), today.getMonth() + index, 1)
    const until = new Date(today.getFullYear(), today.getMonth() + index + 1, 1)
    const month = String(from.getMonth() + 1).padStart(2, '0')
    return { span: `${from.getFullYear()}-${month}`, from: from.getTime(), until: until.getTime() }
  })
}

const spanOf = (end: number | null, now: number, months: readonly MonthSpan[]): EndSpan => {
  if (end === null) return 'never'
  if (end <= now) return 'ended'
  return months.find(({ until }) => end < until)?.span ?? 'later'
}

const day = 86_400_000
const stride = 2_048

export const endWithin = [30, 90] as const

export function* assetRowsOf(records: readonly LockRecord[], now: number): Steps<readonly AssetRow[]> {
  const months = monthsFrom(now)
  const kinds = new Map<string, AssetKind>()
  const rows: AssetRow[] = []
  for (const [index, record] of records.entries()) {
    const { limitEnd } = record
    const daysToEnd = limitEnd === null ? null : (limitEnd - now) / day
    const common = {
      states: statesOf(record, now),
      type: record.licenseType ?? '',
      chip: record.chipGeneration === null ? '' : String(record.chipGeneration),
      isHeld: record.holder !== null,
      end: spanOf(limitEnd, now, months),
      endsWithin: endWithin.filter((days) => daysToEnd !== null && daysToEnd > 0 && daysToEnd <= days),
      isBorrowed: record.borrowedUsbKey === true,
    }
    const name = Object.values(common).join('\n')
    let kind = kinds.get(name)
    if (kind === undefined) kinds.set(name, (kind = { id: kinds.size, ...common }))
    rows.push({ key: assetKey(record), record, states: kind.states, end: kind.end, daysToEnd, kind })
    if (index % stride === 0) yield
  }
  return rows
}

export interface AssetFilter {
  /** Any of these; empty is any. */
  readonly states: readonly LockState[]
  /** License types as the platform has them; the empty one is “not known”. */
  readonly types: readonly string[]
  /** `4`, `5`, or the empty one: “not known”. */
  readonly chips: readonly string[]
  readonly holder: null | 'none' | 'some' | { readonly memberGlobalId: string; readonly name: string }
  /** A span, or `within-30`, `within-90`: those that end in so many days. */
  readonly ends: EndSpan | null
  readonly borrowed: boolean
  /** What the platform answered for the code: values by the asset's key. */
  readonly extension: {
    readonly code: string
    readonly values: ReadonlyMap<string, string | null>
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
  // Who it is, and what the platform answered for an extension, is each row's own.
  holder: ({ isHeld }, { holder }) =>
    holder === null || typeof holder === 'object' || isHeld === (holder === 'some'),
  ends: ({ end, endsWithin }, { ends }) =>
    ends === null || ends === end || endsWithin.some((days) => ends === `within-${days}`),
  borrowed: ({ isBorrowed }, { borrowed }) => !borrowed || isBorrowed,
  extension: () => true,
}

/** How many rows each value of a facet would leave, the search and the other facets being as they are. */
export type FacetCounts = Readonly<Record<Exclude<Facet, 'extension'>, ReadonlyMap<string, number>>>

export interface Sifted {
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
})

export const nothingSifted: Sifted = { rows: [], counts: emptyCounts() }

/** Where a kind's rows are counted, each facet by its values. */
const valuesOf = (kind: AssetKind): Readonly<Record<keyof FacetCounts, readonly string[]>> => ({
  states: kind.states,
  types: [kind.type],
  chips: [kind.chip],
  holder: [kind.isHeld ? 'some' : 'none'],
  ends: [kind.end, ...kind.endsWithin.map((days) => `within-${days}`)],
  borrowed: kind.isBorrowed ? ['only'] : [],
})

/** Rows of one kind: how many pass, and how many fail in one facet alone. */
interface Tally {
  readonly kind: AssetKind
  readonly failed: readonly Facet[]
  passing: number
  failing: Map<Facet, number>
}

/**
 * The rows that pass, and the counts beside each choice, in one walk: a row that fails in one facet alone counts there
 * and nowhere else, so that a choice says what it would bring.
 */
export function* siftAssets(rows: readonly AssetRow[], filter: AssetFilter): Steps<Sifted> {
  const used = facets.filter((facet) => isUsed(filter, facet))
  const person = typeof filter.holder === 'object' ? filter.holder : null
  const { extension } = filter
  const tallies: (Tally | undefined)[] = []
  const passing: AssetRow[] = []
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
    if (person !== null && row.record.holder?.memberGlobalId !== person.memberGlobalId) {
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
    if (index % stride === 0) yield
  }
  return { rows: used.length === 0 ? rows : passing, counts: countsOf(tallies) }
}

const countsOf = (tallies: readonly (Tally | undefined)[]): FacetCounts => {
  const counts = emptyCounts()
  for (const tally of tallies) {
    if (tally === undefined) continue
    const values = valuesOf(tally.kind)
    for (const facet of Object.keys(values) as (keyof FacetCounts)[]) {
      const many = tally.passing + (tally.failing.get(facet) ?? 0)
      if (many === 0) continue
      const of: Map<string, number> = counts[facet]
      for (const value of values[facet]) of.set(value, (of.get(value) ?? 0) + many)
    }
  }
  return counts
}
