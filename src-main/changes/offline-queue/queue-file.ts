import { z } from 'zod'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { heldReasons } from '#shared/model/changes/queued-change'
import type { ChangeReason } from '#shared/model/changes/change'
import type { Migrations } from '../../util/files/versioned-file'

const shellNumber = z.string().refine(isShellNumber).nullable()

/** Fields of the record that must be unchanged when the item is sent; times in ms since 1970. */
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
  /** The target platform, as named in the journal. */
  environment: z.string(),
  action: z.enum(['disable', 'enable']),
  assetNum: z.string(),
  shellNumber,
  enterpriseGlobalId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  /** Who confirmed the change last: who queued it, or released it. */
  operatorIdentity: z.string(),
  /** Who queued the change, if another operator has released it. */
  queuedBy: z.string().optional(),
  /** The record when the item was queued or released; null if there was none. */
  facts: facts.nullable(),
  queuedAt: z.number(),
  expiresAt: z.number(),
  held: z.object({ because: z.enum(heldReasons), at: z.number() }).nullable(),
  /** Released by a user after it was held: send it if nothing has changed since. */
  released: z.boolean(),
  /** When the item was last queued or released. A later change of the lock on this computer takes precedence. */
  wantedAt: z.number(),
  /**
   * The journal's last job ID at that time, '' if there was none: unlike the wall clock, the journal's order is
   * reliable. Null in items of an earlier version.
   */
  wantedAfter: z.string().nullable(),
})
export type QueueItem = z.infer<typeof item>

const end = z.object({
  id: z.string(),
  environment: z.string(),
  action: z.enum(['disable', 'enable']),
  assetNum: z.string(),
  shellNumber,
  /** `expired` only in files of earlier versions. */
  how: z.enum(['sent', 'already', 'expired', 'replaced']),
  at: z.number(),
  state: z.enum(['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown']).nullable(),
  reason: z
    .custom<ChangeReason>((value) => typeof value === 'object' && value !== null && 'kind' in value)
    .nullable(),
})
export type QueueItemEnd = z.infer<typeof end>

export const queueSchema = z.object({
  version: z.literal(4),
  /** In queueing order. */
  items: z.array(item),
  /** Newest first. */
  ended: z.array(end),
})
export type QueueContent = z.infer<typeof queueSchema>

export const emptyQueue: QueueContent = { version: 4, items: [], ended: [] }

const itemsOf = ({ items }: Readonly<Record<string, unknown>>): unknown[] => z.array(z.unknown()).parse(items)

export const queueMigrations: Migrations = {
  1: (content) => ({
    ...content,
    version: 2,
    items: itemsOf(content).map((one) => ({ ...z.looseObject({}).parse(one), wantedAfter: null })),
  }),
  /** Version 2 drops expired items instead of holding them. */
  2: (content) => ({ ...content, version: 3 }),
  /** Version 3 sends a change by who queued it, even when another operator released it. */
  3: (content) => ({ ...content, version: 4 }),
}

/**
 * Holds every waiting item for review: the queue or the journal was restored from an older copy and may miss
 * changes.
 */
export const holdAll = (
  content: QueueContent,
  at: number,
  because: 'file-damaged' | 'journal-restored',
): QueueContent => ({
  ...content,
  items: content.items.map((one) => ({ ...one, released: false, held: { because, at } })),
})
