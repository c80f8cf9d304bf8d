import type { LockAction, JournalEntry } from '#shared/model/change'
import type { JobRowRequest } from '#shared/model/job'
import type { LockRecord } from '#shared/model/lock-record'
import { doubts, mayRefuseType } from '#shared/model/pre-flight'
import type { Doubt } from '#shared/model/pre-flight'
import { isShellNumber } from '#shared/model/shell-number'
import type { ShownRow } from './list-rows'

/** Rows that a person asked to have changed and has not confirmed yet, with the facts the confirmation repeats. */
export interface AskedList {
  readonly action: LockAction
  readonly rows: readonly JobRowRequest[]
  /** The rows of the list, in the same order. */
  readonly rowIds: readonly number[]
  /** The job whose refused rows these are. */
  readonly retryOf: string | null
  /** Only these rows stay on the list: they are changed back. */
  readonly isReverse: boolean
  /** The customers with the most rows first; without those whose record is not known. */
  readonly customers: readonly { readonly name: string | null; readonly rows: number }[]
  /** How many of the rows are doubtful in each way. */
  readonly doubts: ReadonlyMap<Doubt, number>
  /** When the oldest of their records was read; null where that is not known. */
  readonly oldest: number | null
}

const customersOf = (
  rows: readonly { readonly enterpriseGlobalId: string | null; readonly name: string | null }[],
): AskedList['customers'] => {
  const found = new Map<string, { name: string | null; rows: number }>()
  for (const { enterpriseGlobalId, name } of rows) {
    if (enterpriseGlobalId === null) continue
    const known = found.get(enterpriseGlobalId)
    found.set(enterpriseGlobalId, { name: known?.name ?? name, rows: (known?.rows ?? 0) + 1 })
  }
  return [...found.values()].sort((one, other) => other.rows - one.rows)
}

const requestOf = (assetNum: string, number: string, record: LockRecord | null): JobRowRequest => ({
  assetNum,
  shellNumber: record === null ? (isShellNumber(number) ? number : null) : record.shellNumber,
  enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
  plugId: null,
})

/** The ticked rows as they are now: what comes after does not change what is confirmed. */
export const askRows = (action: LockAction, ticked: readonly ShownRow[]): AskedList => {
  const sendable = ticked.flatMap((row) =>
    row.checked.assetNum === null ? [] : [{ row, assetNum: row.checked.assetNum }],
  )
  const counts = new Map<Doubt, number>()
  for (const { row } of sendable) {
    const { verdict, also } = row.checked
    for (const doubt of doubts.filter((one) => one === verdict || also.includes(one)))
      counts.set(doubt, (counts.get(doubt) ?? 0) + 1)
  }
  const ordered = doubts.flatMap((doubt) => {
    const count = counts.get(doubt)
    return count === undefined ? [] : [[doubt, count] as const]
  })
  const records = sendable.flatMap(({ row }) => row.checked.record ?? [])
  return {
    action,
    rows: sendable.map(({ row, assetNum }) => requestOf(assetNum, row.number, row.checked.record)),
    rowIds: sendable.map(({ row }) => row.id),
    retryOf: null,
    isReverse: false,
    customers: customersOf(
      records.map(({ enterpriseGlobalId, enterpriseName: name }) => ({ enterpriseGlobalId, name })),
    ),
    doubts: new Map(ordered),
    oldest: records.length === 0 ? null : Math.min(...records.map(({ readAt }) => readAt)),
  }
}

/** Rows that were sent once, to be sent again or changed back. */
const askAgain = (
  action: LockAction,
  rows: readonly ShownRow[],
  about: Pick<AskedList, 'retryOf' | 'isReverse'>,
): AskedList => {
  const sent = rows.flatMap((row) => (row.entry === null ? [] : [{ row, entry: row.entry }]))
  const types = sent.filter(
    ({ row }) => row.checked.record !== null && mayRefuseType(row.checked.record),
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
    customers: customersOf(
      sent.map(({ entry }) => ({
        enterpriseGlobalId: entry.enterpriseGlobalId,
        name: entry.enterpriseName,
      })),
    ),
    doubts: types === 0 ? new Map() : new Map([['wrong-type', types]]),
    oldest: null,
    ...about,
  }
}

/** Status 4, “this type is not disabled or enabled”, is the same the next time (API document, section 2.1). */
const neverDone = 4

/** Refused, and worth sending again. What is unknown is looked up, never sent again. */
export const mayRetry = ({ state, reason }: JournalEntry): boolean =>
  state === 'failed' && !(reason?.kind === 'status' && reason.status === neverDone)

/** Not sent at all, and worth sending now; a later change of the same lock stands. */
export const maySend = ({ state, reason }: JournalEntry): boolean =>
  state === 'not-sent' && reason?.kind !== 'superseded'

const sentRows = (rows: readonly ShownRow[], isMeant: (entry: JournalEntry) => boolean) =>
  rows.filter(({ entry }) => entry !== null && isMeant(entry))

export const retryable = (rows: readonly ShownRow[]) => sentRows(rows, mayRetry)
export const sendable = (rows: readonly ShownRow[]) => sentRows(rows, maySend)
export const done = (rows: readonly ShownRow[], action: LockAction) =>
  sentRows(rows, (entry) => entry.state === 'done' && entry.action === action)

/** How many rows each of what may be done afterwards would take. */
export interface Offers {
  readonly retry: number
  /** Refused, and never sent again. */
  readonly never: number
  readonly rest: number
  readonly unknown: number
  readonly reverse: number
  readonly leftOut: number
}

export const offersOf = (rows: readonly ShownRow[], action: LockAction): Offers => {
  const offers = { retry: 0, never: 0, rest: 0, unknown: 0, reverse: 0, leftOut: 0 }
  for (const { entry, sent } of rows) {
    if (!sent) offers.leftOut += 1
    if (entry === null) continue
    if (mayRetry(entry)) offers.retry += 1
    else if (entry.state === 'failed') offers.never += 1
    if (maySend(entry)) offers.rest += 1
    if (entry.state === 'unknown') offers.unknown += 1
    if (entry.state === 'done' && entry.action === action) offers.reverse += 1
  }
  return offers
}

export const askRetry = (action: LockAction, rows: readonly ShownRow[], jobId: string): AskedList =>
  askAgain(action, rows, { retryOf: jobId, isReverse: false })

export const askReverse = (action: LockAction, rows: readonly ShownRow[]): AskedList =>
  askAgain(action, rows, { retryOf: null, isReverse: true })
