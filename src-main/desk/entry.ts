import type { ChangeAction, ChangeState, JournalEntry } from '#shared/model/change'
import type { Job, JobPause, JobState } from '#shared/model/job'
import { isShellNumber } from '#shared/model/shell-number'
import type { JournaledChange, JournaledJob } from '../journal/book'
import type { Intent, JournalRow } from '../journal/record'

export const actionOf = ({ operation }: Intent): ChangeAction =>
  operation === 'order.lockAssets' ? 'disable' : 'enable'

export const operationOf = (action: ChangeAction) =>
  action === 'disable' ? ('order.lockAssets' as const) : ('order.unlockAssets' as const)

const shellNumberOf = ({ shellNumber }: JournalRow) =>
  shellNumber !== null && isShellNumber(shellNumber) ? shellNumber : null

export const entryOf = ({ job, row, entryId, state, reason, endedAt }: JournaledChange): JournalEntry => ({
  entryId,
  jobId: job.jobId,
  action: actionOf(job.intent),
  shellNumber: shellNumberOf(row),
  assetNum: row.key,
  enterpriseGlobalId: row.enterpriseGlobalId,
  enterpriseName: row.enterpriseName,
  lockedBefore: row.lockedBefore,
  operatorIdentity: job.intent.operatorIdentity,
  training: job.intent.training,
  askedAt: job.askedAt,
  endedAt,
  state,
  reason,
})

const enterpriseCounts = new WeakMap<Intent, number>()

/** How many enterprises the rows are of; counted once, as an intent never changes. */
export const enterprisesOf = (intent: Intent): number => {
  const counted = enterpriseCounts.get(intent)
  if (counted !== undefined) return counted
  const ids = new Set(intent.rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
  enterpriseCounts.set(intent, ids.size)
  return ids.size
}

/** The job as the screens see it; what is not on the disk, whether it runs or waits, is told by who runs it. */
export const jobOf = (job: JournaledJob, course: { state: JobState; pause: JobPause | null }): Job => {
  const { intent, courses } = job
  const counts: Record<ChangeState, number> = {
    intent: 0,
    sent: 0,
    done: 0,
    failed: 0,
    'not-sent': 0,
    unknown: 0,
  }
  let endedAt: number | null = null
  for (const { state, endedAt: rowEndedAt } of courses) {
    counts[state] += 1
    if (rowEndedAt !== null && rowEndedAt > (endedAt ?? 0)) endedAt = rowEndedAt
  }
  return {
    jobId: job.jobId,
    action: actionOf(intent),
    operatorIdentity: intent.operatorIdentity,
    training: intent.training,
    environment: intent.environment,
    askedAt: job.askedAt,
    endedAt: course.state === 'ended' ? endedAt : null,
    state: course.state,
    pause: course.pause,
    chunkSize: intent.chunkSize,
    rows: courses.length,
    counts,
    enterprises: enterprisesOf(intent),
    retryOf: intent.retryOf,
  }
}
