import { setMaxListeners } from 'node:events'
import type { DomainFailure } from '#shared/model/failure'
import type { ChangeAction, JournalEntry, LockAction } from '#shared/model/changes/change'
import type { Job, JobRequest, JobRowResult, OrderOfJob } from '#shared/model/changes/job'
import type { ReversalAnswer } from '#shared/model/changes/reversal'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { changeAt } from '../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../journal/journal-index'
import type { Journal } from '../journal/journal'
import type { LockSource } from '../locks/lock-source'
import type { PlatformClient } from '../platform/client'
import type { AssetDirectory } from '../directory/asset-directory'
import type { EmployeeDirectory } from '../directory/employee-directory'
import type { KnownEnterprise } from '../directory/enterprise-list'
import { createAdmission } from './admit-change'
import type { ChangePolicy, QueueRequest } from './admit-change'
import type { ReadAffected } from './affected/read-affected'
import { createProposals } from './propose-change'
import type { DequeuedRow } from './propose-change'
import { createDuplicateGuard, isInFlight } from './duplicate-guard'
import { createElsewhereOf, toJournalEntry } from './journal-entry'
import { createImpactGate } from './high-impact-gate'
import type { ConfirmHighImpact } from './high-impact-gate'
import { impactOf } from './impact'
import { createDriftGuard, noDriftGuard } from './jobs/drift-guard'
import { createJobRunner } from './jobs/job-runner'
import { createListUpdates } from './jobs/list-updates'
import { createStopRules, noStopRules } from './jobs/stop-rules'
import type { JobHold } from './jobs/job-hold'
import type { JobRunner, StartFailure } from './jobs/job-runner'
import { unjournaledDataOf } from './operations/build-intent'
import { createKeyedSequencer, raceTimeout, timeout } from '../util/async'
import { changesBefore, createRecentChanges } from './recent-changes'
import { proposedLoans } from './loans/proposed-loans'
import { createUnorderedChanges } from './unordered-changes'
import type { RememberedJobs } from './unordered-changes'
import type { RecentChanges } from './recent-changes'
import { createReconciler } from './reconcile/reconcile'
import { createSettleDelay } from './reconcile/settle-delay'
import { recoverInterrupted } from './recover-interrupted'
import { createUnresolved } from './reconcile/unresolved'
import type { Unresolved } from './reconcile/unresolved'
import { createReversals } from './reversal/reversals'
import { createMemorySecrets } from './jobs/unsent-secrets'
import type { UnsentSecrets } from './jobs/unsent-secrets'

export interface ChangeService {
  /** Starts the job, if it is admitted (admit-change.ts). */
  startJob(request: JobRequest, options?: StartOptions): Promise<Outcome<Job, StartFailure>>
  /** Why the job may not start, as far as that is known before it is confirmed; or null. Nothing is written or sent. */
  refuseJob(request: JobRequest, workOrder?: OrderOfJob): StartFailure | null
  readonly jobs: Pick<JobRunner, 'pause' | 'resume' | 'cancel' | 'list' | 'onChange'>
  readJob(jobId: string): { readonly job: Job; readonly rows: readonly JournalEntry[] } | null
  reconcileJob(jobId: string): Promise<Job | null>
  /** The inverse of a job, or of some of its changes, compared with fresh lists; null if there is no such job. */
  planReversal(jobId: string, entryIds: readonly string[] | null): Promise<ReversalAnswer | null>
  /** The changes of the last ten minutes that no work order asked for. */
  changesWithoutOrder(): number
  /** Changes without a confirmed result. */
  readonly unresolved: Unresolved
  readonly queueGateway: QueueGateway
  /** Starts continuous mode: further changes of this action need no confirmation. */
  startContinuous(action: LockAction, operatorIdentity: string): Promise<Outcome<null, DomainFailure>>
  /** Returns whether continuous mode was on. */
  stopContinuous(): boolean
  recent(limit: number): readonly JournalEntry[]
  /** A change as the page sees it. */
  entryOf(change: JournaledChange): JournalEntry
  /** Stops sending; waits a limited time for running requests. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Confirmed outside the page, by `--yes` of the command line; no dialog is shown. */
  readonly isConfirmed?: boolean
  /** The job carries out this work order. Not part of the request, so that a page cannot claim it. */
  readonly workOrder?: OrderOfJob & {
    /** Marks the order as used, after every confirmation and before anything is written; a failure stops the job. */
    readonly use: () => Promise<Outcome<null, DomainFailure>>
  }
}

/** The part of the change service that the offline queue uses. */
export interface QueueGateway {
  /**
   * Whether the rows may be queued; they count toward the high-impact limit and may need a confirmation, like a
   * job.
   */
  approve(input: QueueRequest): Promise<boolean>
  /** Sends confirmed rows whose records were just read; resolves when the intent is on disk. */
  send(
    input: { readonly action: LockAction; readonly operatorIdentity: string },
    rows: readonly DequeuedRow[],
  ): Promise<Outcome<Job, StartFailure>>
}

/** How long quitting waits for a running change; otherwise its result is read back at the next start. */
const stopTimeoutMs = 5_000

/** The changed rows of a job, as events for the page. */
export const resultsOf = (job: JournaledJob, rowIndexes: readonly number[]): JobRowResult[] =>
  rowIndexes.flatMap((rowIndex) => {
    const change = changeAt(job, rowIndex)
    if (change === null) return []
    const { entryId, state, reason, endedAt } = change
    return [{ entryId, state, reason, endedAt }]
  })

interface ChangeServiceDeps {
  client: PlatformClient
  directory: AssetDirectory
  journal: Journal
  locks: LockSource
  confirmHighImpact: ConfirmHighImpact
  /** `id` names the platform in the journal. */
  platform: { readonly id: string; readonly training: boolean; readonly isLookOnly?: () => boolean }
  /** The present address of a platform by its ID in the journal. */
  addressOf?: (platformId: string) => string
  policy?: ChangePolicy
  /** What the account remembers for the policy's limit without work orders; without it, the journal alone counts. */
  rememberedJobs?: RememberedJobs | null
  /** Reports the job to the organization before its first row is sent. False: it must not be sent. */
  reportJob?: () => Promise<boolean>
  /** Holds changed rows back and stops jobs of which too many rows fail; without it, every row is sent as planned. */
  guards?: {
    readonly maxFailedPercent: () => number
    readonly employees: Pick<EmployeeDirectory, 'known' | 'readAt' | 'refresh'>
  }
  chunkSize: (action: ChangeAction) => number
  onContinuousIdle: () => void
  /** The response is the only source of these IDs: no operation lists enterprises. */
  onNewEnterprises: (enterprises: readonly KnownEnterprise[]) => void
  /** An employee's name from the platform's list, or null if unknown. */
  nameOf?: (enterpriseGlobalId: string, memberGlobalId: string) => string | null
  /** Says in confirmations who is affected; by default they do not say it. */
  affected?: ReadAffected
  /** Outlives this service when platforms are switched; by default it is read from the journal. */
  recentChanges?: RecentChanges
  /** Outlives this service; in memory by default. */
  unsentSecrets?: UnsentSecrets
  now?: () => number
  /** A monotonic clock, in ms. */
  ticks?: () => number
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * Changes of the open platform: the journal is written before the request, changes of one lock are sequential,
 * and the lists are read again afterwards.
 */
export const createChangeService = (deps: ChangeServiceDeps): ChangeService => {
  const { client, directory, journal, locks, platform } = deps
  const { id: platformId } = platform
  const now = deps.now ?? (() => Date.now())
  const pause = deps.pause ?? timeout
  const nameOf = deps.nameOf ?? (() => null)
  const addressOf = deps.addressOf ?? ((platformId: string) => platformId)
  const elsewhereOf = createElsewhereOf({ platformId, addressOf })
  const entryOf = (change: JournaledChange) => toJournalEntry(change, elsewhereOf(change.job.intent))
  const ticks = deps.ticks ?? (() => performance.now())
  const clock = createSettleDelay({ now, ticks })
  const unordered = createUnorderedChanges({
    journal,
    training: platform.training,
    now,
    remembered: deps.rememberedJobs ?? null,
  })
  const sequencer = createKeyedSequencer()
  const stopping = new AbortController()
  const { signal } = stopping
  const sending = { client, journal, locks, signal }
  // Every pending change listens to this signal.
  setMaxListeners(0, signal)
  const reconciler = createReconciler({ client, journal, directory, platformId, now, clock, pause, signal })
  const proposals = createProposals({
    directory,
    employees: deps.guards?.employees ?? { known: () => [] },
    journal,
    platform,
    chunkSize: deps.chunkSize,
    now,
  })
  const listUpdates = createListUpdates({ directory, reconciler, onNewEnterprises: deps.onNewEnterprises })

  /** Why the job must not be sent yet, or null. */
  const release = async (job: JournaledJob): Promise<JobHold | null> => {
    try {
      await unordered.remember(job)
    } catch {
      return { kind: 'journal-not-writable' }
    }
    return (await deps.reportJob?.()) === false ? { kind: 'log-not-delivered' } : null
  }

  const jobs = createJobRunner({
    ...sending,
    release,
    sequencer,
    platformId,
    addressOf,
    elsewhereOf,
    unsent: deps.unsentSecrets ?? createMemorySecrets(),
    pause,
    probe: () => directory.probe(),
    stopRules:
      deps.guards === undefined
        ? noStopRules
        : createStopRules({ ...deps.guards, readBack: reconciler.reconcile }),
    driftGuard:
      deps.guards === undefined
        ? noDriftGuard
        : createDriftGuard({ directory, employees: deps.guards.employees, now, ticks }),
    onEnded: listUpdates.onJobEnded,
    onPaused: listUpdates.onJobPaused,
  })

  const reversals = createReversals({ client, directory, journal, platformId, signal })

  void recoverInterrupted(journal, reconciler, { pause, signal })

  const admission = createAdmission({
    isLookOnly: platform.isLookOnly ?? (() => false),
    duplicates: createDuplicateGuard({
      isInFlight: (assetNum) => isInFlight(journal, platformId, assetNum),
      jobs,
    }),
    policy: deps.policy,
    unordered,
    confirmations: createImpactGate({
      confirm: deps.confirmHighImpact,
      recent:
        deps.recentChanges ??
        createRecentChanges(
          ticks,
          changesBefore({ jobs: journal.jobs(), queued: [] }, platform.training, now()),
        ),
      onIdle: deps.onContinuousIdle,
    }),
    impactOf: (intent) => impactOf(intent, nameOf, deps.affected),
    loansOf: (intent) => proposedLoans(intent, { directory, journal }),
    affected: deps.affected,
  })

  return {
    startJob: (request, { isConfirmed = false, workOrder } = {}) =>
      admission.admitChange({
        request,
        propose: () => proposals.ofJob(request, workOrder),
        isConfirmed,
        start: async ({ intent, built }) => {
          const used = (await workOrder?.use()) ?? null
          return used?.ok === false ? used : jobs.start(intent, unjournaledDataOf(intent, built))
        },
      }),
    refuseJob: (request, workOrder) => {
      const proposed = proposals.ofJob(request, workOrder)
      return proposed.ok ? admission.refuse(proposed.value.intent) : proposed.error
    },
    jobs: {
      ...jobs,
      resume: (jobId) => {
        const found = journal.job(jobId)
        const refusal = found === null ? null : admission.refuseResume(found)
        return refusal === null ? jobs.resume(jobId) : fail(refusal)
      },
    },
    unresolved: createUnresolved({ journal, reconciler, clock, addressOf, entryOf }),
    queueGateway: {
      approve: admission.confirmQueued,
      send: (input, rows) =>
        admission.admitChange({
          request: null,
          propose: () => proposals.ofQueue(input, rows),
          isConfirmed: true,
          start: ({ intent }) => jobs.start(intent, { plugIds: new Map(), secrets: new Map() }),
        }),
    },
    readJob: (jobId) => {
      const read = jobs.read(jobId)
      return read === null ? null : { job: read.job, rows: read.changes.map(entryOf) }
    },
    reconcileJob: async (jobId) => {
      const read = jobs.read(jobId)
      if (read === null) return null
      await reconciler.reconcile(read.changes)
      return jobs.read(jobId)?.job ?? null
    },
    planReversal: reversals.plan,
    changesWithoutOrder: () => unordered.recent(),
    startContinuous: admission.startContinuous,
    stopContinuous: admission.stopContinuous,
    recent: (limit) => journal.recent(limit).map(entryOf),
    entryOf,
    stop: async () => {
      stopping.abort()
      admission.stop()
      await raceTimeout(Promise.allSettled([jobs.stop(), sequencer.settled()]), stopTimeoutMs)
    },
  }
}
