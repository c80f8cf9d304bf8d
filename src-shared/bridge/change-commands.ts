import { z } from 'zod'
import { affectingActions } from '../model/changes/affected'
import type { Affected, AffectedRequest } from '../model/changes/affected'
import { changeActions, operationOf } from '../model/changes/change'
import type { JournalEntry } from '../model/changes/change'
import { changeRowSchemas } from '../model/changes/change-rows'
import type { Job, JobRequest, RowAction } from '../model/changes/job'
import type { ReversalAnswer } from '../model/changes/reversal'
import {
  action,
  changingCommand,
  command,
  lockRow,
  lockRows,
  maxRows,
  nonEmptyText,
  noInput,
  operatorName,
} from './command'

const job = z.strictObject({ jobId: nonEmptyText })

const lockJob = z.strictObject({
  action,
  operatorIdentity: operatorName,
  rows: lockRows(lockRow.extend({ plugId: nonEmptyText.nullable() }), maxRows),
  retryOf: nonEmptyText.nullable(),
  reverses: z.exactOptional(nonEmptyText),
  sendsAgain: z.exactOptional(nonEmptyText),
})

const rowJob = <Action extends RowAction>(rowAction: Action) =>
  z.strictObject({
    action: z.literal(rowAction),
    operatorIdentity: operatorName,
    rows: z.array(changeRowSchemas[operationOf[rowAction]]).min(1).max(maxRows),
    retryOf: nonEmptyText.nullable(),
    reverses: z.exactOptional(nonEmptyText),
    sendsAgain: z.exactOptional(nonEmptyText),
  })

/** One schema per action; types follow the tables, but the union must be spelled out. */
const jobRequest: z.ZodType<JobRequest> = z.discriminatedUnion('action', [
  lockJob,
  rowJob('lend'),
  rowJob('assign'),
  rowJob('add-employee'),
  rowJob('edit-employee'),
  rowJob('reset-password'),
  rowJob('delete-employee'),
  rowJob('bind-customer'),
  rowJob('create-enterprise'),
  rowJob('update-customer'),
  rowJob('order'),
  rowJob('allocate'),
])

const affectedRequest: z.ZodType<AffectedRequest> = z.strictObject({
  action: z.enum(affectingActions),
  locks: z
    .array(z.strictObject({ assetNum: nonEmptyText, enterpriseGlobalId: nonEmptyText.nullable() }))
    .max(maxRows),
  employees: z
    .array(z.strictObject({ enterpriseGlobalId: nonEmptyText, memberGlobalId: nonEmptyText }))
    .max(maxRows),
})

/** Commands that change data of the platform: a job has one row or many. */
export const changeCommands = {
  /** Starts continuous mode: each lock read from now on is changed at once; confirmed once in a system dialog. */
  'continuous/start': changingCommand(
    z.strictObject({ action, operatorIdentity: operatorName }),
  ).returns<null>(),
  'continuous/stop': command(noInput).returns<null>(),
  /** Resolves when the job is on disk and starts; `jobs/changed` and `jobs/rows` report its progress. */
  'jobs/start': changingCommand(jobRequest).returns<Job>(),
  'jobs/pause': command(job).returns<Job>(),
  'jobs/resume': changingCommand(job).returns<Job>(),
  /** Stops sending; rows already sent still get their result. */
  'jobs/cancel': command(job).returns<Job>(),
  /**
   * Reads the lists and returns the inverse of a job, or of some of its changes. Sends nothing: the inverse is
   * started like any other job.
   */
  'jobs/plan-reversal': command(
    z.strictObject({ jobId: nonEmptyText, entryIds: z.array(nonEmptyText).min(1).max(1000).nullable() }),
  ).returns<ReversalAnswer>(),
  /** Who is affected by a change that is about to be confirmed, from what was read already. */
  'jobs/affected': command(affectedRequest).returns<Affected>(),
  /** The changes of the last ten minutes that count where the policy asks for a work order. */
  'jobs/without-order': command(noInput).returns<number>(),
  /** Newest first. */
  'jobs/list': command(
    z.strictObject({
      limit: z.int().min(1).max(1000),
      action: z.exactOptional(z.enum(changeActions)),
    }),
  ).returns<readonly Job[]>(),
  /** In the order of the request. */
  'jobs/read': command(job).returns<{ readonly job: Job; readonly rows: readonly JournalEntry[] }>(),
  /** Reads back the job's unconfirmed rows; resends nothing. */
  'jobs/check-results': command(job).returns<Job>(),
  'journal/recent': command(z.strictObject({ limit: z.int().min(1).max(1000) })).returns<
    readonly JournalEntry[]
  >(),
}
