import { createSequencer, raceTimeout } from '../../util/async'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { Journal } from '../../journal/journal'
import type { QueueGateway } from '../change-service'
import { createAttemptTimes } from './attempt-times'
import type { QueueItems } from './queue-items'
import { createQueueSender } from './send-queued'
import type { SentItems } from './sent-items'

/** The interval for checking expiry and reachability. */
const checkIntervalMs = 10_000
/** Quitting does not wait longer for lists being read. */
const stopTimeoutMs = 2_000

/**
 * Sends what waits as soon as the platform is reachable, and settles what the journal has a final state of. Begins at once,
 * with what an earlier process has left.
 */
export const createQueueRunner = (deps: {
  readonly queueItems: QueueItems
  readonly sentItems: SentItems
  readonly journal: Pick<Journal, 'onChange'>
  readonly directory: Pick<AssetDirectory, 'known' | 'reread' | 'enterprises'>
  readonly queueGateway: Pick<QueueGateway, 'send'>
  readonly isReachable: () => boolean
  /** One small read that shows whether the platform is reachable. */
  readonly probe: () => Promise<unknown>
  /** Called when the view of the queue has changed, other than by a write of its items. */
  readonly onChange: () => void
  readonly onError: (error: unknown) => void
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly ticks: () => number
}) => {
  const { queueItems, sentItems, onChange } = deps
  const attempts = createAttemptTimes(deps)
  const sender = createQueueSender({ ...deps, onListFailure: attempts.obeyWait })
  let isChecking = false
  let isStopped = false

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
    onChange()
    try {
      const checks = await sender.check(requested)
      await queueItems.applyChecks(checks)
      // An item may have been canceled or the app may quit while the lists were read.
      const sendable = queueItems
        .waiting()
        .filter((item) => checks.get(item.id) === 'send' && queueItems.isInTime(item))
      await sender.send(sendable, { isStopped: () => isStopped, onGroup: onChange })
    } finally {
      isChecking = false
      onChange()
    }
  }
  const attemptSoon = (): void => {
    if (isStopped || isChecking || attempts.isQuiet() || queueItems.waiting().length === 0) return
    if (attempts.isTooSoon()) return
    void runInSequence(attempt).catch(() => undefined)
  }

  const unsubscribe = deps.journal.onChange(({ jobId, rowIndexes }) => {
    if (sentItems.concernsUnconfirmed(jobId, rowIndexes)) onChange()
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
    /** Runs steps one after the other, so that what a step has read still holds when it acts. */
    runInSequence,
    isChecking: (): boolean => isChecking,
    /** Does nothing where nothing waits, or an attempt would come too soon. */
    attemptSoon,
    /** After a change that a person asked for. */
    attemptNow: (): void => {
      attempts.clear()
      if (deps.isReachable()) void Promise.resolve().then(attemptSoon)
    },
    stop: async (): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      unsubscribe()
      await raceTimeout(sequencer.settled(), stopTimeoutMs)
    },
  }
}
