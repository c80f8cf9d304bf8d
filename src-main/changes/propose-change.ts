import { operationOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import { isLockJob } from '#shared/model/changes/job'
import type { JobRequest, JobRowRequest, OrderOfJob, RowOf } from '#shared/model/changes/job'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { joinKey } from '#shared/model/join-key'
import { statesOf } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import type { EmployeeDirectory } from '../directory/employee-directory'
import type { Journal } from '../journal/journal'
import type { Intent, JournalRow } from '../journal/record'
import type { StartFailure } from './jobs/job-runner'
import { buildIntentRows } from './operations/build-intent'
import type { BuiltIntent } from './operations/build-intent'
import { nameOfOrders } from './operations/name-of-orders'

/** A queued row that is about to be sent. */
export interface DequeuedRow extends Omit<JobRowRequest, 'plugId'> {
  readonly outboxId: string
  readonly queuedAt: number
  /** Who queued the change, if another operator has released it. */
  readonly queuedBy?: string
}

/** A change as it would be written to the journal. */
export interface Proposal {
  readonly intent: Intent
  /** Its rows with what the journal does not contain. */
  readonly built: readonly BuiltIntent[]
}

type EditedRow = RowOf<'edit-employee'>

/** A list may omit a name or mask a number: such values must not be restored. */
const formerFieldsOf = (listed: EmployeeRecord): EditedRow['before'] => {
  const { departmentId, name, remark, passwordMobile, readAt } = listed
  if (name === null || !/^\+?\d*$/.test(passwordMobile ?? '')) return undefined
  return { departmentId, name, remark: remark ?? '', passwordMobile: passwordMobile ?? '', readAt }
}

/** Builds the intent of a change from what is known of its items now. Nothing is written or sent. */
export const createProposals = (deps: {
  readonly directory: Pick<AssetDirectory, 'known' | 'enterprises'>
  /** The employees that were listed last, for the values before an edit. */
  readonly employees: Pick<EmployeeDirectory, 'known'>
  readonly journal: Pick<Journal, 'job'>
  /** `id` names the platform in the journal. */
  readonly platform: { readonly id: string; readonly training: boolean }
  readonly chunkSize: (action: ChangeAction) => number
  readonly now: () => number
}) => {
  const { directory, employees, journal, platform, chunkSize, now } = deps

  const lockRow = ({
    assetNum,
    shellNumber,
    enterpriseGlobalId,
  }: Omit<JobRowRequest, 'plugId'>): JournalRow => {
    const record = directory.known(assetNum, enterpriseGlobalId)
    return {
      key: assetNum,
      // The asset number is what is sent, so the plugged lock and the dialog use the shell number that belongs
      // to it, not the page's.
      shellNumber: record?.shellNumber ?? shellNumberIn(assetNum) ?? shellNumber,
      enterpriseGlobalId,
      enterpriseName: record?.enterpriseName ?? null,
      lockedBefore: record?.locked ?? null,
      statesBefore: record === null ? null : statesOf(record, now()),
      memberGlobalId: null,
      memberName: null,
      request: null,
    }
  }

  const withFormerFields = (rows: readonly EditedRow[]): EditedRow[] => {
    const listed = new Map<string, EmployeeRecord>()
    for (const id of new Set(rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId)))
      for (const one of employees.known(id)) listed.set(joinKey(id, one.memberGlobalId), one)
    return rows.map(({ before: _, ...row }) => {
      const employee = listed.get(joinKey(row.enterpriseGlobalId, row.memberGlobalId))
      const before = employee === undefined ? undefined : formerFieldsOf(employee)
      return before === undefined ? row : { ...row, before }
    })
  }

  const buildRows = (request: JobRequest): readonly BuiltIntent[] => {
    if (isLockJob(request)) {
      return request.rows.map(({ plugId, ...row }) => ({ row: lockRow(row), secret: null, plugId }))
    }
    const enterprises = directory.enterprises()
    const names = new Map(enterprises.map((one) => [one.enterpriseGlobalId, one.enterpriseName]))
    const ofOrders =
      request.action === 'order' ? request.rows.map((row) => nameOfOrders(row, enterprises)) : []
    const complete =
      request.action === 'edit-employee' ? { ...request, rows: withFormerFields(request.rows) } : request
    return buildIntentRows(complete).map(({ row, ...secretData }, index) => ({
      ...secretData,
      row: {
        ...row,
        enterpriseName:
          row.enterpriseName ?? names.get(row.enterpriseGlobalId ?? '') ?? ofOrders[index] ?? null,
      },
    }))
  }

  const isOfOtherPlatform = (jobId: string | null | undefined): boolean => {
    const job = jobId == null ? null : journal.job(jobId)
    return job !== null && job.intent.environment !== platform.id
  }

  const buildIntent = (
    input: Pick<JobRequest, 'action' | 'operatorIdentity' | 'retryOf' | 'reverses'>,
    rows: readonly JournalRow[],
    workOrder?: OrderOfJob,
  ): Intent => ({
    operation: operationOf[input.action],
    operatorIdentity: input.operatorIdentity,
    environment: platform.id,
    training: platform.training,
    chunkSize: chunkSize(input.action),
    retryOf: input.retryOf,
    ...(input.reverses === undefined ? {} : { reverses: input.reverses }),
    ...(workOrder === undefined ? {} : { workOrder: { id: workOrder.id, signer: workOrder.signer } }),
    rows: [...rows],
  })

  return {
    ofJob: (request: JobRequest, workOrder: OrderOfJob | undefined): Outcome<Proposal, StartFailure> => {
      if (request.reverses !== undefined && journal.job(request.reverses) === null)
        return notFound('the reversed job')
      // The same numbers and IDs are others there.
      if ([request.reverses, request.retryOf, request.sendsAgain].some(isOfOtherPlatform))
        return fail({ code: 'other-platform', message: 'the earlier job was sent to another platform' })
      try {
        const built = buildRows(request)
        const rows = built.map(({ row }) => row)
        return succeed({ built, intent: buildIntent(request, rows, workOrder) })
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        return fail({ code: 'invalid-input', message: error.message })
      }
    },
    ofQueue: (
      input: Pick<JobRequest, 'action' | 'operatorIdentity'>,
      rows: readonly DequeuedRow[],
    ): Outcome<{ readonly intent: Intent }, StartFailure> => {
      const queuedRows = rows.map(({ outboxId, queuedAt, queuedBy, ...row }) => ({
        ...lockRow(row),
        request: { outboxId, queuedAt, ...(queuedBy === undefined ? {} : { queuedBy }) },
      }))
      return succeed({ intent: buildIntent({ ...input, retryOf: null }, queuedRows) })
    },
  }
}
