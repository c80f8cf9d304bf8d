import { randomUUID } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import type { LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { CommandInput, CommandValue } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { maxQueued } from '#shared/model/changes/queued-change'
import type { OfflineQueue as OutboxView } from '#shared/model/changes/queued-change'
import type { JsonFile } from '../../util/files/json-file'
import type { Journal } from '../../journal/journal'
import { createSequencer, raceTimeout } from '../../util/async'
import { createEmitter } from '../../util/emitter'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { QueueGateway } from '../change-service'
import { createAttemptTimes } from './attempt-times'
import { factsOfRecord } from './check-queued'
import type { QueueContent, QueueItem } from './queue-file'
import { createQueueItems } from './queue-items'
import type { RenewedFields } from './queue-items'
import { createQueueSender, groupsOf } from './send-queued'
import { createSentItems } from './sent-items'

export interface OfflineQueue {
  view(): OutboxView
  queue(requested: CommandInput<'outbox/add'>): Promise<Outcome<CommandValue<'outbox/add'>, DomainFailure>>
  cancel(ids: readonly string[]): Promise<Outcome<{ readonly canceled: number }, DomainFailure>>
  release(ids: readonly string[]): Promise<Outcome<null, DomainFailure>>
  dismissEnded(): Promise<Outcome<null, DomainFailure>>
  /** Called when the platform has responded. */
  onReachable(): void
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

/** The interval for checking expiry and reachability. */
const checkIntervalMs = 10_000
/** Quitting does not wait longer for lists being read. */
const stopTimeoutMs = 2_000

/** Counts for the locks of these records; null stands for a lock on no known list. */
const lockCounts = (found: readonly (LockRecord | null)[]) => {
  const listed = found.filter((record) => record !== null)
  return {
    locks: found.length,
    enterprises: new Set(listed.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size,
    unlisted: found.length - listed.length,
  }
}

const withSaveError = async <Value>(work: () => Promise<Value>): Promise<Outcome<Value, DomainFailure>> => {
  try {
    return succeed(await work())
  } catch (error) {
    return fail({ code: 'not-saved', message: messageOf(error) })
  }
}

/**
 * Disables and enables queued until the platform is reachable. An item leaves its file only when the journal
 * has its final state; the job's row carries the queue ID, so that a crash in between neither loses nor repeats
 * it (sent-items.ts). Before sending, the lists are reloaded and each item is checked against its record.
 */
export const createOfflineQueue = (deps: {
  file: JsonFile<QueueContent>
  platformId: string
  journal: Journal
  records: Pick<AssetDirectory, 'known' | 'reread' | 'enterprises'>
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
  const { platformId, journal, records, queueGateway } = deps
  const now = deps.now ?? Date.now
  const listeners = createEmitter<undefined>()
  const notify = () => listeners.emit(undefined)
  const sentItems = createSentItems(journal, platformId)
  const queueItems = createQueueItems({ ...deps, sentItems, now, onWritten: notify })
  const attempts = createAttemptTimes({ now, ticks: deps.ticks ?? (() => performance.now()) })
  const sender = createQueueSender({ ...deps, sentItems, now, onListFailure: attempts.obeyWait })
  let isChecking = false
  let isStopped = false

  /** Runs steps one after the other, so that what a step has read still holds when it acts. */
  const sequencer = createSequencer()
  const runInSequence = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await sequencer.queue(work)
    } catch (error) {
      deps.onError(error)
      throw error
    }
  }

  /** Removes items with a final state from the file, and returns unsent ones to the queue. */
  const settleSent = async (): Promise<void> => {
    const outcomes = new Map(
      queueItems.all().flatMap(({ id }) => {
        const outcome = sentItems.finalOutcomeOf(id)
        return outcome === null ? [] : [[id, outcome] as const]
      }),
    )
    if (outcomes.size === 0) return
    for (const { reason } of outcomes.values())
      if (reason?.kind === 'platform') attempts.obeyWait(reason.failure)
    await queueItems.settle(outcomes)
    for (const id of outcomes.keys()) sentItems.forget(id)
  }
  const settleAndHold = async (): Promise<void> => {
    await settleSent()
    await queueItems.holdExpired()
  }
  const settleSoon = () => void runInSequence(settleAndHold).catch(() => undefined)

  const attempt = async (): Promise<void> => {
    await settleAndHold()
    const requested = queueItems.waiting()
    if (requested.length === 0 || isStopped || !deps.isReachable()) return
    attempts.start()
    isChecking = true
    notify()
    try {
      const checks = await sender.check(requested)
      await queueItems.applyChecks(checks)
      // An item may have been canceled or the app may quit while the lists were read.
      const sendable = queueItems
        .waiting()
        .filter((item) => checks.get(item.id) === 'send' && queueItems.isInTime(item))
      await sender.send(sendable, { isStopped: () => isStopped, onGroup: notify })
    } finally {
      isChecking = false
      notify()
    }
  }
  const attemptSoon = (): void => {
    if (isStopped || isChecking || attempts.isQuiet() || queueItems.waiting().length === 0) return
    if (attempts.isTooSoon()) return
    void runInSequence(attempt).catch(() => undefined)
  }
  /** After a change that a person asked for. */
  const attemptNow = (): void => {
    attempts.clear()
    if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
  }

  /** Rows that are neither queued for the same action nor being sent. */
  const newRows = <Row extends { readonly assetNum: string }>(action: LockAction, rows: readonly Row[]) => {
    const same = new Map(queueItems.all().map((item) => [item.assetNum, item]))
    return rows.filter(({ assetNum }) => {
      const item = same.get(assetNum)
      return item === undefined || (item.action !== action && !sentItems.has(item.id))
    })
  }
  const isFull = (added: number): boolean => queueItems.all().length + added > maxQueued
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
    const newOnes = newRows(action, requested)
    const already = rows.length - newOnes.length
    if (newOnes.length === 0) return succeed({ queued: 0, already })
    if (isFull(newOnes.length)) {
      return fail({ code: 'not-saved', message: `the queue holds at most ${maxQueued} changes` })
    }
    const at = now()
    const added = newOnes.map(({ assetNum, shellNumber, enterpriseGlobalId }): QueueItem => {
      const record = records.known(assetNum, enterpriseGlobalId)
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
    attemptNow()
    return succeed({ queued: added.length, already })
  }

  /** Conditions have changed since a held change was confirmed, so releasing it needs a new confirmation. */
  const confirmRelease = async (held: readonly QueueItem[]): Promise<ReadonlySet<string>> => {
    const confirmed = new Set<string>()
    for (const [{ action, operatorIdentity }, items] of groupsOf(held)) {
      const counts = lockCounts(items.map(({ assetNum }) => records.known(assetNum, null)))
      const locks = items.map(({ assetNum }) => ({ assetNum, enterpriseGlobalId: null }))
      if (!(await queueGateway.approve({ action, operatorIdentity, rows: locks, ...counts }))) continue
      for (const { id } of items) confirmed.add(id)
    }
    return confirmed
  }

  const unsubscribe = journal.onChange(({ jobId, rowIndexes }) => {
    if (sentItems.concernsUnconfirmed(jobId, rowIndexes)) notify()
    if (!sentItems.applyChange(jobId, rowIndexes)) return
    void runInSequence(settleSent).catch(() => undefined)
  })
  sentItems.recoverInterrupted(queueItems.all().map(({ id }) => id))
  settleSoon()
  const timer = setInterval(() => {
    if (queueItems.all().length === 0) return
    settleSoon()
    if (deps.isReachable()) attemptSoon()
    else if (queueItems.waiting().length > 0 && !attempts.isQuiet()) void deps.probe().catch(() => undefined)
  }, checkIntervalMs)
  timer.unref()

  return {
    view: () => ({ isChecking, ...queueItems.view() }),
    queue: async (input) => {
      const { action, operatorIdentity, rows } = input
      // Confirms outside the sequence, so that the queue does not wait for the dialog.
      const requested = newRows(action, rows)
      if (requested.length > 0 && !isFull(requested.length)) {
        const counts = lockCounts(requested.map((row) => records.known(row.assetNum, row.enterpriseGlobalId)))
        if (!(await queueGateway.approve({ action, operatorIdentity, rows: requested, ...counts })))
          return notConfirmed()
      }
      return runInSequence(() => queueConfirmed(input, requested))
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
    release: async (ids) => {
      const requested = new Set(ids)
      const held = queueItems
        .all()
        .filter((item) => requested.has(item.id) && item.held !== null && !sentItems.has(item.id))
      const confirmed = await confirmRelease(held)
      if (held.length > 0 && confirmed.size === 0) return notConfirmed()
      return runInSequence(async () => {
        const at = now()
        const saved = await withSaveError(() =>
          queueItems.release(confirmed, (item) => asOfNow(at, records.known(item.assetNum, null), item)),
        )
        if (!saved.ok) return saved
        attemptNow()
        return succeed(null)
      })
    },
    dismissEnded: async () => {
      const saved = await withSaveError(queueItems.dismissEnded)
      return saved.ok ? succeed(null) : saved
    },
    onReachable: attemptSoon,
    onChange: (listener) => listeners.add(listener),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      unsubscribe()
      await raceTimeout(sequencer.settled(), stopTimeoutMs)
    },
  }
}
