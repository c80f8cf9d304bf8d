import type { Steps } from '../../../ui/table/run-time-sliced'
import { checkEmployee, existsFinding, duplicateFinding, zerosFinding } from '../form/employee-fields'
import type { Finding } from '../form/employee-fields'
import type { Departments } from '../departments'
import type { EnterpriseCode } from '../form/enterprise-code'
import type { ImportRow } from './import-rows'

/** A row's check result before sending; a `doubt` can still be sent. */
export type RowValidity = 'ready' | 'doubt' | 'broken' | 'repeated' | 'exists'

export interface CheckedRow {
  readonly findings: readonly Finding[]
  readonly validity: RowValidity
}

export interface CheckContext {
  readonly departments: Departments
  readonly code: EnterpriseCode | null
  /** The accounts of the existing employees, as the platform created them. */
  readonly accounts: ReadonlySet<string>
}

const validityFrom = (findings: readonly Finding[]): RowValidity => {
  const wrong = findings.filter(({ isWarning }) => !isWarning)
  if (wrong.length === 0) return findings.length === 0 ? 'ready' : 'doubt'
  if (wrong.some(({ code }) => code === 'account-repeated')) return 'repeated'
  return wrong.some(({ code }) => code === 'account-exists') ? 'exists' : 'broken'
}

/** Of a field without a value, only the reason is of interest. */
const findingsOfRow = (row: ImportRow, context: CheckContext): readonly Finding[] => {
  const without = new Set(row.cellFindings.filter(({ isWarning }) => !isWarning).map(({ field }) => field))
  const checked = [...checkEmployee(row.values, context), ...row.passwordFindings]
  return [...row.cellFindings, ...checked.filter(({ field }) => !without.has(field))]
}

const stride = 256

/**
 * The most common length of numeric accounts, if nearly all accounts are numeric: shorter ones may have lost
 * zeros in a spreadsheet. Otherwise 0.
 */
const typicalLength = (rows: readonly ImportRow[]): number => {
  const lengths = new Map<number, number>()
  let numbers = 0
  for (const { values } of rows) {
    const { userName } = values
    if (!/^\d+$/.test(userName)) continue
    numbers += 1
    lengths.set(userName.length, (lengths.get(userName.length) ?? 0) + 1)
  }
  if (numbers < 3 || numbers * 10 < rows.length * 8) return 0
  const [length, count] = [...lengths].reduce((longest, entry) => (entry[1] > longest[1] ? entry : longest))
  return count * 2 > numbers ? length : 0
}

/**
 * Checks rows repeatedly: the fields of an unchanged row are checked once, only its comparison with other rows
 * is repeated.
 */
export const createRowCheck = () => {
  let known = new WeakMap<ImportRow, readonly Finding[]>()
  let context: CheckContext | null = null

  return function* check(
    rows: readonly ImportRow[],
    nextContext: CheckContext,
  ): Steps<readonly CheckedRow[]> {
    if (context?.departments !== nextContext.departments || context.code !== nextContext.code)
      known = new WeakMap()
    context = nextContext
    const { accounts, code } = nextContext
    const accountLength = typicalLength(rows)
    yield
    const lines = new Map<string, number>()
    const checked: CheckedRow[] = []
    for (const [index, row] of rows.entries()) {
      if (index % stride === 0) yield
      const ownFindings = known.get(row) ?? findingsOfRow(row, nextContext)
      known.set(row, ownFindings)
      const { userName } = row.values
      const first = lines.get(userName)
      if (first === undefined) lines.set(userName, row.line)
      const comparisons: Finding[] = []
      if (userName !== '' && first !== undefined) comparisons.push(duplicateFinding(first))
      if (code !== null && userName !== '' && accounts.has(userName + code.code)) {
        comparisons.push(existsFinding(code.isCertain))
      }
      if (accountLength > 0 && /^[1-9]\d*$/.test(userName) && userName.length < accountLength) {
        comparisons.push(zerosFinding(accountLength))
      }
      const findings = comparisons.length === 0 ? ownFindings : [...ownFindings, ...comparisons]
      checked.push({ findings, validity: validityFrom(findings) })
    }
    return checked
  }
}
