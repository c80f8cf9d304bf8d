import { z } from 'zod'
import { isShellNumber } from '#shared/model/shell-number'
import { heldReasons } from '#shared/outbox-commands'
import type { ChangeReason } from '#shared/model/change'
import type { Migrations } from '../files/versioned'

const shellNumber = z.string().refine(isShellNumber).nullable()

/** What of a record must still be so when the change leaves; times in ms since 1970. */
const facts = z.object({
  enterpriseGlobalId: z.string(),
  locked: z.boolean().nullable(),
  licenseType: z.string().nullable(),
  lent: z.boolean().nullable(),
  holder: z.string().nullable(),
  updatedAt: z.number().nullable(),
})
export type RecordFacts = z.infer<typeof facts>

const item = z.object({
  id: z.string(),
  /** The platform it is meant for, as the journal names it. */
  environment: z.string(),
  action: z.enum(['disable', 'enable']),
  assetNum: z.string(),
  shellNumber,
  enterpriseGlobalId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  operatorIdentity: z.string(),
  /** The record when it was queued, or when a person released it; null where there was none. */
  facts: facts.nullable(),
  queuedAt: z.number(),
  expiresAt: z.number(),
  held: z.object({ because: z.enum(heldReasons), at: z.number() }).nullable(),
  /** A person said that it is to be sent all the same, as things were then. */
  released: z.boolean(),
  /** When somebody wanted it last, by queueing or releasing it: what was asked of the lock here since is later. */
  wantedAt: z.number(),
  /**
   * The journal's last job then, '' where it had none: the time of day may be set, the journal's order not. Null where
   * an earlier version queued it.
   */
  wantedAfter: z.string().nullable(),
})
export type OutboxItem = z.infer<typeof item>

const end = z.object({
  id: z.string(),
  environment: z.string(),
  action: z.enum(['disable', 'enable']),
  assetNum: z.string(),
  shellNumber,
  how: z.enum(['sent', 'already', 'expired', 'replaced']),
  at: z.number(),
  state: z.enum(['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown']).nullable(),
  reason: z
    .custom<ChangeReason>((value) => typeof value === 'object' && value !== null && 'kind' in value)
    .nullable(),
})
export type OutboxEnd = z.infer<typeof end>

export const outboxSchema = z.object({
  version: z.literal(2),
  /** In the order in which they were queued. */
  items: z.array(item),
  /** Newest first. */
  ended: z.array(end),
})
export type OutboxContent = z.infer<typeof outboxSchema>

export const emptyOutbox: OutboxContent = { version: 2, items: [], ended: [] }

const itemsOf = ({ items }: Readonly<Record<string, unknown>>): unknown[] => z.array(z.unknown()).parse(items)

export const outboxMigrations: Migrations = {
  1: (content) => ({
    ...content,
    version: 2,
    items: itemsOf(content).map((one) => ({ ...z.looseObject({}).parse(one), wantedAfter: null })),
  }),
}

/** The queue, or the journal beside it, is an older copy: what it does not know of, a person must say again. */
export const holdAll = (
  content: OutboxContent,
  at: number,
  because: 'file-damaged' | 'journal-restored',
): OutboxContent => ({
  ...content,
  items: content.items.map((one) => ({ ...one, released: false, held: { because, at } })),
})
