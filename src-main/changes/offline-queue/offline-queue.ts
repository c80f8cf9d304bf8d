import { randomUUID } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import type { LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { CommandInput, CommandValue } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { maxQueued } from '#shared/model/changes/queued-change'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { HeldReason, OfflineQueue as OutboxView } from '#shared/model/changes/queued-change'
import type { JsonFile } from '../../util/files/json-file'
import type { Journal } from '../../journal/journal'
import { createSequencer, raceTimeout } from '../../util/async'
import { createEmitter } from '../../util/emitter'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { QueueGateway } from '../change-service'
import type { StartFailure } from '../jobs/job-runner'
import { checkQueued, factsOfRecord } from './check-queued'
import type { QueueCheck } from './check-queued'
import { requeueReason, createSentItems } from './sent-items'
import type { QueueContent, QueueItemEnd, QueueItem } from './queue-file'

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

/** Ended items stay listed until dismissed, up to this number. */
const maxEnded = 500
/** The interval for checking expiry and reachability. */
const checkIntervalMs = 10_000
/** The delay after a failed attempt. Every successful read also reports that the platform is reachable. */
const retryIntervalMs = 15_000
/** Clocks are corrected by less without a person, ms. */
const maxClockChangeMs = 10 * 60_000
/** Quitting does not wait longer for lists being read. */
const stopTimeoutMs = 2_000

/** Refusals of a job that a smaller one may not get. */
const limitCodes = new Set<StartFailure['code']>(['not-allowed', 'work-order-required', 'changes-limited'])

/** Failures that a retry would repeat; all others may be temporary. */
const isFinal = ({ code, businessCode }: PlatformFailure): boolean =>
  code === 'refused' && businessCode !== '500'

const toQueueEnd = (
  item: QueueItem,
  how: QueueItemEnd['how'],
  at: number,
  { state = null, reason = null }: Partial<Pick<QueueItemEnd, 'state' | 'reason'>> = {},
): QueueItemEnd => {
  const { id, environment, action, assetNum, shellNumber } = item
  return { id, environment, action, assetNum, shellNumber, how, at, state, reason }
}

/** Counts for the locks of these records; null stands for a lock on no known list. */
const lockCounts = (found: readonly (LockRecord | null)[]) => {
  const listed = found.filter((record) => record !== null)
  return {
    locks: found.length,
    enterprises: new Set(listed.map(({ enterpriseGlobalId }) => enterpriseGlobalId)).size,
    unlisted: found.length - listed.length,
  }
}

type Group = readonly [Pick<QueueItem, 'action' | 'operatorIdentity'>, readonly QueueItem[]]
/** Groups items by action and operator, because a job and its confirmation have one of each. */
const groupsOf = (items: readonly QueueItem[]): readonly Group[] => {
  const groups = new Map<string, [QueueItem, QueueItem[]]>()
  for (const item of items) {
    const key = JSON.stringify([item.action, item.operatorIdentity])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item, [item]])
    else group[1].push(item)
  }
  return [...groups.values()]
}

/**
 * Disables and enables queued until the platform is reachable. An item leaves its file only when the journal
 * has its final state; the job's row carries the queue ID, so that a crash in between neither loses nor repeats
 * it (sent-items.ts). Before sending, the lists are reloaded and each item is checked against its record.
 */
export const createOfflineQueue = (deps: {
  file: JsonFile<QueueContent>
  environment: string
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
  const { file, environment, journal, records, queueGateway } = deps
  const now = deps.now ?? Date.now
  const ticks = deps.ticks ?? (() => performance.now())
  const listeners = createEmitter<undefined>()
  const isOwn = (one: { readonly environment: string }) => one.environment === environment
  const ownItems = () => file.read().items.filter(isOwn)
  let isChecking = false
  let isStopped = false
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  /** Until then, by the monotonic clock, the platform asked for no request. */
  let quietUntil = Number.NEGATIVE_INFINITY
  const isQuiet = () => ticks() < quietUntil
  const obeyWait = ({ retryAfterMs = 0 }: PlatformFailure) => {
    quietUntil = Math.max(quietUntil, ticks() + retryAfterMs)
  }

  const notify = () => listeners.emit(undefined)

  const change = async (to: (content: QueueContent) => Partial<QueueContent>) => {
    await file.update((content) => {
      const next = { ...content, ...to(content) }
      return { ...next, ended: next.ended.slice(0, maxEnded) }
    })
    notify()
  }

  const withSaveError = async <Value>(work: () => Promise<Value>): Promise<Outcome<Value, DomainFailure>> => {
    try {
      return succeed(await work())
    } catch (error) {
      return fail({ code: 'not-saved', message: messageOf(error) })
    }
  }

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

  const sentItems = createSentItems(journal, environment)

  /** Removes items with a final state from the file, and returns unsent ones to the queue. */
  const settleSent = async (): Promise<void> => {
    const outcomes = new Map(
      ownItems().flatMap((item) => {
        const outcome = sentItems.finalOutcomeOf(item.id)
        return outcome === null ? [] : [[item.id, outcome] as const]
      }),
    )
    if (outcomes.size === 0) return
    for (const { reason } of outcomes.values()) if (reason?.kind === 'platform') obeyWait(reason.failure)
    const at = now()
    await change(({ items, ended }) => {
      const results: QueueItemEnd[] = []
      const remaining = items.flatMap((item) => {
        const outcome = outcomes.get(item.id)
        if (outcome === undefined) return [item]
        const requeueAs = requeueReason(outcome)
        if (requeueAs === null) {
          results.push(toQueueEnd(item, 'sent', at, outcome))
          return []
        }
        // A new ID: the journal has used the old one for a row that was not sent.
        const id = randomUUID()
        return [{ ...item, id, held: requeueAs === 'wait' ? null : { because: requeueAs, at } }]
      })
      return { items: remaining, ended: [...results.reverse(), ...ended] }
    })
    for (const id of outcomes.keys()) sentItems.forget(id)
  }

  const isDue = ({ id, expiresAt, held }: QueueItem) =>
    held === null && expiresAt <= now() && !sentItems.has(id)
  /** Queued while the clock was ahead: its age is unknown. */
  const isFromAhead = ({ wantedAt }: QueueItem) => wantedAt > now() + maxClockChangeMs
  /** An expired item waits for a person: the clock may be wrong, and a change that was asked for is never dropped. */
  const holdExpired = async (): Promise<void> => {
    if (!ownItems().some(isDue)) return
    const at = now()
    await change(({ items }) => ({
      items: items.map((item) =>
        isOwn(item) && isDue(item) ? { ...item, held: { because: 'expired', at } } : item,
      ),
    }))
  }

  const waiting = () => ownItems().filter(({ id, held }) => held === null && !sentItems.has(id))

  /** Reloads the lists of these enterprises; returns the failures by enterprise. */
  const readLists = async (ids: readonly string[]) => {
    const read = await Promise.all(ids.map(async (id) => [id, await records.reread(id)] as const))
    for (const [, failure] of read) if (failure !== null) obeyWait(failure)
    return new Map(read.flatMap(([id, failure]) => (failure === null ? [] : [[id, failure] as const])))
  }

  const checkItems = async (
    items: readonly QueueItem[],
  ): Promise<ReadonlyMap<string, QueueCheck | 'wait'>> => {
    const all = records.enterprises().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
    const enterprisesOfItems = new Set(items.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
    const startedAt = now()
    const failures = await readLists([...enterprisesOfItems])
    const ownRecord = ({ assetNum, enterpriseGlobalId }: QueueItem) =>
      enterpriseGlobalId === null ? null : records.known(assetNum, enterpriseGlobalId)
    // A lock missing from its own list may be on another enterprise's list.
    const isMissing = items.some((item) => ownRecord(item) === null)
    const others = isMissing
      ? [...(await readLists(all.filter((id) => !enterprisesOfItems.has(id)))).values()]
      : []
    const superseded = sentItems.supersededItems(items)
    return new Map(
      items.map((item) => {
        const failure = failures.get(item.enterpriseGlobalId ?? '')
        const record = ownRecord(item)
        const anyRecord = record ?? records.known(item.assetNum, null)
        const isStale = anyRecord !== null && anyRecord.readAt < startedAt
        if (failure !== undefined) return [item.id, isFinal(failure) ? 'list-not-read' : 'wait'] as const
        if (isStale || (record === null && others.some((one) => !isFinal(one))))
          return [item.id, 'wait'] as const
        const isMoved = item.enterpriseGlobalId !== null && record === null
        return [
          item.id,
          checkQueued(item, {
            record: isMoved ? null : anyRecord,
            elsewhere: isMoved ? anyRecord : null,
            changedHere: superseded.has(item.id),
          }),
        ] as const
      }),
    )
  }

  /**
   * Sends a group as one job. Changes were queued one by one, so a group may exceed a limit of the policy: it is then sent in
   * as many jobs as needed, and what the limit does not allow yet keeps waiting.
   */
  const sendGroup = async (
    about: Pick<QueueItem, 'action' | 'operatorIdentity'>,
    rows: readonly QueueItem[],
  ): Promise<void> => {
    const ids = rows.map(({ id }) => id)
    sentItems.markSending(ids)
    const started = await queueGateway.send(
      about,
      rows.map(({ id, assetNum, shellNumber, enterpriseGlobalId, queuedAt }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
        outboxId: id,
        queuedAt,
      })),
    )
    if (started.ok) return
    // Nothing was sent, and the items keep waiting.
    for (const id of ids) sentItems.forget(id)
    if (rows.length === 1 || !limitCodes.has(started.error.code)) return
    const middle = Math.ceil(rows.length / 2)
    await sendGroup(about, rows.slice(0, middle))
    await sendGroup(about, rows.slice(middle))
  }

  const send = async (items: readonly QueueItem[]): Promise<void> => {
    for (const [{ action, operatorIdentity }, rows] of groupsOf(items)) {
      if (isStopped) continue
      await sendGroup({ action, operatorIdentity }, rows)
      notify()
    }
  }

  const attempt = async (): Promise<void> => {
    await settleSent()
    await holdExpired()
    const requested = waiting()
    if (requested.length === 0 || isStopped || !deps.isReachable()) return
    lastAttemptAt = now()
    isChecking = true
    notify()
    try {
      const checks = await checkItems(requested)
      const at = now()
      await change(({ items, ended }) => {
        const results: QueueItemEnd[] = []
        const remaining = items.flatMap((item): QueueItem[] => {
          const found = checks.get(item.id)
          const check = found === 'send' && isFromAhead(item) ? 'expired' : found
          if (check === undefined || check === 'send' || check === 'wait') return [item]
          if (check !== 'already') return [{ ...item, held: { because: check satisfies HeldReason, at } }]
          results.push(toQueueEnd(item, 'already', at))
          return []
        })
        return { items: remaining, ended: [...results.reverse(), ...ended] }
      })
      // An item may have been canceled or the app may quit while the lists were read.
      await send(
        waiting().filter((item) => checks.get(item.id) === 'send' && !isDue(item) && !isFromAhead(item)),
      )
    } finally {
      isChecking = false
      notify()
    }
  }

  const attemptSoon = (): void => {
    if (isStopped || isChecking || isQuiet() || waiting().length === 0) return
    // The absolute difference, because a clock set back must not block all attempts.
    if (Math.abs(now() - lastAttemptAt) < retryIntervalMs) return
    void runInSequence(attempt).catch(() => undefined)
  }

  /** Rows that are neither queued for the same action nor being sent. */
  const newRows = <Row extends { readonly assetNum: string }>(action: LockAction, rows: readonly Row[]) => {
    const same = new Map(ownItems().map((item) => [item.assetNum, item]))
    return rows.filter(({ assetNum }) => {
      const item = same.get(assetNum)
      return item === undefined || (item.action !== action && !sentItems.has(item.id))
    })
  }
  const isFull = (added: number): boolean => ownItems().length + added > maxQueued

  const unsubscribe = journal.onChange(({ jobId, rowIndexes }) => {
    if (!sentItems.applyChange(jobId, rowIndexes)) return
    void runInSequence(settleSent).catch(() => undefined)
  })
  sentItems.recoverInterrupted(ownItems().map(({ id }) => id))
  void runInSequence(async () => {
    await settleSent()
    await holdExpired()
  }).catch(() => undefined)
  const timer = setInterval(() => {
    if (ownItems().length === 0) return
    void runInSequence(async () => {
      await settleSent()
      await holdExpired()
    }).catch(() => undefined)
    if (deps.isReachable()) attemptSoon()
    else if (waiting().length > 0 && !isQuiet()) void deps.probe().catch(() => undefined)
  }, checkIntervalMs)
  timer.unref()

  return {
    view: () => {
      const { ended } = file.read()
      return {
        isChecking,
        changes: ownItems().map(({ id, held, ...item }) => {
          const { action, assetNum, shellNumber, enterpriseName, operatorIdentity, queuedAt, expiresAt } =
            item
          const state = sentItems.has(id) ? 'leaving' : held === null ? 'waiting' : 'held'
          const entry = {
            action,
            assetNum,
            shellNumber,
            enterpriseName,
            operatorIdentity,
            queuedAt,
            expiresAt,
          }
          return { id, ...entry, state, held }
        }),
        ended: ended.filter(isOwn).map(({ environment: _own, ...one }) => one),
      }
    },
    queue: async ({ action, operatorIdentity, rows }) => {
      // Confirms outside the sequence, so that the queue does not wait for the dialog.
      const requested = newRows(action, rows)
      if (requested.length > 0 && !isFull(requested.length)) {
        const counts = lockCounts(requested.map((row) => records.known(row.assetNum, row.enterpriseGlobalId)))
        if (!(await queueGateway.approve({ action, operatorIdentity, ...counts }))) return notConfirmed()
      }
      return runInSequence(async () => {
        // Others may have been queued meanwhile; queue only what was confirmed and is still new.
        const newOnes = newRows(action, requested)
        const already = rows.length - newOnes.length
        if (newOnes.length === 0) return succeed({ queued: 0, already })
        if (isFull(newOnes.length)) {
          return fail({ code: 'not-saved', message: `the queue holds at most ${maxQueued} changes` })
        }
        const found = newOnes.map((row) => ({
          ...row,
          record: records.known(row.assetNum, row.enterpriseGlobalId),
        }))
        const at = now()
        const items = found.map(({ record, ...row }): QueueItem => ({
          id: randomUUID(),
          environment,
          action,
          operatorIdentity,
          assetNum: row.assetNum,
          shellNumber: row.shellNumber,
          enterpriseGlobalId: record?.enterpriseGlobalId ?? row.enterpriseGlobalId,
          enterpriseName: record?.enterpriseName ?? null,
          facts: record === null ? null : factsOfRecord(record),
          queuedAt: at,
          wantedAt: at,
          wantedAfter: sentItems.lastJob(),
          expiresAt: at + deps.expiresAfterMs(),
          held: null,
          released: false,
        }))
        const saved = await withSaveError(() =>
          change((content) => {
            // A later request for the same lock replaces the earlier one.
            const nums = new Set(items.map(({ assetNum }) => assetNum))
            const isReplaced = (item: QueueItem) =>
              isOwn(item) && nums.has(item.assetNum) && !sentItems.has(item.id)
            const results = content.items.filter(isReplaced).map((item) => toQueueEnd(item, 'replaced', at))
            return {
              items: [...content.items.filter((item) => !isReplaced(item)), ...items],
              ended: [...results, ...content.ended],
            }
          }),
        )
        if (!saved.ok) return saved
        lastAttemptAt = Number.NEGATIVE_INFINITY
        if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
        return succeed({ queued: items.length, already })
      })
    },
    // Outside the sequence: it takes effect at once and must not wait for a slow platform.
    cancel: (ids) => {
      const selected = new Set(ids)
      // Blocked from sending before the file is written, and removed afterwards.
      const canceled = ownItems()
        .map(({ id }) => id)
        .filter((id) => selected.has(id) && !sentItems.has(id))
      if (canceled.length === 0) return Promise.resolve(succeed({ canceled: 0 }))
      sentItems.block(canceled)
      return withSaveError(async () => {
        try {
          await change(({ items }) => ({ items: items.filter(({ id }) => !canceled.includes(id)) }))
        } finally {
          sentItems.unblock(canceled)
        }
        return { canceled: canceled.length }
      })
    },
    release: async (ids) => {
      // Conditions have changed since a held change was confirmed, so releasing it needs a new confirmation.
      const requested = new Set(ids)
      const groups = groupsOf(
        ownItems().filter(({ id, held }) => requested.has(id) && held !== null && !sentItems.has(id)),
      )
      const selected = new Set<string>()
      for (const [{ action, operatorIdentity }, items] of groups) {
        const counts = lockCounts(items.map(({ assetNum }) => records.known(assetNum, null)))
        if (!(await queueGateway.approve({ action, operatorIdentity, ...counts }))) continue
        for (const { id } of items) selected.add(id)
      }
      if (groups.length > 0 && selected.size === 0) return notConfirmed()
      return runInSequence(async () => {
        const at = now()
        const saved = await withSaveError(() =>
          change(({ items }) => ({
            items: items.map((item) => {
              if (!isOwn(item) || !selected.has(item.id) || item.held === null || sentItems.has(item.id))
                return item
              const record = records.known(item.assetNum, null)
              return {
                ...item,
                held: null,
                released: true,
                wantedAt: at,
                wantedAfter: sentItems.lastJob(),
                expiresAt: at + deps.expiresAfterMs(),
                facts: record === null ? null : factsOfRecord(record),
                enterpriseGlobalId: record?.enterpriseGlobalId ?? item.enterpriseGlobalId,
                enterpriseName: record?.enterpriseName ?? item.enterpriseName,
              }
            }),
          })),
        )
        if (!saved.ok) return saved
        lastAttemptAt = Number.NEGATIVE_INFINITY
        if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
        return succeed(null)
      })
    },
    dismissEnded: async () => {
      const saved = await withSaveError(() =>
        change(({ ended }) => ({ ended: ended.filter((one) => !isOwn(one)) })),
      )
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
