import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import { createSignatureIndex } from './signature-index'
import type { Intent, Json, JournalRecord, JournalRow } from './record'

interface RowProgress {
  state: ChangeState
  reason: ChangeReason | null
  sentAt: number | null
  endedAt: number | null
  /** Data that the platform returned for the row. */
  result: Json
}

/** A job with everything known about it. */
export interface JournaledJob {
  readonly jobId: string
  readonly intent: Intent
  readonly requestedAt: number
  /** In the order of the intent's rows. */
  readonly rowStates: readonly Readonly<RowProgress>[]
  /** Rows per state; updated incrementally, because a job may have 100,000 rows. */
  readonly counts: Readonly<Record<ChangeState, number>>
  readonly lastEndedAt: number | null
}

interface MutableJob extends JournaledJob {
  readonly rowStates: RowProgress[]
  readonly counts: Record<ChangeState, number>
  lastEndedAt: number | null
  /** Increases from job to job. */
  readonly order: number
  /** The number of rows in all earlier jobs. */
  readonly rowsBefore: number
}

/** A requested change of a lock. */
interface RequestedChange {
  readonly job: MutableJob
  readonly rowIndex: number
}

/** A row of a job with everything known about it. */
export interface JournaledChange extends Readonly<RowProgress> {
  /** The job ID and the row's index. */
  readonly entryId: string
  readonly job: JournaledJob
  readonly row: JournalRow
  readonly rowIndex: number
}

/** Enough of a change to identify its lock, platform and position. */
export type RowOfJob = Pick<JournaledChange, 'job' | 'row'>

export const isOpen = (state: ChangeState): boolean => state === 'intent' || state === 'sent'

/** Whether a row's result comes from a manual review or a read-back instead of the platform's response. */
const confirmationSource = (reason: ChangeReason | null): 'person' | 'look-up' | null => {
  if (reason?.kind === 'said-by-person' || reason?.kind === 'left-unknown') return 'person'
  return reason?.kind === 'read-back-applied' || reason?.kind === 'read-back-not-applied' ? 'look-up' : null
}

/**
 * A review or read-back applies only to an unconfirmed row; the first one written wins, also when the journal
 * is read again. A cancellation at quit does not replace a result: the platform's response, which contains IDs
 * given only once, may have been written just before.
 */
const isAccepted = (
  { state, reason: before }: Readonly<RowProgress>,
  reason: ChangeReason | null,
): boolean => {
  if (reason?.kind === 'interrupted') return isOpen(state)
  const by = confirmationSource(reason)
  if (by === null) return true
  return state === 'unknown' && (by === 'look-up' || before?.kind !== 'left-unknown')
}

const entryIdOf = (jobId: string, rowIndex: number): string => `${jobId}.${rowIndex}`

export const changeAt = (job: JournaledJob, rowIndex: number): JournaledChange | null => {
  const row = job.intent.rows[rowIndex]
  const rowState = job.rowStates[rowIndex]
  if (row === undefined || rowState === undefined) return null
  const { state, reason, sentAt, endedAt, result } = rowState
  // No spread: object literals with `...rowState` take twenty times as long, and a job has 10,000 rows.
  return {
    state,
    reason,
    sentAt,
    endedAt,
    result,
    entryId: entryIdOf(job.jobId, rowIndex),
    job,
    row,
    rowIndex,
  }
}

export const changesOf = (job: JournaledJob): JournaledChange[] =>
  job.rowStates.flatMap((_rowState, rowIndex) => changeAt(job, rowIndex) ?? [])

export const noCounts: Readonly<Record<ChangeState, number>> = {
  intent: 0,
  sent: 0,
  done: 0,
  failed: 0,
  'not-sent': 0,
  unknown: 0,
}

/** Disable and enable replace each other; other operations are separate, and each platform has its own locks. */
const familyOf = ({ environment, operation }: Intent): string =>
  `${environment}\n${operation === 'order.unlockAssets' ? 'order.lockAssets' : operation}`

/** Distinguishes loans: an employee may have several assets lent to one lock, one after the other. */
const loanKey = ({ key, memberGlobalId, request }: JournalRow): string => {
  const assets =
    typeof request === 'object' && request !== null && 'assets' in request ? request['assets'] : []
  const each = Array.isArray(assets) ? assets.map((asset) => JSON.stringify(asset)).sort() : []
  return JSON.stringify([key, memberGlobalId, ...each])
}

/** Accounts are unique only within an enterprise. */
const requestKey = ({ operation }: Intent, row: JournalRow): string => {
  if (operation === 'member.lendAssets') return loanKey(row)
  return operation === 'member.addEmployees' ? JSON.stringify([row.enterpriseGlobalId, row.key]) : row.key
}

/** Changes a row and what is counted of it. Returns false if the job has no such row. */
const changeRow = (job: MutableJob, rowIndex: number, to: Partial<RowProgress>): boolean => {
  const rowState = job.rowStates[rowIndex]
  if (rowState === undefined) return false
  job.counts[rowState.state] -= 1
  Object.assign(rowState, to)
  job.counts[rowState.state] += 1
  const { endedAt } = rowState
  if (endedAt !== null && endedAt > (job.lastEndedAt ?? 0)) job.lastEndedAt = endedAt
  return true
}

/** Calls `change` for each row that a record moves on; a row may be in a record twice, so each change counts at once. */
const applyProgress = (
  record: Extract<JournalRecord, { readonly job: string }>,
  rowStates: readonly Readonly<RowProgress>[],
  change: (rowIndex: number, to: Partial<RowProgress>) => void,
): void => {
  switch (record.kind) {
    case 'job':
      break
    case 'sent':
      for (const rowIndex of record.rows) change(rowIndex, { state: 'sent', sentAt: record.at })
      break
    case 'returned':
      for (const rowIndex of record.rows) change(rowIndex, { state: 'intent', sentAt: null })
      break
    case 'ended':
      for (const { row, state, reason, result = null } of record.ends) {
        const rowState = rowStates[row]
        if (rowState !== undefined && isAccepted(rowState, reason))
          change(row, { state, reason, endedAt: record.at, result })
      }
      break
    case 'closed':
      for (const [rowIndex, { state }] of rowStates.entries()) {
        if (state === 'intent')
          change(rowIndex, { state: 'not-sent', reason: record.reason, endedAt: record.at })
      }
  }
}

/** The journal's content in memory, built only from records. */
export const createJournalIndex = () => {
  const jobs = new Map<string, MutableJob>()
  const signatures = createSignatureIndex()
  /** The same jobs, oldest first. */
  const orderedJobs: MutableJob[] = []
  let rows = 0
  /** All requested changes in order, by family and key. */
  const requests = new Map<string, Map<string, RequestedChange[]>>()

  const begin = (jobId: string, intent: Intent, requestedAt: number) => {
    const rowStates = intent.rows.map((): RowProgress => ({
      state: 'intent',
      reason: null,
      sentAt: null,
      endedAt: null,
      result: null,
    }))
    const counts = { ...noCounts, intent: rowStates.length }
    const job: MutableJob = {
      jobId,
      intent,
      requestedAt,
      rowStates,
      counts,
      lastEndedAt: null,
      order: orderedJobs.length,
      rowsBefore: rows,
    }
    jobs.set(jobId, job)
    orderedJobs.push(job)
    rows += rowStates.length
    const family = familyOf(intent)
    const byKey = requests.get(family) ?? new Map<string, RequestedChange[]>()
    requests.set(family, byKey)
    for (const [rowIndex, row] of intent.rows.entries()) {
      const key = requestKey(intent, row)
      const before = byKey.get(key)
      if (before === undefined) byKey.set(key, [{ job, rowIndex }])
      else before.push({ job, rowIndex })
    }
  }

  /** Searches from the newest: it is called for each row before sending, and usually there is no later change. */
  const hasLater = ({ job, row }: RowOfJob, hasState: (state: ChangeState) => boolean): boolean => {
    const order = jobs.get(job.jobId)?.order ?? 0
    const ofLock = requests.get(familyOf(job.intent))?.get(requestKey(job.intent, row)) ?? []
    for (let index = ofLock.length - 1; index >= 0; index -= 1) {
      const later = ofLock[index]
      if (later === undefined || later.job.order <= order) return false
      const state = later.job.rowStates[later.rowIndex]?.state
      if (state !== undefined && hasState(state)) return true
    }
    return false
  }

  /** Applies a record and returns the indexes of changed rows; a new job returns none. */
  const apply = (
    record: JournalRecord,
  ): { readonly jobId: string; readonly rowIndexes: readonly number[] } | null => {
    if (record.kind === 'signed' || record.kind === 'signature-deleted') signatures.apply(record)
    if (!('job' in record)) return null
    if (record.kind === 'job') begin(record.job, record.intent, record.at)
    const job = jobs.get(record.job)
    if (job === undefined) return null
    const rowIndexes: number[] = []
    applyProgress(record, job.rowStates, (rowIndex, to) => {
      if (changeRow(job, rowIndex, to)) rowIndexes.push(rowIndex)
    })
    return { jobId: record.job, rowIndexes }
  }

  /** The job that contains the row at this overall index. */
  const jobOfRow = (index: number): number => {
    let low = 0
    let high = orderedJobs.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((orderedJobs[middle]?.rowsBefore ?? 0) <= index) low = middle
      else high = middle
    }
    return low
  }

  return {
    apply,
    signatures: signatures.list,
    /** The number of rows in all jobs. */
    rows: (): number => rows,
    /** Rows of all jobs in the order of their request; the first has index 0. */
    slice: (from: number, limit: number): JournaledChange[] => {
      const found: JournaledChange[] = []
      for (let index = jobOfRow(from); index < orderedJobs.length && found.length < limit; index += 1) {
        const job = orderedJobs[index]
        if (job === undefined) break
        const first = Math.max(0, from - job.rowsBefore)
        for (let rowIndex = first; rowIndex < job.rowStates.length && found.length < limit; rowIndex += 1) {
          const change = changeAt(job, rowIndex)
          if (change !== null) found.push(change)
        }
      }
      return found
    },
    job: (jobId: string): JournaledJob | null => jobs.get(jobId) ?? null,
    change: (entryId: string): JournaledChange | null => {
      const dot = entryId.lastIndexOf('.')
      const job = jobs.get(entryId.slice(0, dot))
      return job === undefined ? null : changeAt(job, Number(entryId.slice(dot + 1)))
    },
    /** Oldest first. */
    jobs: (): readonly JournaledJob[] => orderedJobs,
    hasLater: (change: RowOfJob): boolean => hasLater(change, (state) => state !== 'not-sent'),
    // A rejected change has no effect, so the record still reflects the earlier one.
    hasLaterSent: (change: RowOfJob): boolean =>
      hasLater(change, (state) => state === 'sent' || state === 'done' || state === 'unknown'),
  }
}
