import { randomUUID } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { CommandInput, CommandValue } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { maxQueued } from '#shared/model/changes/queued-change'
import type { OfflineQueue as OutboxView } from '#shared/model/changes/queued-change'
import type { JsonFile } from '../../util/files/json-file'
import type { Journal } from '../../journal/journal'
import { createEmitter } from '../../util/emitter'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { QueueGateway } from '../change-service'
import { factsOfRecord } from './check-queued'
import { createQueueConfirmation } from './confirm-queued'
import type { QueueContent, QueueItem } from './queue-file'
import { createQueueItems } from './queue-items'
import type { RenewedFields } from './queue-items'
import { createQueueRunner } from './queue-runner'
import { createSentItems } from './sent-items'

export interface OfflineQueue {
  view(): OutboxView
  queue(requested: CommandInput<'outbox/add'>): Promise<Outcome<CommandValue<'outbox/add'>, DomainFailure>>
  cancel(ids: readonly string[]): Promise<Outcome<{ readonly canceled: number }, DomainFailure>>
  /** By this operator; without one, by who confirmed each change last. */
  release(ids: readonly string[], operatorIdentity?: string): Promise<Outcome<null, DomainFailure>>
  dismissEnded(): Promise<Outcome<null, DomainFailure>>
  /** Called when the platform has responded. */
  onReachable(): void
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

const withSaveError = async <Value>(work: () => Promise<Value>): Promise<Outcome<Value, DomainFailure>> => {
  try {
    return succeed(await work())
  } catch (error) {
    return fail({ code: 'not-saved', message: messageOf(error) })
  }
}

/** The operator who releases a change answers for it; who queued it stays known. */
const releasedBy = (
  { operatorIdentity, queuedBy = operatorIdentity }: QueueItem,
  operator = operatorIdentity,
): Pick<QueueItem, 'operatorIdentity' | 'queuedBy'> =>
  operator === queuedBy
    ? { operatorIdentity: operator, queuedBy: undefined }
    : { operatorIdentity: operator, queuedBy }

/**
 * Disables and enables queued until the platform is reachable. An item leaves its file only when the journal
 * has its final state; the job's row carries the queue ID, so that a crash in between neither loses nor repeats
 * it (sent-items.ts). Before sending, the lists are reloaded and each item is checked against its record.
 */
export const createOfflineQueue = (deps: {
  file: JsonFile<QueueContent>
  platformId: string
  journal: Journal
  directory: Pick<AssetDirectory, 'known' | 'reread' | 'enterprises'>
  queueGateway: QueueGateway
  isReachable: () => boolean
  /** One small read that shows whether the platform is reachable. */
  probe: () => Promise<unknown>
  expiresAfterMs: () => number
  onError: (error: unknown) => void
  now?: () => number
  /** A monotonic clock, in ms. */
  ticks?: () => number
}): OfflineQueue => {
  const { platformId, journal, directory } = deps
  const now = deps.now ?? Date.now
  const listeners = createEmitter<undefined>()
  const notify = () => listeners.emit(undefined)
  const sentItems = createSentItems(journal, platformId)
  const queueItems = createQueueItems({ ...deps, sentItems, now, onWritten: notify })
  const runner = createQueueRunner({
    ...deps,
    queueItems,
    sentItems,
    now,
    ticks: deps.ticks ?? (() => performance.now()),
    onChange: notify,
  })
  const confirmation = createQueueConfirmation(deps)

  /** What an item has of its record and of the time when it is queued or released. */
  const asOfNow = (
    at: number,
    record: LockRecord | null,
    known: Pick<RenewedFields, 'enterpriseGlobalId' | 'enterpriseName'>,
  ): RenewedFields => ({
    enterpriseGlobalId: record?.enterpriseGlobalId ?? known.enterpriseGlobalId,
    enterpriseName: record?.enterpriseName ?? known.enterpriseName,
    facts: record === null ? null : factsOfRecord(record),
    wantedAt: at,
    wantedAfter: sentItems.lastJob(),
    expiresAt: at + deps.expiresAfterMs(),
  })

  const queueConfirmed = async (
    { action, operatorIdentity, rows }: CommandInput<'outbox/add'>,
    requested: CommandInput<'outbox/add'>['rows'],
  ): Promise<Outcome<CommandValue<'outbox/add'>, DomainFailure>> => {
    // Others may have been queued meanwhile; queue only what was confirmed and is still new.
    const newOnes = queueItems.newRows(action, requested)
    const already = rows.length - newOnes.length
    if (newOnes.length === 0) return succeed({ queued: 0, already })
    if (queueItems.isFull(newOnes.length)) {
      return fail({ code: 'not-saved', message: `the queue holds at most ${maxQueued} changes` })
    }
    const at = now()
    const added = newOnes.map(({ assetNum, shellNumber, enterpriseGlobalId }): QueueItem => {
      const record = directory.known(assetNum, enterpriseGlobalId)
      return {
        id: randomUUID(),
        environment: platformId,
        action,
        operatorIdentity,
        assetNum,
        shellNumber,
        queuedAt: at,
        held: null,
        released: false,
        ...asOfNow(at, record, { enterpriseGlobalId, enterpriseName: null }),
      }
    })
    const saved = await withSaveError(() => queueItems.add(added, at))
    if (!saved.ok) return saved
    runner.attemptNow()
    return succeed({ queued: added.length, already })
  }

  return {
    view: () => ({ isChecking: runner.isChecking(), ...queueItems.view() }),
    queue: async (input) => {
      const { action, operatorIdentity, rows } = input
      // Confirms outside the sequence, so that the queue does not wait for the dialog.
      const requested = queueItems.newRows(action, rows)
      const canAdd = requested.length > 0 && !queueItems.isFull(requested.length)
      if (canAdd && !(await confirmation.confirmAdded({ action, operatorIdentity, rows: requested })))
        return notConfirmed()
      return runner.runInSequence(() => queueConfirmed(input, requested))
    },
    // Outside the sequence: it takes effect at once and must not wait for a slow platform.
    cancel: (ids) => {
      const selected = new Set(ids)
      // Blocked from sending before the file is written, and removed afterwards.
      const canceled = queueItems
        .all()
        .map(({ id }) => id)
        .filter((id) => selected.has(id) && !sentItems.has(id))
      if (canceled.length === 0) return Promise.resolve(succeed({ canceled: 0 }))
      sentItems.block(canceled)
      return withSaveError(async () => {
        try {
          await queueItems.remove(canceled)
        } finally {
          sentItems.unblock(canceled)
        }
        return { canceled: canceled.length }
      })
    },
    release: async (ids, operatorIdentity) => {
      const requested = new Set(ids)
      const held = queueItems
        .all()
        .filter((item) => requested.has(item.id) && item.held !== null && !sentItems.has(item.id))
        .map((item) => ({ ...item, ...releasedBy(item, operatorIdentity) }))
      const confirmed = await confirmation.confirmReleased(held)
      if (held.length > 0 && confirmed.size === 0) return notConfirmed()
      return runner.runInSequence(async () => {
        const at = now()
        const saved = await withSaveError(() =>
          queueItems.release(confirmed, (item) => ({
            ...asOfNow(at, directory.known(item.assetNum, null), item),
            ...releasedBy(item, operatorIdentity),
          })),
        )
        if (!saved.ok) return saved
        runner.attemptNow()
        return succeed(null)
      })
    },
    dismissEnded: async () => {
      const saved = await withSaveError(queueItems.dismissEnded)
      return saved.ok ? succeed(null) : saved
    },
    onReachable: runner.attemptSoon,
    onChange: (listener) => listeners.add(listener),
    stop: runner.stop,
  }
}
