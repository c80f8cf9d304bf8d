import type { LockAction, JournalEntry } from '#shared/model/changes/change'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import type { Job, JobRowRequest } from '#shared/model/changes/job'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { rowWarnings, mayRejectType } from '#shared/model/changes/preflight'
import type { RowWarning } from '#shared/model/changes/preflight'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { Name } from '#shared/model/name'
import type { ShownRow } from './list-rows'

/** Rows to change that are not confirmed yet, with the facts for the confirmation. */
export interface RequestedList {
  readonly action: LockAction
  readonly rows: readonly JobRowRequest[]
  /** The list rows, in the same order. */
  readonly rowIds: readonly number[]
  /** The job whose failed rows are retried. */
  readonly retryOf: string | null
  /** Only these rows stay in the list: their change is undone. */
  readonly isReverse: boolean
  /** The customers with the most rows first, without rows that have no record. */
  readonly customers: readonly { readonly name: Name | null; readonly rows: number }[]
  /** Rows without a customer, because no list has the lock. Together with the customers' rows they are all rows. */
  readonly unlisted: number
  /** The number of rows per warning. */
  readonly warnings: ReadonlyMap<RowWarning, number>
  /** When the oldest record was read; null if unknown. */
  readonly oldest: number | null
}

const customersOf = (
  rows: readonly { readonly enterpriseGlobalId: string | null; readonly name: Name | null }[],
): Pick<RequestedList, 'customers' | 'unlisted'> => {
  const found = new Map<string, { name: Name | null; rows: number }>()
  for (const { enterpriseGlobalId, name } of rows) {
    if (enterpriseGlobalId === null) continue
    const known = found.get(enterpriseGlobalId)
    found.set(enterpriseGlobalId, { name: known?.name ?? name, rows: (known?.rows ?? 0) + 1 })
  }
  return {
    customers: [...found.values()].sort((a, b) => b.rows - a.rows),
    unlisted: rows.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === null).length,
  }
}

const requestOf = (assetNum: string, number: string, record: LockRecord | null): JobRowRequest => ({
  assetNum,
  shellNumber: record === null ? (isShellNumber(number) ? number : null) : record.shellNumber,
  enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
  plugId: null,
})

/** Captures the selected rows: later updates do not change what is confirmed. */
export const requestSelected = (action: LockAction, ticked: readonly ShownRow[]): RequestedList => {
  const sendable = ticked.flatMap((row) =>
    row.checked.assetNum === null ? [] : [{ row, assetNum: row.checked.assetNum }],
  )
  const counts = new Map<RowWarning, number>()
  for (const { row } of sendable) {
    const { result, also } = row.checked
    for (const warning of rowWarnings.filter((known) => known === result || also.includes(known)))
      counts.set(warning, (counts.get(warning) ?? 0) + 1)
  }
  const ordered = rowWarnings.flatMap((warning) => {
    const count = counts.get(warning)
    return count === undefined ? [] : [[warning, count] as const]
  })
  const records = sendable.flatMap(({ row }) => row.checked.record ?? [])
  return {
    action,
    rows: sendable.map(({ row, assetNum }) => requestOf(assetNum, row.number, row.checked.record)),
    rowIds: sendable.map(({ row }) => row.id),
    retryOf: null,
    isReverse: false,
    ...customersOf(
      sendable.map(({ row: { checked } }) => ({
        enterpriseGlobalId: checked.record?.enterpriseGlobalId ?? null,
        name: checked.record?.enterpriseName ?? null,
      })),
    ),
    warnings: new Map(ordered),
    oldest: records.length === 0 ? null : Math.min(...records.map(({ readAt }) => readAt)),
  }
}

/** Captures sent rows to retry or undo them. */
const requestSent = (
  action: LockAction,
  rows: readonly ShownRow[],
  about: Pick<RequestedList, 'retryOf' | 'isReverse'>,
): RequestedList => {
  const sent = rows.flatMap((row) => (row.entry === null ? [] : [{ row, entry: row.entry }]))
  const types = sent.filter(
    ({ row }) => row.checked.record !== null && mayRejectType(row.checked.record),
  ).length
  return {
    action,
    rows: sent.map(({ entry: { key, shellNumber, enterpriseGlobalId } }) => ({
      assetNum: key,
      shellNumber,
      enterpriseGlobalId,
      plugId: null,
    })),
    rowIds: sent.map(({ row }) => row.id),
    ...customersOf(
      sent.map(({ entry }) => ({
        enterpriseGlobalId: entry.enterpriseGlobalId,
        name: entry.enterpriseName,
      })),
    ),
    warnings: types === 0 ? new Map() : new Map([['wrong-type', types]]),
    oldest: null,
    ...about,
  }
}

/** Status 4, “not possible for this license type”, is the same for every retry (docs/api.md, section 2.1). */
const unsupportedTypeStatus = 4

/** Whether a failed row can be retried. An unconfirmed row is reconciled, never sent again. */
export const mayRetry = ({ state, reason }: JournalEntry): boolean =>
  state === 'failed' && !(reason?.kind === 'status' && reason.status === unsupportedTypeStatus)

type ListJob = Pick<Job, 'jobId' | 'retryOf'>
/** The platform rejected the row in the first job and in its retry: another one would change nothing. */
const isRejectedAgain = ({ jobId, reason }: JournalEntry, job: ListJob | null): boolean =>
  job?.retryOf != null && jobId === job.jobId && reason?.kind === 'status'

/** Whether an unsent row can be sent now; not if the same lock was changed later. */
export const maySend = ({ state, reason }: JournalEntry): boolean =>
  state === 'not-sent' && reason?.kind !== 'superseded' && reason?.kind !== 'changed-since-check'

const sentRows = (rows: readonly ShownRow[], matches: (entry: JournalEntry) => boolean) =>
  rows.filter(({ entry }) => entry !== null && matches(entry))

export const retryable = (rows: readonly ShownRow[], job: ListJob) =>
  sentRows(rows, (entry) => mayRetry(entry) && !isRejectedAgain(entry, job))
export const sendable = (rows: readonly ShownRow[]) => sentRows(rows, maySend)
export const done = (rows: readonly ShownRow[], action: LockAction) =>
  sentRows(rows, (entry) => entry.state === 'done' && entry.action === action)

/** The number of rows per possible action. */
export interface ActionCounts {
  readonly retry: number
  /** Failed rows that cannot be retried. */
  readonly notRetryable: number
  /** Rows that were rejected in a retry, too. */
  readonly rejectedAgain: number
  readonly unsent: number
  /** Unconfirmed rows with a result that can be checked. */
  readonly unknown: number
  readonly reverse: number
  readonly notSelected: number
}

export const countActions = (
  rows: readonly ShownRow[],
  action: LockAction,
  job: ListJob | null,
): ActionCounts => {
  const counts = {
    retry: 0,
    notRetryable: 0,
    rejectedAgain: 0,
    unsent: 0,
    unknown: 0,
    reverse: 0,
    notSelected: 0,
  }
  for (const { entry, sent } of rows) {
    if (!sent) counts.notSelected += 1
    if (entry === null) continue
    if (mayRetry(entry)) counts[isRejectedAgain(entry, job) ? 'rejectedAgain' : 'retry'] += 1
    else if (entry.state === 'failed') counts.notRetryable += 1
    if (maySend(entry)) counts.unsent += 1
    if (canCheckResult(entry)) counts.unknown += 1
    if (entry.state === 'done' && entry.action === action) counts.reverse += 1
  }
  return counts
}

export const requestRetry = (action: LockAction, rows: readonly ShownRow[], jobId: string): RequestedList =>
  requestSent(action, rows, { retryOf: jobId, isReverse: false })

export const requestUndo = (action: LockAction, rows: readonly ShownRow[]): RequestedList =>
  requestSent(action, rows, { retryOf: null, isReverse: true })
