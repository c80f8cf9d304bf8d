import { z } from 'zod'
import { maxNoteLength } from '../changes/loan'
import { loanAboutSchema, loanFactSchema } from '../changes/loan-fact'
import { isLockText, maxLockNameLength, maxLockNoteLength } from '../locks/lock-name'
import { lockStates } from '../locks/lock-record'
import { countSources, storedResults } from '../stocktake'
import type { Name } from '../name'
import { visibleText } from '../visible-text'

/** JSON that jsonb keeps exactly: no fractions, and no U+0000 in a string. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainObject
export interface PlainObject {
  readonly [name: string]: PlainValue
}

/** Of the canonical JSON of a body, in UTF-8. */
export const maxBodyBytes = 16 * 1024
const maxDepth = 8
/** A longer list of a loan is cut in its event, so that it stays below the limit. */
export const maxSharedAssets = 100
/** Of one event; more counts are several events. */
export const maxSharedNumbers = 200
/** Of one event; more locks of a stocktake are several events. */
export const maxSharedRows = 100

const isPlainText = (text: string): boolean => !/\u0000|\p{Surrogate}/u.test(text) // eslint-disable-line no-control-regex -- jsonb refuses it

/** Whether the value is kept exactly by jsonb and by canonical JSON. */
const isPlain = (value: unknown, depth = 0): value is PlainValue => {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === maxDepth) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  return Object.entries(value).every(([name, item]) => isPlainText(name) && isPlain(item, depth + 1))
}

const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A later time is none that a calendar can show. */
const time = z.int().min(0).max(8_640_000_000_000_000)
/** A name that another desk knew: shown as it is, but for what hides or reorders text. */
const shown: z.ZodType<Name> = z.string().transform(visibleText)

const act = z.object({ at: time, operatorIdentity: shown })
const sharedLoan = {
  assets: loanAboutSchema.shape.assets.max(maxSharedAssets),
  enterpriseName: shown.nullable(),
  memberName: shown.nullable(),
  lentHere: z.object({ since: time, operatorIdentity: shown, jobId: z.string() }).nullable(),
}
const loan = loanAboutSchema.extend(sharedLoan)
// As where a person types them.
const loanNote = z.string().max(maxNoteLength).transform(visibleText)
const lockName = z
  .string()
  .max(maxLockNameLength, { abort: true })
  .refine((text) => isLockText(text, 'name'))
const lockNote = z
  .string()
  .max(maxLockNoteLength, { abort: true })
  .refine((text) => isLockText(text, 'note'))
const lock = z.object({ enterpriseGlobalId: z.string(), assetNum: z.string() })
const numbers = z.array(z.string()).min(1).max(maxSharedNumbers)
/** Numbers, each with the counts of it that are meant: another desk may have counted the same lock meanwhile. */
const counts = z
  .array(z.object({ number: z.string(), count: z.string() }))
  .min(1)
  .max(maxSharedRows)
const part = { part: z.int().min(0), parts: z.int().min(1) }

/**
 * The body of each kind of event. A later version adds fields and kinds; it changes none. What a later version adds is
 * left out when an event is read, and stays under its signature.
 */
export const branchBodies = {
  'loan.due': z.object({ loan, dueOn: loanFactSchema.shape.dueOn }),
  'loan.note': z.object({ loan, note: loanNote }),
  'loan.returned': z.object({ loan, returned: act.nullable() }),
  /** The loan as it was known where it was closed. */
  'loan.closed': z.object({
    loan: loanFactSchema.extend({ ...sharedLoan, note: loanNote, returned: act.nullable(), closed: act }),
  }),
  'lock.name': lock.extend({ name: lockName }),
  'lock.note': lock.extend({ note: lockNote }),
  /** Its expected locks come in several events, numbered from 0. */
  'stocktake.opened': z.object({
    /** Names a file. */
    stocktake: uuid,
    scope: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('enterprise'),
        enterpriseGlobalId: z.string(),
        enterpriseName: shown.nullable(),
      }),
      z.object({ kind: z.literal('list'), name: z.string() }),
    ]),
    startedAt: time,
    startedBy: shown,
    ...part,
    expected: z
      .array(
        z.object({
          number: z.string(),
          assetNum: z.string().nullable(),
          enterpriseName: shown.nullable(),
          disabled: z.boolean().nullable(),
        }),
      )
      .max(maxSharedRows),
  }),
  'stocktake.counted': z.object({
    stocktake: z.string(),
    /** Names this count to those who undo it. */
    count: z.string(),
    at: time,
    by: z.enum(countSources),
    operator: shown,
    numbers,
    /** Those that were on none of the lists where they were counted. */
    unlisted: z.array(z.string()).max(maxSharedNumbers),
  }),
  'stocktake.uncounted': z.object({ stocktake: z.string(), at: time, operator: shown, counts }),
  /** Two devices that were plugged in gave these numbers. */
  'stocktake.doubled': z.object({ stocktake: z.string(), at: time, counts }),
  /** The rows of a stocktake at one of its ends, which come before it. Two desks can end a stocktake at the same time. */
  'stocktake.result': z.object({
    stocktake: z.string(),
    end: z.string(),
    ...part,
    rows: z
      .array(
        z.object({
          number: z.string(),
          assetNum: z.string().nullable(),
          enterpriseName: shown.nullable(),
          result: z.enum(storedResults),
          status: z.enum(lockStates).nullable().catch(null),
          lentTo: z.exactOptional(shown),
        }),
      )
      .max(maxSharedRows),
  }),
  'stocktake.closed': z.object({
    stocktake: z.string(),
    end: z.string(),
    at: time,
    by: shown,
    how: z.enum(['finish', 'cancel']),
  }),
  'order.used': z.object({
    order: z.string(),
    digest: sha256,
    at: time,
    operator: shown,
    /** The database was away: another desk may have used it as well. */
    unclaimed: z.exactOptional(z.literal(true)),
  }),
  /** How one lock's change ended. */
  'change.result': z.object({
    job: z.string(),
    row: z.int().min(0),
    at: time,
    operation: z.string(),
    operator: shown,
    key: z.string(),
    shellNumber: z.string().nullable(),
    enterpriseGlobalId: z.string().nullable(),
    enterpriseName: shown.nullable(),
    memberName: shown.nullable(),
    /** Strings, so that those of a later version are not treated as damage. */
    state: z.string(),
    reason: z.string().nullable(),
    businessCode: z.string().nullable(),
  }),
  /** The end of the computer's journal, and those of the event chains that it has read. */
  'journal.head': z.object({
    journal: z.object({
      n: z.int().min(0),
      hash: z.string(),
      /** The end that was stated before, if the journal still has it. */
      follows: z.exactOptional(z.object({ n: z.int().min(0), hash: z.string() })),
    }),
    chains: z.array(z.object({ computer: uuid, n: z.int().min(1), hash: sha256 })).max(100),
  }),
} as const

export type BranchKind = keyof typeof branchBodies
export type BranchBody<Kind extends BranchKind> = z.infer<(typeof branchBodies)[Kind]>
export const branchKinds = Object.keys(branchBodies) as readonly BranchKind[]

/** In the place of an address, for what concerns no platform. */
export const noPlatform = 'computer'

/** What an event says, without who says it. */
export type BranchFact = {
  [Kind in BranchKind]: { readonly kind: Kind; readonly body: BranchBody<Kind> }
}[BranchKind]

/** The name of the signed form (`bytesToSign`). */
export const branchEventFormat = 'lock-desk-branch-event/1'

/** Any kind and body, also those of a later version: the chain and the signature are checked on what was sent. */
export const branchEventSchema = z.strictObject({
  id: uuid,
  /** The ID that the branch gave the computer. */
  computer: uuid,
  /** Counts the computer's events from 1. */
  n: z.int().min(1),
  /** By the computer's clock, in ms since 1970. It orders nothing. */
  at: time,
  /** The normalized base URL of the platform: its ID differs between computers. */
  platform: z.string().min(1).max(2_000, { abort: true }).refine(isPlainText),
  kind: z.string().min(1).max(60),
  body: z.custom<PlainObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value),
  ),
  /** The hash of the computer's event before; empty for the first. */
  before: z.union([sha256, z.literal('')]),
  /** Ed25519, in base64url, over the other fields. */
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
})
export type BranchEvent = z.infer<typeof branchEventSchema>

/** An event as the database keeps it. What another computer wrote is checked by the one who reads it. */
export interface ArrivedEvent<Event = unknown> {
  /** In the order of commits, from 1. */
  readonly seq: number
  /** By the database's clock, in ms since 1970. */
  readonly arrivedAt: number
  readonly event: Event
}

/** Why an event that was read is kept apart and not applied, or named. */
export const apartReasons = [
  'bad-signature',
  'unknown-computer',
  'broken-chain',
  /** It counts: its own signature is valid. What was before it is not what its computer stated. */
  'changed-before',
  'repeated-number',
  'bad-body',
  'too-large',
] as const
export type ApartReason = (typeof apartReasons)[number]
