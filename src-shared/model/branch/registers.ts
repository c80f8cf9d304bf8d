import { z } from 'zod'
import { branchBodies } from './branch-event'
import type { BranchFact } from './branch-event'
import { loanIdOf } from '../changes/loan'
import { loanAboutSchema, loanFactSchema } from '../changes/loan-fact'

// Every fact writes fields, and each field keeps one writer: the last, or, where only one may win, the first. Which one
// that is follows from the stamps alone. So the order in which events are applied changes nothing, and a repeat neither.

const stampSchema = z.object({
  /** Counts how often the database was read again from its beginning, since it had lost what was read before. */
  era: z.int(),
  arrivedAt: z.int(),
  seq: z.int(),
  computer: z.string(),
  n: z.int(),
})
/** Where an event stands among all others. */
export type Stamp = z.infer<typeof stampSchema>

/** Of an event that has not arrived in the database: later than all that have. */
export const pendingStamp = (computer: string, n: number): Stamp => ({
  era: Number.MAX_SAFE_INTEGER,
  arrivedAt: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
  computer,
  n,
})

export const compareStamps = (one: Stamp, other: Stamp): number => {
  if (one.era !== other.era) return one.era - other.era
  if (one.arrivedAt !== other.arrivedAt) return one.arrivedAt - other.arrivedAt
  if (one.seq !== other.seq) return one.seq - other.seq
  if (one.computer !== other.computer) return one.computer < other.computer ? -1 : 1
  return one.n - other.n
}

const { shape: openedShape } = branchBodies['stocktake.opened']
const { shape: countedShape } = branchBodies['stocktake.counted']
const { shape: uncountedShape } = branchBodies['stocktake.uncounted']
const { shape: doubledShape } = branchBodies['stocktake.doubled']
const { shape: resultShape } = branchBodies['stocktake.result']
const { shape: closedShape } = branchBodies['stocktake.closed']
const { shape: usedShape } = branchBodies['order.used']
const { shape: resultOfChangeShape } = branchBodies['change.result']

/** What each field holds. `of` names the thing that has the field. */
const writeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('loan.about'), of: z.tuple([z.string()]), value: loanAboutSchema }),
  z.object({ field: z.literal('loan.due'), of: z.tuple([z.string()]), value: loanFactSchema.shape.dueOn }),
  z.object({ field: z.literal('loan.note'), of: z.tuple([z.string()]), value: z.string() }),
  z.object({
    field: z.literal('loan.returned'),
    of: z.tuple([z.string()]),
    value: loanFactSchema.shape.returned,
  }),
  /** The loan, and when it was closed. */
  z.object({ field: z.literal('loan.closed'), of: z.tuple([z.string(), z.string()]), value: loanFactSchema }),
  z.object({ field: z.literal('lock.name'), of: z.tuple([z.string(), z.string()]), value: z.string() }),
  z.object({ field: z.literal('lock.note'), of: z.tuple([z.string(), z.string()]), value: z.string() }),
  /** The stocktake, and the part of its expected locks. */
  z.object({
    field: z.literal('stocktake.opened'),
    of: z.tuple([z.string(), z.string()]),
    value: z.object(openedShape).omit({ stocktake: true }),
  }),
  /** The stocktake, the number, and the count: a desk that undoes a count says nothing of another desk's. */
  z.object({
    field: z.literal('stocktake.counted'),
    of: z.tuple([z.string(), z.string(), z.string()]),
    value: z
      .object(countedShape)
      .omit({ stocktake: true, count: true, numbers: true, unlisted: true })
      .extend({ isListed: z.boolean() }),
  }),
  z.object({
    field: z.literal('stocktake.uncounted'),
    of: z.tuple([z.string(), z.string(), z.string()]),
    value: z.object(uncountedShape).omit({ stocktake: true, counts: true }),
  }),
  z.object({
    field: z.literal('stocktake.doubled'),
    of: z.tuple([z.string(), z.string(), z.string()]),
    value: z.object(doubledShape).omit({ stocktake: true, counts: true }),
  }),
  /** The stocktake, its end, and the part of the rows. */
  z.object({
    field: z.literal('stocktake.result'),
    of: z.tuple([z.string(), z.string(), z.string()]),
    value: z.object(resultShape).omit({ stocktake: true, end: true }),
  }),
  z.object({
    field: z.literal('stocktake.closed'),
    of: z.tuple([z.string()]),
    value: z.object(closedShape).omit({ stocktake: true }),
  }),
  z.object({
    field: z.literal('order.used'),
    of: z.tuple([z.string()]),
    value: z.object(usedShape).omit({ order: true }),
  }),
  /** The order, and the computer: desks that are apart may both use it. */
  z.object({
    field: z.literal('order.use'),
    of: z.tuple([z.string(), z.string()]),
    value: z.object(usedShape).omit({ order: true }),
  }),
  /** The job, its row, and the computer: what one desk did is not stated by another. */
  z.object({
    field: z.literal('change.result'),
    of: z.tuple([z.string(), z.string(), z.string()]),
    value: z.object(resultOfChangeShape).omit({ job: true, row: true }),
  }),
])
export type Write = z.infer<typeof writeSchema>

/** A field with its writer. */
export type Register = Write & { readonly stamp: Stamp }
const [firstOption, ...otherOptions] = writeSchema.options
/** An intersection of both schemas would take several times as long, and a start reads thousands. */
export const registerSchema = z.discriminatedUnion('field', [
  firstOption.extend({ stamp: stampSchema }),
  ...otherOptions.map((option) => option.extend({ stamp: stampSchema })),
]) as z.ZodType<Register>

/** The fields of one platform, by `registerKey`. */
export type Registers = ReadonlyMap<string, Register>

export const registerKey = ({ field, of }: Pick<Write, 'field' | 'of'>): string =>
  JSON.stringify([field, ...of])

/** Only one desk can open or end a stocktake, count as it did, close a loan at a time, or use an order: the first to arrive. */
const firstWins: ReadonlySet<Write['field']> = new Set([
  'loan.closed',
  'stocktake.opened',
  'stocktake.counted',
  'stocktake.uncounted',
  'stocktake.result',
  'stocktake.closed',
  'order.used',
  'order.use',
])

/** Whether `next` takes the field from `kept`. */
export const isWinner = (next: Register, kept: Register): boolean => {
  const order = compareStamps(next.stamp, kept.stamp)
  if (!firstWins.has(next.field)) return order > 0
  // After the database was read again, the order is the one that it has now. What waits to be sent is later than all.
  const isArrived = next.stamp.era < Number.MAX_SAFE_INTEGER
  const isKeptArrived = kept.stamp.era < Number.MAX_SAFE_INTEGER
  if (isArrived && isKeptArrived && next.stamp.era !== kept.stamp.era) return next.stamp.era > kept.stamp.era
  return order < 0
}

/** @returns whether it changes the field */
export const addRegister = (registers: Map<string, Register>, next: Register): boolean => {
  const key = registerKey(next)
  const kept = registers.get(key)
  if (kept !== undefined && !isWinner(next, kept)) return false
  registers.set(key, next)
  return true
}

/** The fields that a fact writes. @param computer that states it */
export const writesOf = (fact: BranchFact, computer: string): readonly Write[] => {
  switch (fact.kind) {
    case 'loan.due': {
      const { loan, dueOn } = fact.body
      const of: [string] = [loanIdOf(loan)]
      return [
        { field: 'loan.about', of, value: loan },
        { field: 'loan.due', of, value: dueOn },
      ]
    }
    case 'loan.note': {
      const { loan, note } = fact.body
      const of: [string] = [loanIdOf(loan)]
      return [
        { field: 'loan.about', of, value: loan },
        { field: 'loan.note', of, value: note },
      ]
    }
    case 'loan.returned': {
      const { loan, returned } = fact.body
      const of: [string] = [loanIdOf(loan)]
      return [
        { field: 'loan.about', of, value: loan },
        { field: 'loan.returned', of, value: returned },
      ]
    }
    case 'loan.closed': {
      const { loan } = fact.body
      return [{ field: 'loan.closed', of: [loanIdOf(loan), String(loan.closed.at)], value: loan }]
    }
    case 'lock.name': {
      const { enterpriseGlobalId, assetNum, name } = fact.body
      return [{ field: 'lock.name', of: [enterpriseGlobalId, assetNum], value: name }]
    }
    case 'lock.note': {
      const { enterpriseGlobalId, assetNum, note } = fact.body
      return [{ field: 'lock.note', of: [enterpriseGlobalId, assetNum], value: note }]
    }
    case 'stocktake.opened': {
      const { stocktake, ...value } = fact.body
      return [{ field: 'stocktake.opened', of: [stocktake, String(value.part)], value }]
    }
    case 'stocktake.counted': {
      const { stocktake, count, numbers, unlisted, ...value } = fact.body
      const isUnlisted = new Set(unlisted)
      return numbers.map((number) => ({
        field: 'stocktake.counted',
        of: [stocktake, number, count],
        value: { ...value, isListed: !isUnlisted.has(number) },
      }))
    }
    case 'stocktake.uncounted': {
      const { stocktake, counts, ...value } = fact.body
      return counts.map(({ number, count }) => ({
        field: 'stocktake.uncounted',
        of: [stocktake, number, count],
        value,
      }))
    }
    case 'stocktake.doubled': {
      const { stocktake, counts, ...value } = fact.body
      return counts.map(({ number, count }) => ({
        field: 'stocktake.doubled',
        of: [stocktake, number, count],
        value,
      }))
    }
    case 'stocktake.result': {
      const { stocktake, end, ...value } = fact.body
      return [{ field: 'stocktake.result', of: [stocktake, end, String(value.part)], value }]
    }
    case 'stocktake.closed': {
      const { stocktake, ...value } = fact.body
      return [{ field: 'stocktake.closed', of: [stocktake], value }]
    }
    case 'order.used': {
      const { order, ...value } = fact.body
      return [
        { field: 'order.used', of: [order], value },
        { field: 'order.use', of: [order, computer], value },
      ]
    }
    case 'change.result': {
      const { job, row, ...value } = fact.body
      return [{ field: 'change.result', of: [job, String(row), computer], value }]
    }
    // It happened, and decides nothing.
    case 'journal.head':
      return []
  }
}

/** Adds a fact to the fields of its platform. @returns the fields that it changes */
export const addFact = (registers: Map<string, Register>, fact: BranchFact, stamp: Stamp): Register[] =>
  writesOf(fact, stamp.computer)
    .map((write) => ({ ...write, stamp }))
    .filter((register) => addRegister(registers, register))
