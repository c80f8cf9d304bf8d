import { actionOf } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job, JobPause, JobState } from '#shared/model/changes/job'
import { lockStates } from '#shared/model/locks/lock-record'
import type { LockState } from '#shared/model/locks/lock-record'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { JournaledChange, JournaledJob } from '../journal/journal-index'
import type { Intent, JournalRow } from '../journal/record'

const shellNumberOf = ({ shellNumber }: JournalRow) =>
  shellNumber !== null && isShellNumber(shellNumber) ? shellNumber : null

const isLockState = (state: string): state is LockState => lockStates.some((one) => one === state)

/** Lines of earlier versions only record whether the lock was disabled. */
const statesBeforeOf = ({ statesBefore, lockedBefore }: JournalRow): readonly LockState[] | null => {
  if (statesBefore === undefined)
    return lockedBefore === null ? null : [lockedBefore ? 'disabled' : 'enabled']
  return statesBefore?.filter(isLockState) ?? null
}

/** Of a job: the address of its platform where that is not the open one, else null. */
export type ElsewhereOf = (intent: Pick<Intent, 'environment'>) => string | null

export const createElsewhereOf =
  (deps: {
    /** The open platform's ID in the journal. */
    readonly platformId: string
    /** The present address of a platform by its ID in the journal. */
    readonly addressOf: (platformId: string) => string
  }): ElsewhereOf =>
  ({ environment }) =>
    environment === deps.platformId ? null : deps.addressOf(environment)

export const toJournalEntry = (
  { job, row, entryId, state, reason, endedAt, result }: JournaledChange,
  elsewhere: string | null,
): JournalEntry => ({
  entryId,
  jobId: job.jobId,
  action: actionOf(job.intent.operation),
  key: row.key,
  shellNumber: shellNumberOf(row),
  enterpriseGlobalId: row.enterpriseGlobalId,
  enterpriseName: row.enterpriseName,
  lockedBefore: row.lockedBefore,
  statesBefore: statesBeforeOf(row),
  memberGlobalId: row.memberGlobalId,
  memberName: row.memberName,
  request: row.request,
  result,
  operatorIdentity: job.intent.operatorIdentity,
  ...(job.intent.reverses === undefined ? {} : { reverses: job.intent.reverses }),
  ...(job.intent.workOrder === undefined ? {} : { workOrder: job.intent.workOrder }),
  training: job.intent.training,
  ...(elsewhere === null ? {} : { elsewhere }),
  requestedAt: job.requestedAt,
  endedAt,
  state,
  reason,
})

const enterpriseCounts = new WeakMap<Intent, number>()

/** The number of enterprises in the rows; cached, because an intent never changes. */
export const enterprisesOf = (intent: Intent): number => {
  const counted = enterpriseCounts.get(intent)
  if (counted !== undefined) return counted
  const ids = new Set(intent.rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
  enterpriseCounts.set(intent, ids.size)
  return ids.size
}

/** The job as the page sees it. Its runtime state comes from the job runner. */
export const jobOf = (
  { jobId, intent, requestedAt, rowStates, counts, lastEndedAt }: JournaledJob,
  runtime: { state: JobState; pause: JobPause | null },
  { address, elsewhere }: { readonly address: string; readonly elsewhere: string | null },
): Job => ({
  jobId,
  action: actionOf(intent.operation),
  operatorIdentity: intent.operatorIdentity,
  training: intent.training,
  environment: address,
  ...(elsewhere === null ? {} : { elsewhere }),
  requestedAt,
  endedAt: runtime.state === 'ended' ? lastEndedAt : null,
  state: runtime.state,
  pause: runtime.pause,
  chunkSize: intent.chunkSize,
  rows: rowStates.length,
  counts: { ...counts },
  enterprises: enterprisesOf(intent),
  retryOf: intent.retryOf,
  ...(intent.workOrder === undefined ? {} : { workOrder: intent.workOrder }),
})
