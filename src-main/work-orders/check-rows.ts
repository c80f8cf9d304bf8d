import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { rowWarnings } from '#shared/model/changes/preflight'
import type { PreflightRow, RowWarning } from '#shared/model/changes/preflight'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { checkNumbers, unsentOf } from '../changes/check-numbers'
import type { Unsent } from '../changes/check-numbers'
import type { AssetDirectory } from '../directory/asset-directory'
import type { ListedEmployee } from '../directory/read-employees'
import { keyOfRow } from './file-forms'
import type { OrderRow, OrderRowOf, WorkOrder } from './file-forms'

/** A row of an order, and what the lists say about it now. */
export interface CheckedRow {
  readonly row: OrderRow
  /** Names the row in the order, its result and the journal. */
  readonly key: string
  /** Counts from 1. */
  readonly line: number
  /** Why it is certainly not sent, or null. */
  readonly unsent: Unsent | null
  readonly warnings: readonly RowWarning[]
  /** The lock or asset; null if it is on no list, left out, or the row is about an employee. */
  readonly record: LockRecord | null
  /** The employee as listed now; null if they are on no list, or the row is about a lock alone. */
  readonly employee: ListedEmployee | null
  /** Of a loan. */
  readonly assets: readonly LockRecord[]
}

/** The lists that rows are compared with. */
export interface OrderLists extends Pick<AssetDirectory, 'lookUpMany'> {
  readonly employees: (
    enterpriseGlobalId: string,
  ) => Promise<Outcome<readonly ListedEmployee[], PlatformFailure>>
}

type Content = Pick<WorkOrder, 'action'> & {
  readonly rows: readonly OrderRow[]
  /** Null while an order is being prepared: every enterprise of the lists. */
  readonly enterprises: readonly string[] | null
}

const notSent = (reason: string): Unsent => ({ state: 'not-sent', reason })
const duplicate: Unsent = { state: 'skipped', reason: 'duplicate' }
const already: Unsent = { state: 'skipped', reason: 'already' }

/** What the lists say about the numbers and employees of an order. */
interface Found {
  readonly checked: (assetNum: string) => PreflightRow | undefined
  readonly employee: (enterpriseGlobalId: string, memberGlobalId: string) => ListedEmployee | undefined
  readonly enterprises: readonly string[] | null
}

const recordOf = (checked: PreflightRow | undefined) =>
  checked !== undefined && unsentOf(checked) === null ? checked.record : null

/** Why a number does not lead to a lock of the order, or null. */
const numberProblem = (assetNum: string, { checked, enterprises }: Found): Unsent | null => {
  const found = checked(assetNum)
  if (found === undefined) return notSent('not-found')
  const unsent = unsentOf(found)
  if (unsent !== null) return unsent
  if (enterprises === null) return null
  // An order names complete asset numbers; a number that leads to another lock is not the one that was signed.
  if (found.record?.assetNum !== assetNum) return notSent('not-found')
  return enterprises.includes(found.record.enterpriseGlobalId) ? null : notSent('other-enterprise')
}

const holderProblem = (
  action: 'assign' | 'withdraw',
  { holder, lent }: LockRecord,
  memberGlobalId: string,
): Unsent | null => {
  // Without the lists of the member center, nothing is known about the holder.
  if (lent === null) return notSent('not-read')
  const isHolder = holder?.memberGlobalId === memberGlobalId
  if (action === 'assign') return holder === null ? null : isHolder ? already : notSent('other-holder')
  return holder === null ? already : isHolder ? null : notSent('other-holder')
}

/** The conditions under which the page Lending offers the lock and the assets, too. */
const loanProblem = (
  lock: LockRecord,
  assets: readonly (LockRecord | null)[],
  memberGlobalId: string,
): Unsent | null => {
  const isHolder = ({ holder }: LockRecord) => holder?.memberGlobalId === memberGlobalId
  if (lock.borrowedUsbKey !== true) return notSent('not-borrowed')
  if (lock.locked === true || (lock.lent !== false && !isHolder(lock))) return notSent('not-available')
  for (const asset of assets) {
    if (asset === null) return notSent('not-found')
    if (asset.enterpriseGlobalId !== lock.enterpriseGlobalId) return notSent('other-enterprise')
    if (!isHolder(asset)) return notSent('other-holder')
    if (asset.lent !== false || asset.assetId === null || asset.borrowedUsbKey === true)
      return notSent('not-available')
  }
  return null
}

/** The fields that an edit changes; the account stays. */
const isEdited = (row: OrderRowOf<'edit-employee'>, employee: ListedEmployee): boolean =>
  employee.name === row.name &&
  (employee.remark ?? '') === row.remark &&
  (employee.passwordMobile ?? '') === row.passwordMobile &&
  (row.departmentId === undefined || employee.departmentId === row.departmentId)

type Judged = Pick<CheckedRow, 'unsent' | 'warnings' | 'record' | 'employee' | 'assets'>
const noFindings: Judged = { unsent: null, warnings: [], record: null, employee: null, assets: [] }

const judgeEdit = (row: OrderRowOf<'edit-employee'>, found: Found): Judged => {
  const { enterpriseGlobalId, memberGlobalId } = row
  if (found.enterprises?.includes(enterpriseGlobalId) === false)
    return { ...noFindings, unsent: notSent('other-enterprise') }
  const employee = found.employee(enterpriseGlobalId, memberGlobalId) ?? null
  if (employee === null) return { ...noFindings, unsent: notSent('employee-not-found') }
  const unsent = found.enterprises !== null && isEdited(row, employee) ? already : null
  return { ...noFindings, employee, unsent }
}

const judgeLock = (
  row: OrderRow & { readonly assetNum: string },
  action: Content['action'],
  found: Found,
): Judged => {
  const checked = found.checked(row.assetNum)
  const record = checked?.record ?? null
  const warnings = rowWarnings.filter((one) => one === checked?.result || checked?.also.includes(one))
  const about = { ...noFindings, record, warnings }
  const problem = numberProblem(row.assetNum, found)
  if (problem !== null || record === null || !('memberGlobalId' in row)) return { ...about, unsent: problem }
  const { memberGlobalId } = row
  const employee = found.employee(record.enterpriseGlobalId, memberGlobalId) ?? null
  const judged = { ...about, employee }
  // A withdrawal needs the asset alone: its employee may be gone.
  if (employee === null && action !== 'withdraw') return { ...judged, unsent: notSent('employee-not-found') }
  const assets = 'assets' in row ? row.assets.map((one) => recordOf(found.checked(one))) : []
  // What the lists say now may have changed when the order is carried out.
  if (found.enterprises === null && assets.every((asset) => asset !== null)) return { ...judged, assets }
  if (action === 'assign' || action === 'withdraw')
    return { ...judged, unsent: holderProblem(action, record, memberGlobalId) }
  const unsent = loanProblem(record, assets, memberGlobalId)
  return { ...judged, unsent, assets: assets.filter((asset) => asset !== null) }
}

const leftOutRow: Judged = { ...noFindings, unsent: notSent('left-out') }

/** Holds each row of an order against the lists, which are read for it. */
export const checkRows = async (
  { action, rows, enterprises }: Content,
  leaveOut: ReadonlySet<string>,
  lists: OrderLists,
): Promise<Outcome<readonly CheckedRow[], PlatformFailure>> => {
  const included = rows.filter((row) => !leaveOut.has(keyOfRow(row)))
  const numbers = included.flatMap((row) => ('assetNum' in row ? [row.assetNum] : []))
  const assets = included.flatMap((row) => ('assets' in row ? row.assets : []))
  // Without an action while it is prepared: a lock that is disabled now may be enabled when it is carried out.
  const lockAction = enterprises !== null && (action === 'disable' || action === 'enable') ? action : null
  const locks =
    numbers.length === 0 ? succeed([]) : await checkNumbers(numbers, { action: lockAction }, lists)
  if (!locks.ok) return locks
  const lent =
    assets.length === 0
      ? succeed([])
      : await checkNumbers(assets, { action: null, freshness: numbers.length === 0 ? 'now' : 'fresh' }, lists)
  if (!lent.ok) return lent
  // Of the same number the first counts: an asset may be in two loans, and then the platform decides.
  const byNumber = new Map<string, PreflightRow>()
  for (const [at, number] of [...numbers, ...assets].entries()) {
    const found = [...locks.value, ...lent.value][at]
    if (found !== undefined && !byNumber.has(number)) byNumber.set(number, found)
  }

  const ofEmployees = new Set(
    included.flatMap((row) => {
      if ('enterpriseGlobalId' in row) return [row.enterpriseGlobalId]
      return 'memberGlobalId' in row ? (recordOf(byNumber.get(row.assetNum))?.enterpriseGlobalId ?? []) : []
    }),
  )
  const employees = new Map<string, ReadonlyMap<string, ListedEmployee>>()
  for (const id of ofEmployees) {
    const read = await lists.employees(id)
    if (!read.ok) return fail(read.error)
    const present = read.value.filter(({ deleted }) => deleted !== true)
    employees.set(id, new Map(present.map((one) => [one.globalId, one])))
  }

  const found: Found = {
    enterprises,
    checked: (assetNum) => byNumber.get(assetNum),
    employee: (enterpriseGlobalId, memberGlobalId) => employees.get(enterpriseGlobalId)?.get(memberGlobalId),
  }
  const judge = (row: OrderRow): Judged => {
    if (leaveOut.has(keyOfRow(row))) return leftOutRow
    return 'assetNum' in row ? judgeLock(row, action, found) : judgeEdit(row, found)
  }
  return succeed(rows.map((row, at) => ({ row, key: keyOfRow(row), line: at + 1, ...judge(row) })))
}

/** A row that cannot be signed, by its place in the request. */
export interface UnusableRow extends Unsent {
  readonly index: number
}

/** The rows of an order to sign: every number is a lock of the lists, and numbers become asset numbers. */
export const resolveRows = async (
  request: Pick<Content, 'action' | 'rows'>,
  lists: OrderLists,
): Promise<
  Outcome<
    {
      readonly rows: readonly OrderRow[]
      readonly enterprises: readonly string[]
      readonly unusable: readonly UnusableRow[]
    },
    PlatformFailure
  >
> => {
  const checked = await checkRows({ ...request, enterprises: null }, new Set(), lists)
  if (!checked.ok) return checked
  const seen = new Set<string>()
  const judged = checked.value.map(({ row, record, employee, assets, unsent }) => {
    const name = employee?.name ?? ''
    const resolved = {
      ...row,
      ...(record === null ? {} : { assetNum: record.assetNum }),
      ...('memberName' in row && name !== '' ? { memberName: name } : {}),
      ...('assets' in row ? { assets: assets.map(({ assetNum }) => assetNum) } : {}),
    } as OrderRow
    const key = keyOfRow(resolved)
    const isDuplicate = unsent === null && seen.has(key)
    seen.add(key)
    const enterprise =
      'enterpriseGlobalId' in row ? row.enterpriseGlobalId : (record?.enterpriseGlobalId ?? '')
    return { resolved, enterprise, unsent: isDuplicate ? duplicate : unsent }
  })
  const usable = judged.filter(({ unsent }) => unsent === null)
  return succeed({
    rows: usable.map(({ resolved }) => resolved),
    enterprises: [...new Set(usable.map(({ enterprise }) => enterprise))],
    unusable: judged.flatMap(({ unsent }, index) => (unsent === null ? [] : [{ index, ...unsent }])),
  })
}
