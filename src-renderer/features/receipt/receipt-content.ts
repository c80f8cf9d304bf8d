import { isLockAction } from '#shared/model/change'
import type { ChangeState, JournalEntry, LockAction } from '#shared/model/change'
import type { Job } from '#shared/model/job'

export interface JobRead {
  readonly job: Job
  readonly rows: readonly JournalEntry[]
}

/** What stands on a receipt: one job, or the jobs of a batch, a lock each. */
export interface ReceiptContent {
  readonly jobIds: readonly string[]
  /** Null where both were done. */
  readonly action: LockAction | null
  /** One of them was of training: then all of it is no receipt. */
  readonly training: boolean
  /** Base URLs, or `training`. */
  readonly environments: readonly string[]
  readonly operators: readonly string[]
  readonly askedAt: number
  /** Null while one of them still runs. */
  readonly endedAt: number | null
  readonly rows: readonly JournalEntry[]
  readonly counts: ReceiptCounts
}

export interface ReceiptCounts {
  readonly disabled: number
  readonly enabled: number
  readonly refused: number
  readonly notSent: number
  readonly unknown: number
  readonly underWay: number
}

const countNames: Readonly<
  Record<Exclude<ChangeState, 'done'>, Exclude<keyof ReceiptCounts, 'disabled' | 'enabled'>>
> = {
  failed: 'refused',
  'not-sent': 'notSent',
  unknown: 'unknown',
  intent: 'underWay',
  sent: 'underWay',
}

const countRows = (rows: readonly JournalEntry[]): ReceiptCounts => {
  const counts = { disabled: 0, enabled: 0, refused: 0, notSent: 0, unknown: 0, underWay: 0 }
  for (const { state, action } of rows) {
    if (state === 'done') counts[action === 'disable' ? 'disabled' : 'enabled'] += 1
    else counts[countNames[state]] += 1
  }
  return counts
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** Rows that a later one of the jobs sent again stand there once, with what became of them in the end. */
const withoutRetried = (reads: readonly JobRead[]): JournalEntry[] =>
  reads.flatMap(({ job, rows }) => {
    const retries = reads.filter((read) => read.job.retryOf === job.jobId)
    const again = new Set(retries.flatMap((read) => read.rows.map(({ key }) => key)))
    return rows.filter(({ key }) => !again.has(key))
  })

/** Null where there is nothing to put on it. */
export const receiptOf = (reads: readonly JobRead[]): ReceiptContent | null => {
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
    environments: unique(jobs.map(({ environment }) => environment)),
    operators: unique(jobs.map(({ operatorIdentity }) => operatorIdentity)),
    askedAt: Math.min(...jobs.map(({ askedAt }) => askedAt)),
    endedAt: ends.some((at) => at === null) ? null : Math.max(...ends.filter((at) => at !== null)),
    rows,
    counts: countRows(rows),
  }
}

/** What a table row says of a lock, from left to right. */
export const receiptColumns = [
  'row',
  'lock',
  'asset',
  'customer',
  'change',
  'outcome',
  'time',
  'operator',
] as const
export type ReceiptColumn = (typeof receiptColumns)[number]

/** Without the columns that would say the same in every row, or what another says already. */
export const columnsOf = ({ jobIds, operators, rows }: ReceiptContent): readonly ReceiptColumn[] => {
  const left = new Set<ReceiptColumn>()
  if (rows.every(({ key, shellNumber }) => shellNumber === null || key === shellNumber)) left.add('asset')
  // The locks of a job were asked for together.
  if (jobIds.length === 1) left.add('time')
  if (operators.length === 1) left.add('operator')
  return receiptColumns.filter((column) => !left.has(column))
}

export type Held = 'enabled' | 'disabled' | 'unknown'

/** What the record said before, and what it says after as far as is known; `after` is null while it is under way. */
export const changeOf = ({
  lockedBefore,
  state,
  action,
}: Pick<JournalEntry, 'lockedBefore' | 'state' | 'action'>): {
  readonly before: Held
  readonly after: Held | 'unchanged' | null
} => {
  const before = lockedBefore === null ? 'unknown' : lockedBefore ? 'disabled' : 'enabled'
  if (state === 'done') return { before, after: action === 'disable' ? 'disabled' : 'enabled' }
  if (state === 'unknown') return { before, after: 'unknown' }
  return { before, after: state === 'failed' || state === 'not-sent' ? 'unchanged' : null }
}
