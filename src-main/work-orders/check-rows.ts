import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { rowWarnings } from '#shared/model/changes/preflight'
import type { Checked, RowWarning } from '#shared/model/changes/preflight'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { checkNumbers, unsentOf } from '../changes/check-numbers'
import type { Unsent } from '../changes/check-numbers'
import type { AssetDirectory } from '../directory/asset-directory'
import { keyOfRow } from './file-forms'
import type { WorkOrder } from './file-forms'

/** A row of an order, and what the lists say about it now. */
export interface CheckedRow {
  /** Names the row in the order, its result and the journal. */
  readonly key: string
  /** Counts from 1. */
  readonly line: number
  /** Why it is certainly not sent, or null. */
  readonly unsent: Unsent | null
  readonly warnings: readonly RowWarning[]
  /** Null if it is on no list, or left out. */
  readonly record: LockRecord | null
}

export type Lists = Pick<AssetDirectory, 'lookUpMany'>
type RowsOfOrder = Pick<WorkOrder, 'action' | 'rows'>

const lockUnsent = (checked: Checked, assetNum: string, enterprises: readonly string[]): Unsent | null => {
  const unsent = unsentOf(checked)
  if (unsent !== null) return unsent
  // An order names complete asset numbers; a number that leads to another lock is not the one that was signed.
  if (checked.record?.assetNum !== assetNum) return { state: 'not-sent', reason: 'not-found' }
  return enterprises.includes(checked.record.enterpriseGlobalId)
    ? null
    : { state: 'not-sent', reason: 'other-enterprise' }
}

/** Holds each row of the order against the lists, which are read for it. */
export const checkRows = async (
  { action, rows, enterprises }: RowsOfOrder & Pick<WorkOrder, 'enterprises'>,
  leaveOut: ReadonlySet<string>,
  lists: Lists,
): Promise<Outcome<readonly CheckedRow[], PlatformFailure>> => {
  const included = rows.filter((row) => !leaveOut.has(keyOfRow(row)))
  const checked = await checkNumbers(
    included.map(({ assetNum }) => assetNum),
    { action },
    lists,
  )
  if (!checked.ok) return checked
  const byKey = new Map(included.map((row, at) => [keyOfRow(row), checked.value[at]]))
  return succeed(
    rows.map((row, at): CheckedRow => {
      const key = keyOfRow(row)
      const found = byKey.get(key)
      const line = at + 1
      if (found === undefined)
        return { key, line, unsent: { state: 'not-sent', reason: 'left-out' }, warnings: [], record: null }
      const warnings = rowWarnings.filter((one) => one === found.result || found.also.includes(one))
      return {
        key,
        line,
        unsent: lockUnsent(found, row.assetNum, enterprises),
        warnings,
        record: found.record,
      }
    }),
  )
}

/** A row that cannot be signed, by its place in the request. */
export interface UnusableRow extends Unsent {
  readonly index: number
}

/** The rows of an order to sign: every number is a lock of the lists, and numbers become asset numbers. */
export const resolveRows = async (
  { rows }: RowsOfOrder,
  lists: Lists,
): Promise<
  Outcome<
    {
      readonly rows: WorkOrder['rows']
      readonly enterprises: readonly string[]
      readonly unusable: readonly UnusableRow[]
    },
    PlatformFailure
  >
> => {
  const numbers = rows.map(({ assetNum }) => assetNum)
  // Without an action: a lock that is disabled now may be enabled when the order is carried out.
  const checked = await checkNumbers(numbers, { action: null }, lists)
  if (!checked.ok) return checked
  const records = checked.value.flatMap((one) => (unsentOf(one) === null ? (one.record ?? []) : []))
  return succeed({
    rows: records.map(({ assetNum }) => ({ assetNum })),
    enterprises: [...new Set(records.map(({ enterpriseGlobalId }) => enterpriseGlobalId))],
    unusable: checked.value.flatMap((one, index) => {
      const unsent = unsentOf(one)
      return unsent === null ? [] : [{ index, ...unsent }]
    }),
  })
}
