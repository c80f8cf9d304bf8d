import { lockStates, statesOf } from '#shared/model/lock-record'
import type { LockRecord, LockState } from '#shared/model/lock-record'
import { assetKey } from '../../record/asset-key'
import type { Steps } from '../../ui/table/in-slices'

/** A record with what is asked of it at every filter, made once. */
export interface AssetRow {
  readonly key: string
  readonly record: LockRecord
  /** Every state that holds, the first the most telling. */
  readonly states: readonly [LockState, ...LockState[]]
  readonly end: EndSpan
  readonly daysToEnd: number | null
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
const stride = 256

export function* assetRowsOf(records: readonly LockRecord[], now: number): Steps<readonly AssetRow[]> {
  const months = monthsFrom(now)
  const rows: AssetRow[] = []
  for (const [index, record] of records.entries()) {
    const { limitEnd } = record
    rows.push({
      key: assetKey(record),
      record,
      states: statesOf(record, now),
      end: spanOf(limitEnd, now, months),
      daysToEnd: limitEnd === null ? null : (limitEnd - now) / day,
    })
    if (index % stride === 0) yield
  }
  return rows
}

export const endWithin = [30, 90] as const

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

const chipOf = ({ chipGeneration }: LockRecord): string =>
  chipGeneration === null ? '' : String(chipGeneration)
const typeOf = ({ licenseType }: LockRecord): string => licenseType ?? ''
const endsWithin = ({ daysToEnd }: AssetRow, days: number): boolean =>
  daysToEnd !== null && daysToEnd > 0 && daysToEnd <= days

const passes: Readonly<Record<Facet, (row: AssetRow, filter: AssetFilter) => boolean>> = {
  states: ({ states }, filter) =>
    filter.states.length === 0 || states.some((state) => filter.states.includes(state)),
  types: ({ record }, filter) => filter.types.length === 0 || filter.types.includes(typeOf(record)),
  chips: ({ record }, filter) => filter.chips.length === 0 || filter.chips.includes(chipOf(record)),
  holder: ({ record }, { holder }) => {
    if (holder === null) return true
    if (typeof holder === 'object') return record.holder?.memberGlobalId === holder.memberGlobalId
    return (record.holder === null) === (holder === 'none')
  },
  ends: (row, { ends }) => {
    if (ends === null) return true
    const days = endWithin.find((one) => ends === `within-${one}`)
    return days === undefined ? row.end === ends : endsWithin(row, days)
  },
  borrowed: ({ record }, { borrowed }) => !borrowed || record.borrowedUsbKey === true,
  extension: ({ key }, { extension }) => extension === null || extension.values.has(key),
}

/** How many rows each value of a facet would leave, the other facets being as they are. */
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

/**
 * The rows that pass, and the counts beside each choice, in one walk: a row that fails in one facet alone counts there
 * and nowhere else, so that a choice says what it would bring.
 */
export function* siftAssets(rows: readonly AssetRow[], filter: AssetFilter): Steps<Sifted> {
  const counts = emptyCounts()
  const add = (facet: keyof typeof counts, value: string): void =>
    void counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1)
  const count: Readonly<Record<Facet, (row: AssetRow) => void>> = {
    states: ({ states }) => {
      for (const state of states) add('states', state)
    },
    types: ({ record }) => add('types', typeOf(record)),
    chips: ({ record }) => add('chips', chipOf(record)),
    holder: ({ record }) => add('holder', record.holder === null ? 'none' : 'some'),
    ends: (row) => {
      add('ends', row.end)
      for (const days of endWithin) if (endsWithin(row, days)) add('ends', `within-${days}`)
    },
    borrowed: ({ record }) => {
      if (record.borrowedUsbKey === true) add('borrowed', 'only')
    },
    extension: () => undefined,
  }
  const used = facets.filter((facet) => isUsed(filter, facet))
  const passing: AssetRow[] = []
  for (const [index, row] of rows.entries()) {
    let failed: Facet | null = null
    let failures = 0
    for (const facet of used) {
      if (!passes[facet](row, filter)) {
        failed = facet
        failures += 1
        if (failures > 1) break
      }
    }
    if (failures === 0) {
      passing.push(row)
      for (const facet of facets) count[facet](row)
    } else if (failures === 1 && failed !== null) count[failed](row)
    if (index % stride === 0) yield
  }
  return { rows: used.length === 0 ? rows : passing, counts }
}
