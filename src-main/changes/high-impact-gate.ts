import { maxUnconfirmed } from '#shared/model/changes/change'
import type { LockAction } from '#shared/model/changes/change'
import { createSequencer } from '../util/async'
import type { HighImpact, Impact } from './high-impact'
import type { RecentChanges } from './recent-changes'

/** A confirmation that the page cannot forge: a native dialog with a text built by main. */
export type ConfirmHighImpact = (confirmation: HighImpact) => Promise<boolean>

/** The page stops continuous mode after 60 s without a lock; this is the fallback if the page is gone. */
const continuousIdleMs = 90_000
/** Far more than an operator handles in one go; limits a compromised page. */
export const maxContinuousLocks = 200

interface ContinuousMode {
  readonly action: LockAction
  readonly operatorIdentity: string
}

/**
 * Counts changes over ten minutes, so that many single commands need the same confirmation as one large job.
 * After 50 changes a confirmation is due; it allows 50 more for the same action and operator. In continuous
 * mode, one confirmation covers 200 locks of one action until the mode is stopped or idle. Only one dialog is
 * open at a time.
 */
export const createImpactGate = (deps: {
  confirm: ConfirmHighImpact
  recent: RecentChanges
  onIdle: () => void
}) => {
  const { recent, onIdle } = deps
  let continuous: (ContinuousMode & { left: number }) | null = null
  /** Increases whenever continuous mode is stopped, also while its confirmation is open. */
  let stops = 0
  let idle: ReturnType<typeof setTimeout> | undefined
  /** The timer does not count time asleep, the wall clock does. */
  let lastUsedAt = 0
  /** Requests wait for an open dialog, because its confirmation may cover them too. */
  const confirmations = createSequencer()
  let isStopped = false
  let declineAll: () => void = () => undefined
  const declined = new Promise<false>((done) => {
    declineAll = () => done(false)
  })

  const stopContinuous = (): boolean => {
    clearTimeout(idle)
    stops += 1
    const wasContinuous = continuous !== null
    continuous = null
    return wasContinuous
  }
  const stopIdle = (): void => {
    if (stopContinuous()) onIdle()
  }
  const restartIdleTimer = (): void => {
    clearTimeout(idle)
    lastUsedAt = Date.now()
    idle = setTimeout(stopIdle, continuousIdleMs)
    idle.unref()
  }
  const continuousFor = (change: ContinuousMode) =>
    continuous?.action === change.action && continuous.operatorIdentity === change.operatorIdentity
      ? continuous
      : null

  /** A dialog that fails, or is open when the gate stops, counts as declined. */
  const requestConfirmation = (confirmation: HighImpact): Promise<boolean> =>
    isStopped ? declined : Promise.race([deps.confirm(confirmation).catch(() => false), declined])

  const withAffected = async (confirmation: HighImpact, { affected }: Impact): Promise<HighImpact> => {
    // The dialog is due also if the lists cannot be counted.
    const counted = await affected?.().catch(() => undefined)
    return counted === undefined ? confirmation : { ...confirmation, affected: counted }
  }

  const confirmContinuous = async ({ action, operatorIdentity }: ContinuousMode): Promise<boolean> => {
    const startedAt = stops
    if (
      !(await requestConfirmation({
        kind: 'continuous',
        action,
        operatorIdentity,
        locks: maxContinuousLocks,
      }))
    )
      return false
    // Ignores a confirmation after continuous mode was stopped.
    if (stops !== startedAt) return false
    continuous = { action, operatorIdentity, left: maxContinuousLocks }
    restartIdleTimer()
    return true
  }

  const useContinuous = (change: ContinuousMode): boolean => {
    if (Date.now() - lastUsedAt > continuousIdleMs) stopIdle()
    const current = continuousFor(change)
    if (current === null || current.left <= 0) return false
    current.left -= 1
    restartIdleTimer()
    return true
  }

  /** Null if continuous mode does not apply; false if its new confirmation after the last lock was declined. */
  const coverByContinuousMode = async (confirmation: HighImpact): Promise<boolean | null> => {
    if (confirmation.kind !== 'single-change') return null
    const { action, operatorIdentity } = confirmation
    const change = { action, operatorIdentity }
    if (useContinuous(change)) return true
    return continuousFor(change) === null ? null : (await confirmContinuous(change)) && useContinuous(change)
  }

  const confirmIfDue = async (job: Impact, confirmation: HighImpact): Promise<boolean> => {
    const { action, operatorIdentity, itemCount } = job
    const kind = JSON.stringify([action, operatorIdentity])
    const isSingle = confirmation.kind === 'single-change'
    const isDue = job.isAlwaysConfirmed || recent.unconfirmed(kind) + itemCount > maxUnconfirmed
    if (isDue && !(await requestConfirmation(await withAffected(confirmation, job)))) return false
    // The confirmation of one change covers the recent ones of its kind. A job with its own confirmation
    // does not count toward later ones.
    if (isDue && isSingle) recent.confirm(kind)
    if (!isDue || isSingle) recent.count(itemCount)
    return !isStopped
  }

  return {
    /** Whether the job may be sent: no confirmation is due, or it was given. */
    approve: (job: Impact): Promise<boolean> =>
      confirmations.queue(async () => {
        const confirmation = job.confirmationOf(recent.all())
        return (await coverByContinuousMode(confirmation)) ?? confirmIfDue(job, confirmation)
      }),
    startContinuous: ({ action, operatorIdentity }: ContinuousMode): Promise<boolean> => {
      stopContinuous()
      const startedAt = stops
      return confirmations.queue(
        async () => stops === startedAt && (await confirmContinuous({ action, operatorIdentity })),
      )
    },
    stopContinuous,
    /** Declines open and later confirmations. */
    stop: (): void => {
      isStopped = true
      stopContinuous()
      declineAll()
    },
  }
}
