import type { AffectedRequest } from '#shared/model/changes/affected'
import { actionOf } from '#shared/model/changes/change'
import type { ChangeAction, LockAction } from '#shared/model/changes/change'
import type { Job, JobRequest } from '#shared/model/changes/job'
import type { DomainFailure } from '#shared/model/failure'
import { fail, lookOnly, notConfirmed, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JournaledJob } from '../journal/journal-index'
import type { Intent } from '../journal/record'
import type { ReadAffected } from './affected/read-affected'
import type { createDuplicateGuard } from './duplicate-guard'
import type { Impact } from './high-impact'
import type { createImpactGate } from './high-impact-gate'
import { itemCountOf, itemCountOfRow } from './impact'
import type { ProposedLoans } from './loans/proposed-loans'
import type { StartFailure } from './jobs/job-runner'
import type { createUnorderedChanges } from './unordered-changes'

/** Why the policy forbids a job, one of its requests, its loans, or changes without a work order, with so many items; or null. */
export interface ChangePolicy {
  readonly refuseJob: (action: ChangeAction, itemCount: number) => DomainFailure | null
  readonly refuseRequest?: (action: ChangeAction, itemCount: number) => DomainFailure | null
  readonly refuseLoans?: (loans: ProposedLoans) => DomainFailure | null
  readonly refuseWithoutOrder: (action: ChangeAction, changeCount: number) => DomainFailure | null
}

interface ProposedChange<Proposal extends { readonly intent: Intent }> {
  /** Null for the queue, which keeps one change per lock itself. */
  readonly request: JobRequest | null
  /** What would be written to the journal. A repeated request is refused without it. */
  readonly propose: () => Outcome<Proposal, StartFailure>
  /** Confirmed before: by `--yes` of the command line, or when it was queued. */
  readonly isConfirmed: boolean
  /** Starts the admitted change. */
  readonly start: (proposal: Proposal) => Promise<Outcome<Job, StartFailure>>
}

/** Locks to be queued. */
export interface QueueRequest {
  readonly action: LockAction
  readonly operatorIdentity: string
  readonly rows: AffectedRequest['locks']
  readonly locks: number
  /** Enterprises of the locks on known lists; the other locks are on no list. */
  readonly enterprises: number
  readonly unlisted: number
}

/**
 * Decides whether a change may start. Every change passes here: of the page, the command line, work orders, the queue and
 * continuous mode.
 */
export const createAdmission = (deps: {
  /** Whether no change may be sent to the platform now. */
  readonly isLookOnly: () => boolean
  readonly duplicates: ReturnType<typeof createDuplicateGuard>
  readonly policy: ChangePolicy | undefined
  readonly unordered: ReturnType<typeof createUnorderedChanges>
  readonly confirmations: ReturnType<typeof createImpactGate>
  readonly impactOf: (intent: Intent) => Impact
  readonly loansOf: (intent: Intent) => ProposedLoans
  readonly affected?: ReadAffected | undefined
}) => {
  const { isLookOnly, duplicates, policy, unordered, confirmations, affected } = deps

  /** Step 1: no change of a platform that is look only. Also after the last step: the mark may be set while a dialog is open. */
  const unlessLookOnly = async <Value>(
    next: () => Promise<Outcome<Value, StartFailure>>,
  ): Promise<Outcome<Value, StartFailure>> => (isLookOnly() ? lookOnly() : next())

  /** Step 2: not twice. The request stays known while its job runs. */
  const unlessRepeated = (
    request: JobRequest | null,
    next: () => Promise<Outcome<Job, StartFailure>>,
  ): Promise<Outcome<Job, StartFailure>> =>
    request === null ? next() : duplicates.unlessRepeated(request, next)

  /** Step 3: what the policy forbids, how many items a job and each of its requests may have, and which loans. */
  const refuseByPolicy = (intent: Intent): DomainFailure | null => {
    const { operation, rows } = intent
    const action = actionOf(operation)
    const most = rows.reduce((max, row) => Math.max(max, itemCountOfRow(operation, row)), 0)
    return (
      policy?.refuseJob(action, itemCountOf(intent)) ??
      policy?.refuseRequest?.(action, most) ??
      (action === 'lend' ? policy?.refuseLoans?.(deps.loansOf(intent)) : null) ??
      null
    )
  }

  /** Step 4: how many changes may start without a work order. `except` is a job that is counted with the intent. */
  const refuseWithoutOrder = (intent: Intent, except?: string): DomainFailure | null =>
    intent.workOrder === undefined
      ? (policy?.refuseWithoutOrder(
          actionOf(intent.operation),
          unordered.recent(except) + itemCountOf(intent),
        ) ?? null)
      : null

  const refuse = (intent: Intent, except?: string): DomainFailure | null =>
    refuseByPolicy(intent) ?? refuseWithoutOrder(intent, except)
  /** All refusals before the confirmation, but for a repeated request. */
  const refuseUnconfirmed = (intent: Intent, except?: string): DomainFailure | null =>
    isLookOnly() ? lookOnly().error : refuse(intent, except)

  /** Steps 5 and 6: continuous mode confirms a single change of its action; all others are confirmed where it is due. */
  const isConfirmedNow = (intent: Intent): Promise<boolean> => confirmations.approve(deps.impactOf(intent))

  return {
    /** Starts the change, or says why it may not start. */
    admitChange: <Proposal extends { readonly intent: Intent }>({
      request,
      propose,
      isConfirmed,
      start,
    }: ProposedChange<Proposal>): Promise<Outcome<Job, StartFailure>> =>
      unlessLookOnly(() =>
        unlessRepeated(request, async () => {
          const proposed = propose()
          if (!proposed.ok) return proposed
          const { intent } = proposed.value
          const refusal = refuse(intent)
          if (refusal !== null) return fail(refusal)
          const unorderedCount = intent.workOrder === undefined ? itemCountOf(intent) : 0
          return unordered.whileStarting(unorderedCount, async () =>
            isConfirmed || (await isConfirmedNow(intent))
              ? unlessLookOnly(() => start(proposed.value))
              : notConfirmed(),
          )
        }),
      ),
    /** Why a change may not start, as far as that is known before it is confirmed; or null. */
    refuse: (intent: Intent): DomainFailure | null => refuseUnconfirmed(intent),
    /** Why a paused job may not continue, or null. The whole job counts, also if it is older than the recent changes. */
    refuseResume: ({ jobId, intent }: JournaledJob): DomainFailure | null => refuseUnconfirmed(intent, jobId),
    /** Whether locks may be queued: they are confirmed like a job, and counted. */
    confirmQueued: async ({ action, operatorIdentity, rows, ...counts }: QueueRequest): Promise<boolean> =>
      !isLookOnly() &&
      (await confirmations.approve({
        action,
        operatorIdentity,
        itemCount: counts.locks,
        confirmationOf: () => ({ kind: 'locks', action, operatorIdentity, ...counts, isQueued: true }),
        isAlwaysConfirmed: false,
        affected:
          action === 'disable' && affected !== undefined
            ? () => affected({ action, locks: rows, employees: [] })
            : undefined,
      })) &&
      !isLookOnly(),
    /** Continuous mode is refused before its dialog where the policy would refuse the first lock. */
    startContinuous: async (
      action: LockAction,
      operatorIdentity: string,
    ): Promise<Outcome<null, DomainFailure>> => {
      if (isLookOnly()) return lookOnly()
      const refusal = policy?.refuseWithoutOrder(action, unordered.recent() + 1) ?? null
      if (refusal !== null) return fail(refusal)
      return (await confirmations.startContinuous({ action, operatorIdentity }))
        ? succeed(null)
        : notConfirmed()
    },
    stopContinuous: confirmations.stopContinuous,
    /** Declines open and later confirmations. */
    stop: confirmations.stop,
  }
}
