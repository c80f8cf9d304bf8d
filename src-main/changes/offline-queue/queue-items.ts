import { randomUUID } from 'node:crypto'
import type { LockAction } from '#shared/model/changes/change'
import { maxQueued } from '#shared/model/changes/queued-change'
import type { HeldReason, OfflineQueue as OutboxView } from '#shared/model/changes/queued-change'
import type { JsonFile } from '../../util/files/json-file'
import type { QueueCheck } from './check-queued'
import type { QueueContent, QueueItem, QueueItemEnd } from './queue-file'
import { requeueReason } from './sent-items'
import type { FinalOutcome, SentItems } from './sent-items'

/** Ended items stay listed until dismissed, up to this number. */
const maxEnded = 500
/** Clocks are corrected by less without a person, ms. */
const maxClockChangeMs = 10 * 60_000

const toQueueEnd = (
  item: QueueItem,
  how: QueueItemEnd['how'],
  at: number,
  { state = null, reason = null }: Partial<Pick<QueueItemEnd, 'state' | 'reason'>> = {},
): QueueItemEnd => {
  const { id, environment, action, assetNum, shellNumber } = item
  return { id, environment, action, assetNum, shellNumber, how, at, state, reason }
}

/** What the page shows of an item. */
const viewOf = (item: QueueItem, isLeaving: boolean): OutboxView['changes'][number] => {
  const { id, action, assetNum, shellNumber, enterpriseName, operatorIdentity, queuedAt, expiresAt, held } =
    item
  const state = isLeaving ? 'leaving' : held === null ? 'waiting' : 'held'
  const about = { action, assetNum, shellNumber, enterpriseName, operatorIdentity, queuedAt, expiresAt }
  return { id, ...about, state, held }
}

/** The fields that queueing an item again renews. */
export type RenewedFields = Pick<
  QueueItem,
  'wantedAt' | 'wantedAfter' | 'expiresAt' | 'facts' | 'enterpriseGlobalId' | 'enterpriseName'
>

/**
 * The queue items of one platform in their file. Each change is one write; a failed one throws the file system's
 * error and leaves the items as they were.
 */
export const createQueueItems = (deps: {
  file: JsonFile<QueueContent>
  platformId: string
  sentItems: Pick<SentItems, 'has' | 'laterOutcomesOf'>
  now: () => number
  /** Called after each write. */
  onWritten: () => void
}) => {
  const { file, platformId, sentItems, now } = deps
  const isOwn = (one: { readonly environment: string }) => one.environment === platformId
  const all = () => file.read().items.filter(isOwn)
  const isDue = ({ id, expiresAt, held }: QueueItem) =>
    held === null && expiresAt <= now() && !sentItems.has(id)
  /** Queued while the clock was ahead: its age is unknown. */
  const isFromAhead = ({ wantedAt }: QueueItem) => wantedAt > now() + maxClockChangeMs

  const write = async (to: (content: QueueContent) => Partial<QueueContent>) => {
    await file.update((content) => {
      const next = { ...content, ...to(content) }
      return { ...next, ended: next.ended.slice(0, maxEnded) }
    })
    deps.onWritten()
  }
  /** Replaces items, or ends them where `next` returns an end. */
  const replaceOrEnd = (next: (item: QueueItem) => QueueItem | QueueItemEnd) =>
    write(({ items, ended }) => {
      const results: QueueItemEnd[] = []
      const remaining = items.flatMap((item) => {
        const one = next(item)
        if (!('how' in one)) return [one]
        results.push(one)
        return []
      })
      return { items: remaining, ended: [...results.reverse(), ...ended] }
    })

  return {
    all,
    waiting: () => all().filter(({ id, held }) => held === null && !sentItems.has(id)),
    /** Rows that are neither queued for the same action nor being sent. */
    newRows: <Row extends { readonly assetNum: string }>(action: LockAction, rows: readonly Row[]): Row[] => {
      const same = new Map(all().map((item) => [item.assetNum, item]))
      return rows.filter(({ assetNum }) => {
        const item = same.get(assetNum)
        return item === undefined || (item.action !== action && !sentItems.has(item.id))
      })
    },
    /** Whether the queue has no room for this many more. */
    isFull: (added: number): boolean => all().length + added > maxQueued,
    /** Whether the age of the item still allows sending it. */
    isInTime: (item: QueueItem): boolean => !isDue(item) && !isFromAhead(item),
    /** Ends items whose journal row has a final state, and returns unsent ones to the queue. */
    settle: (outcomes: ReadonlyMap<string, FinalOutcome>): Promise<void> => {
      const at = now()
      return replaceOrEnd((item) => {
        const outcome = outcomes.get(item.id)
        if (outcome === undefined) return item
        const requeueAs = requeueReason(outcome)
        if (requeueAs === null) return toQueueEnd(item, 'sent', at, outcome)
        // A new ID: the journal has used the old one for a row that was not sent.
        const id = randomUUID()
        return { ...item, id, held: requeueAs === 'wait' ? null : { because: requeueAs, at } }
      })
    },
    /** An expired item waits for a person: the clock may be wrong, and a change that was asked for is never dropped. */
    holdExpired: async (): Promise<void> => {
      if (!all().some(isDue)) return
      const at = now()
      await write(({ items }) => ({
        items: items.map((item) =>
          isOwn(item) && isDue(item) ? { ...item, held: { because: 'expired', at } } : item,
        ),
      }))
    },
    /** Holds or ends the items that cannot be sent; those to send or to check again keep waiting. */
    applyChecks: (checks: ReadonlyMap<string, QueueCheck | 'wait'>): Promise<void> => {
      const at = now()
      return replaceOrEnd((item) => {
        const found = checks.get(item.id)
        const check = found === 'send' && isFromAhead(item) ? 'expired' : found
        if (check === undefined || check === 'send' || check === 'wait') return item
        if (check === 'already') return toQueueEnd(item, 'already', at)
        return { ...item, held: { because: check satisfies HeldReason, at } }
      })
    },
    /** A later request for the same lock replaces the earlier one. */
    add: (added: readonly QueueItem[], at: number): Promise<void> =>
      write(({ items, ended }) => {
        const nums = new Set(added.map(({ assetNum }) => assetNum))
        const isReplaced = (item: QueueItem) =>
          isOwn(item) && nums.has(item.assetNum) && !sentItems.has(item.id)
        const results = items.filter(isReplaced).map((item) => toQueueEnd(item, 'replaced', at))
        return {
          items: [...items.filter((item) => !isReplaced(item)), ...added],
          ended: [...results, ...ended],
        }
      }),
    remove: (ids: readonly string[]): Promise<void> =>
      write(({ items }) => ({ items: items.filter(({ id }) => !ids.includes(id)) })),
    /** Returns held items to the queue. */
    release: (ids: ReadonlySet<string>, renew: (item: QueueItem) => Partial<QueueItem>): Promise<void> =>
      write(({ items }) => ({
        items: items.map((item) =>
          isOwn(item) && ids.has(item.id) && item.held !== null && !sentItems.has(item.id)
            ? { ...item, ...renew(item), held: null, released: true }
            : item,
        ),
      })),
    dismissEnded: (): Promise<void> => write(({ ended }) => ({ ended: ended.filter((one) => !isOwn(one)) })),
    view: (): Omit<OutboxView, 'isChecking'> => {
      const ended = file.read().ended.filter(isOwn)
      // The result of an unconfirmed change may be known since it ended.
      const later = sentItems.laterOutcomesOf(
        ended.flatMap(({ id, state }) => (state === 'unknown' ? [id] : [])),
      )
      return {
        changes: all().map((item) => viewOf(item, sentItems.has(item.id))),
        ended: ended.map(({ environment: _own, ...one }) => ({ ...one, ...later.get(one.id) })),
      }
    },
  }
}
export type QueueItems = ReturnType<typeof createQueueItems>
