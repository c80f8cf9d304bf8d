import type { Steps } from '../../../ui/table/in-slices'
import { checkEmployee, existsFinding, repeatedFinding, zerosFinding } from '../employee-fields'
import type { Finding } from '../employee-fields'
import type { Departments } from '../departments'
import type { EnterpriseCode } from '../enterprise-code'
import type { ImportRow } from './import-rows'

/** What stands against a row before it is sent; `doubt` is sent all the same. */
export type Verdict = 'ready' | 'doubt' | 'broken' | 'repeated' | 'exists'

export interface CheckedRow {
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
}

export interface CheckedAgainst {
  readonly departments: Departments
  readonly code: EnterpriseCode | null
  /** Accounts on the employees' list, as the platform made them. */
  readonly accounts: ReadonlySet<string>
}

export const verdictOf = (findings: readonly Finding[]): Verdict => {
  const wrong = findings.filter(({ isDoubt }) => !isDoubt)
  if (wrong.length === 0) return findings.length === 0 ? 'ready' : 'doubt'
  if (wrong.some(({ code }) => code === 'account-repeated')) return 'repeated'
  return wrong.some(({ code }) => code === 'account-exists') ? 'exists' : 'broken'
}

const stride = 256

/**
 * The length that most of the accounts made of digits have, where nearly all accounts are: those that are shorter may
 * have lost zeros in a spreadsheet. 0 where the accounts do not look like that.
 */
const usualLength = (rows: readonly ImportRow[]): number => {
  const lengths = new Map<number, number>()
  let numbers = 0
  for (const { values } of rows) {
    const { userName } = values
    if (!/^\d+$/.test(userName)) continue
    numbers += 1
    lengths.set(userName.length, (lengths.get(userName.length) ?? 0) + 1)
  }
  if (numbers < 3 || numbers * 10 < rows.length * 8) return 0
  const [length, count] = [...lengths].reduce((most, one) => (one[1] > most[1] ? one : most))
  return count * 2 > numbers ? length : 0
}

/** Checks rows again and again: a row that is as it was is not looked at twice, only held against the others. */
export const createRowCheck = () => {
  let known = new WeakMap<ImportRow, readonly Finding[]>()
  let against: CheckedAgainst | null = null

  return function* check(rows: readonly ImportRow[], now: CheckedAgainst): Steps<readonly CheckedRow[]> {
    if (against?.departments !== now.departments || against.code !== now.code) known = new WeakMap()
    against = now
    const { accounts, code } = now
    const usual = usualLength(rows)
    yield
    const lines = new Map<string, number>()
    const checked: CheckedRow[] = []
    for (const [index, row] of rows.entries()) {
      if (index % stride === 0) yield
      const own = known.get(row) ?? [...checkEmployee(row.values, now), ...row.passwordFindings]
      known.set(row, own)
      const { userName } = row.values
      const first = lines.get(userName)
      if (first === undefined) lines.set(userName, row.line)
      const besides: Finding[] = []
      if (userName !== '' && first !== undefined) besides.push(repeatedFinding(first))
      if (code !== null && userName !== '' && accounts.has(userName + code.code)) {
        besides.push(existsFinding(code.isCertain))
      }
      if (usual > 0 && /^[1-9]\d*$/.test(userName) && userName.length < usual) {
        besides.push(zerosFinding(usual))
      }
      const findings = besides.length === 0 ? own : [...own, ...besides]
      checked.push({ findings, verdict: verdictOf(findings) })
    }
    return checked
  }
}
