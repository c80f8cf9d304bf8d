import { actionOf } from '#shared/model/change'
import type { JournalEntry } from '#shared/model/change'
import type { Job, JobPause, JobState } from '#shared/model/job'
import { isShellNumber } from '#shared/model/shell-number'
import type { JournaledChange, JournaledJob } from '../journal/book'
import type { Intent, JournalRow } from '../journal/record'

const shellNumberOf = ({ shellNumber }: JournalRow) =>
  shellNumber !== null && isShellNumber(shellNumber) ? shellNumber : null

export const entryOf = ({
  job,
  row,
  entryId,
  state,
  reason,
  endedAt,
  result,
}: JournaledChange): JournalEntry => ({
  entryId,
  jobId: job.jobId,
  action: actionOf(job.intent.operation),
  key: row.key,
  shellNumber: shellNumberOf(row),
  enterpriseGlobalId: row.enterpriseGlobalId,
  enterpriseName: row.enterpriseName,
  lockedBefore: row.lockedBefore,
  memberGlobalId: row.memberGlobalId,
  memberName: row.memberName,
  request: row.request,
  result,
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

/** A job's intent as far as a confirmation repeats it. */
export const factsOf = (intent: Intent) => ({
  action: actionOf(intent.operation),
  operatorIdentity: intent.operatorIdentity,
  rows: intent.rows.length,
  enterprises: enterprisesOf(intent),
})

/** The job as the screens see it; what is not on the disk, whether it runs or waits, is told by who runs it. */
export const jobOf = (
  { jobId, intent, askedAt, courses, counts, lastEndedAt }: JournaledJob,
  course: { state: JobState; pause: JobPause | null },
): Job => ({
  jobId,
  action: actionOf(intent.operation),
  operatorIdentity: intent.operatorIdentity,
  training: intent.training,
  environment: intent.environment,
  askedAt,
  endedAt: course.state === 'ended' ? lastEndedAt : null,
  state: course.state,
  pause: course.pause,
  chunkSize: intent.chunkSize,
  rows: courses.length,
  counts: { ...counts },
  enterprises: enterprisesOf(intent),
  retryOf: intent.retryOf,
})
