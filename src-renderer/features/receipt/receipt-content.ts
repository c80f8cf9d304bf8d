import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry, LockAction } from '#shared/model/changes/change'
import type { Job, OrderOfJob } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { countAll, countedAs } from '../../entities/change/change-row'
import type { Counts } from '../../entities/change/change-row'

export interface JobRead {
  readonly job: Job
  readonly rows: readonly JournalEntry[]
}

/** The content of a receipt: one job, or the jobs of a batch with one lock each. */
export interface ReceiptContent {
  readonly jobIds: readonly string[]
  /** Null if there are both actions. */
  readonly action: LockAction | null
  /** At least one job is from training mode: the document is then not a valid receipt. */
  readonly training: boolean
  /** Base URLs, or `training`. */
  readonly platforms: readonly string[]
  readonly operators: readonly Name[]
  readonly requestedAt: number
  /** Null while a job still runs. */
  readonly endedAt: number | null
  readonly rows: readonly JournalEntry[]
  readonly counts: Counts
  /** The signed work orders that the jobs carried out. */
  readonly workOrders: readonly OrderOfJob[]
}

/** Short enough to be read aloud; the activity log finds its job by it. */
export const receiptNumberOf = ({ jobIds: [first = ''] }: Pick<ReceiptContent, 'jobIds'>): string =>
  first.slice(0, 8).toUpperCase()

/** The rows of each enterprise, whose name stands once above them. */
export const customersOf = ({
  rows,
}: Pick<ReceiptContent, 'rows'>): readonly {
  readonly name: Name | null
  readonly rows: readonly JournalEntry[]
}[] =>
  unique(rows.map(({ enterpriseName }) => enterpriseName)).map((name) => ({
    name,
    rows: rows.filter(({ enterpriseName }) => enterpriseName === name),
  }))

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** The jobs that a job retries, the latest first: its rows may be of any of them. */
const retriedBy = ({ retryOf }: Job, jobs: ReadonlyMap<string, Job>): readonly string[] => {
  const before = retryOf === null ? undefined : jobs.get(retryOf)
  return before === undefined ? [] : [before.jobId, ...retriedBy(before, jobs)]
}

/** Rows that a later job retried appear once, with their final result. */
const withoutRetried = (reads: readonly JobRead[]): JournalEntry[] => {
  const jobs = new Map(reads.map(({ job }) => [job.jobId, job]))
  return reads.flatMap(({ job, rows }) => {
    const retries = reads.filter((read) => retriedBy(read.job, jobs).includes(job.jobId))
    const again = new Set(retries.flatMap((read) => read.rows.map(({ key }) => key)))
    return rows.filter(({ key }) => !again.has(key))
  })
}

/** Null if there is nothing to show: only disabling and enabling locks has a receipt. */
export const receiptOf = (allReads: readonly JobRead[]): ReceiptContent | null => {
  const reads = allReads.filter(({ job }) => isLockAction(job.action))
  const jobs = reads.map(({ job }) => job)
  const rows = withoutRetried(reads)
  const [first] = jobs
  if (first === undefined || rows.length === 0) return null
  const actions = unique(jobs.map(({ action }) => action))
  const ends = jobs.map(({ endedAt }) => endedAt)
  return {
    jobIds: jobs.map(({ jobId }) => jobId),
    action: actions.length === 1 && isLockAction(first.action) ? first.action : null,
    training: jobs.some(({ training }) => training),
    platforms: unique(jobs.map(({ environment }) => environment)),
    operators: unique(jobs.map(({ operatorIdentity }) => operatorIdentity)),
    requestedAt: Math.min(...jobs.map(({ requestedAt }) => requestedAt)),
    endedAt: ends.some((at) => at === null) ? null : Math.max(...ends.filter((at) => at !== null)),
    rows,
    counts: countAll(rows.map(countedAs)),
    workOrders: jobs.flatMap(({ workOrder }) => workOrder ?? []),
  }
}

/** The columns of the table, from left to right. */
const receiptColumns = ['place', 'shellNumber', 'assetNum', 'change', 'result', 'time', 'operator'] as const
export type ReceiptColumn = (typeof receiptColumns)[number]

/** Leaves out columns with the same value in every row or without additional information. */
export const columnsOf = ({ jobIds, operators, rows }: ReceiptContent): readonly ReceiptColumn[] => {
  const omitted = new Set<ReceiptColumn>()
  if (rows.every(({ key, shellNumber }) => shellNumber === null || key === shellNumber))
    omitted.add('assetNum')
  // The locks of one job were requested at the same time.
  if (jobIds.length === 1) omitted.add('time')
  if (operators.length === 1) omitted.add('operator')
  return receiptColumns.filter((column) => !omitted.has(column))
}
