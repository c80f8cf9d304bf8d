import type { BranchBody, BranchFact } from './branch-event'
import { addRegister, compareStamps, registerKey, writesOf } from './registers'
import type { Register, Registers, Stamp } from './registers'
import type { Name } from '../name'
import type { CountSource, StocktakeScope, StoredResult } from '../stocktake'

// What a stocktake has, from its fields. With a branch they come from the events of all desks; without one from the lines
// of its file. A number is counted as long as one of its counts is not undone: an undo names the counts that it means, so
// that it takes nothing from a desk that counted the same lock meanwhile.

type Of<Field extends Register['field']> = Extract<Register, { readonly field: Field }>
export type ExpectedLock = BranchBody<'stocktake.opened'>['expected'][number]
export type ResultRow = BranchBody<'stocktake.result'>['rows'][number]

/** The first count of a number that was not undone. */
export interface Count {
  readonly at: number
  readonly by: CountSource
  readonly operator: Name
}

export interface OpenedStocktake {
  readonly scope: StocktakeScope
  readonly startedAt: number
  readonly startedBy: Name
  readonly expected: readonly ExpectedLock[]
}

export interface StocktakeEnd {
  readonly at: number
  readonly by: Name
  readonly how: 'finish' | 'cancel'
  readonly rows: readonly ResultRow[]
}

/** A count with what was said about it. Each may come before the others. */
interface CountFields {
  counted?: Of<'stocktake.counted'>
  uncounted?: Of<'stocktake.uncounted'>
  doubled?: Of<'stocktake.doubled'>
}

const isLive = ({ counted, uncounted }: CountFields): boolean =>
  counted !== undefined && uncounted === undefined

/** One stocktake, to which fields are added. */
export interface FoldedStocktake {
  readonly id: string
  /** Null until all parts of its beginning are known. */
  opened(): OpenedStocktake | null
  /** Of each counted number. In the order of counting where fields were added in theirs. */
  readonly counts: ReadonlyMap<string, Count>
  /** The counted numbers that two plugged-in devices gave at the same time. */
  readonly doubles: ReadonlySet<string>
  /** The counts that make a number counted. */
  countsOf(number: string): readonly string[]
  /** Whether one of them is this computer's: a count of another one may be undone where this one is not known yet. */
  isCountedBy(computer: string, number: string): boolean
  /** As it was stated where it was ended. */
  end(): StocktakeEnd | null
  /** With what another desk counted or undid before it knew of the end. */
  endWithLate(): StocktakeEnd | null
  add(register: Register): void
  /** Adds what a fact writes. */
  addFact(fact: BranchFact, stamp: Stamp): void
}

const partsOf = <Part extends { readonly parts: number }>(
  parts: ReadonlyMap<number, Part>,
): readonly Part[] | null => {
  const { parts: total } = parts.get(0) ?? { parts: 1 }
  const found = Array.from({ length: total }, (_, at) => parts.get(at))
  return found.every((part) => part !== undefined) ? found : null
}

export const createFoldedStocktake = (id: string): FoldedStocktake => {
  const registers = new Map<string, Register>()
  const openedParts = new Map<number, Of<'stocktake.opened'>['value']>()
  const byNumber = new Map<string, Map<string, CountFields>>()
  const resultParts = new Map<string, Map<number, Of<'stocktake.result'>['value']>>()
  const counts = new Map<string, Count>()
  const doubles = new Set<string>()
  let closed: Of<'stocktake.closed'> | null = null
  let opened: OpenedStocktake | null = null

  const liveOf = (number: string): [string, CountFields][] =>
    [...(byNumber.get(number) ?? [])].filter(([, fields]) => isLive(fields))
  /** The count of a number that arrived first. */
  const firstOf = (number: string): Of<'stocktake.counted'> | null => {
    let first: Of<'stocktake.counted'> | null = null
    for (const [, { counted }] of liveOf(number))
      if (counted !== undefined && (first === null || compareStamps(counted.stamp, first.stamp) < 0))
        first = counted
    return first
  }

  const showNumber = (number: string): void => {
    const first = firstOf(number)
    if (first === null) counts.delete(number)
    else {
      const { at, by, operator } = first.value
      counts.set(number, { at, by, operator })
    }
    const isDouble = liveOf(number).some(([, { doubled }]) => doubled !== undefined)
    if (isDouble) doubles.add(number)
    else doubles.delete(number)
  }

  const setOfCount = ([, number, count]: readonly [string, string, string], part: CountFields): void => {
    const ofNumber = byNumber.get(number) ?? new Map<string, CountFields>()
    byNumber.set(number, ofNumber)
    ofNumber.set(count, { ...ofNumber.get(count), ...part })
    showNumber(number)
  }

  const take = (register: Register): void => {
    if (register.field === 'stocktake.opened') {
      openedParts.set(register.value.part, register.value)
      opened = null
    } else if (register.field === 'stocktake.counted') setOfCount(register.of, { counted: register })
    else if (register.field === 'stocktake.uncounted') setOfCount(register.of, { uncounted: register })
    else if (register.field === 'stocktake.doubled') setOfCount(register.of, { doubled: register })
    else if (register.field === 'stocktake.closed') closed = register
    else if (register.field === 'stocktake.result') {
      const [, end] = register.of
      const parts = resultParts.get(end) ?? new Map<number, Of<'stocktake.result'>['value']>()
      parts.set(register.value.part, register.value)
      resultParts.set(end, parts)
    }
  }
  const add = (register: Register): void => {
    const key = registerKey(register)
    if (!addRegister(registers, register)) return
    const kept = registers.get(key)
    if (kept !== undefined) take(kept)
  }

  const openedNow = (): OpenedStocktake | null => {
    if (opened !== null) return opened
    const parts = partsOf(openedParts)
    const [first] = parts ?? []
    if (parts === null || first === undefined) return null
    const { scope, startedAt, startedBy } = first
    opened = { scope, startedAt, startedBy, expected: parts.flatMap(({ expected }) => expected) }
    return opened
  }

  const endNow = (): StocktakeEnd | null => {
    if (closed === null) return null
    const { end, at, by, how } = closed.value
    const rows = partsOf(resultParts.get(end) ?? new Map<number, Of<'stocktake.result'>['value']>()) ?? []
    return { at, by, how, rows: rows.flatMap((part) => part.rows) }
  }

  const resultOf = (number: string, expected: ExpectedLock | undefined): StoredResult => {
    const first = firstOf(number)
    if (expected === undefined) return first?.value.isListed === true ? 'unexpected' : 'not-found'
    if (first === null) return 'missing'
    return expected.disabled === true ? 'disabled' : 'present'
  }
  /** Whether nothing was counted or undone that this row of the end did not know of. */
  const isAsCounted = ({ number, result }: ResultRow, isExpected: boolean): boolean =>
    !isExpected || counts.has(number) === (result !== 'missing')
  const rowsWithLate = (rows: readonly ResultRow[]): ResultRow[] => {
    const ofEnd = new Map(rows.map((row) => [row.number, row]))
    const expected = new Map((openedNow()?.expected ?? []).map((lock) => [lock.number, lock]))
    const others = [...counts.keys()].filter((number) => !expected.has(number))
    const late = others
      .filter((number) => !ofEnd.has(number))
      .map((number) => ({ number, stamp: firstOf(number)?.stamp }))
      .sort((one, other) => (one.stamp && other.stamp ? compareStamps(one.stamp, other.stamp) : 0))
      .map(({ number }) => number)
    const known = rows
      .map(({ number }) => number)
      .filter((number) => !expected.has(number) && counts.has(number))
    return [...expected.keys(), ...known, ...late].map((number): ResultRow => {
      const row = ofEnd.get(number)
      const lock = expected.get(number)
      if (row !== undefined && isAsCounted(row, lock !== undefined)) return row
      const { assetNum = null, enterpriseName = null } = row ?? lock ?? {}
      return { number, assetNum, enterpriseName, result: resultOf(number, lock), status: row?.status ?? null }
    })
  }

  return {
    id,
    opened: openedNow,
    counts,
    doubles,
    countsOf: (number) => liveOf(number).map(([count]) => count),
    isCountedBy: (computer, number) =>
      liveOf(number).some(([, { counted }]) => counted?.stamp.computer === computer),
    end: endNow,
    endWithLate: () => {
      const end = endNow()
      return end === null ? null : { ...end, rows: rowsWithLate(end.rows) }
    },
    add,
    addFact: (fact, stamp) => {
      for (const write of writesOf(fact, stamp.computer)) add({ ...write, stamp })
    },
  }
}

// --- All stocktakes of a platform

/** The fields of a stocktake, and what changes with them. */
export interface StocktakeFields {
  readonly registers: readonly Register[]
  /** Another text as soon as one of the fields has another writer. */
  readonly version: string
}

/** The fields of each stocktake of a platform. */
export const stocktakeFieldsIn = (registers: Registers): Map<string, StocktakeFields> => {
  const found = new Map<string, { registers: Register[]; last: Stamp | null; sum: number }>()
  for (const register of registers.values()) {
    if (!register.field.startsWith('stocktake.')) continue
    const [id] = register.of
    const of = found.get(id) ?? { registers: [], last: null, sum: 0 }
    found.set(id, of)
    of.registers.push(register)
    of.sum += register.stamp.n
    if (of.last === null || compareStamps(register.stamp, of.last) > 0) of.last = register.stamp
  }
  return new Map(
    [...found].map(([id, { registers: own, last, sum }]) => [
      id,
      { registers: own, version: JSON.stringify([own.length, sum, last]) },
    ]),
  )
}

export const foldStocktake = (id: string, { registers }: StocktakeFields): FoldedStocktake => {
  const folded = createFoldedStocktake(id)
  // The counts stand in the order in which they arrived.
  for (const register of registers.toSorted((one, other) => compareStamps(one.stamp, other.stamp)))
    folded.add(register)
  return folded
}

/** The fields of which stocktakes are made. */
export const stocktakeFields: readonly Register['field'][] = [
  'stocktake.opened',
  'stocktake.counted',
  'stocktake.uncounted',
  'stocktake.doubled',
  'stocktake.result',
  'stocktake.closed',
]

/** What is kept of stocktakes that have ended; their files keep more. */
export const maxEndedStocktakes = 12

/** Drops the oldest ended stocktakes that are too many, and what came after they were dropped. */
export const dropSurplusStocktakes = (registers: Map<string, Register>): void => {
  const ended: Of<'stocktake.closed'>[] = []
  const kept = new Set<string>()
  for (const register of registers.values()) {
    if (register.field === 'stocktake.closed') ended.push(register)
    if (register.field === 'stocktake.opened') kept.add(register.of[0])
  }
  ended.sort((one, other) => compareStamps(one.stamp, other.stamp))
  for (const { of } of ended.slice(0, Math.max(0, ended.length - maxEndedStocktakes))) kept.delete(of[0])
  for (const [key, { field, of }] of registers)
    if (field.startsWith('stocktake.') && !kept.has(of[0])) registers.delete(key)
}
