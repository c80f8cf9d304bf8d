import type { ListLookUp } from '../commands'
import type { LockAction } from './change'
import { isLicenseType, licenseTypes } from './license-types'
import type { LockRecord } from './lock-record'
import { isShellNumber } from './shell-number'

/** What a person may overrule: the row is left out unless they tick it. The most telling first. */
export const doubts = ['no-record', 'already', 'wrong-type', 'other-enterprise'] as const
export type Doubt = (typeof doubts)[number]

/** What is said of a row before anything is sent; `checking` until its number is looked up. */
export type Verdict = 'ready' | 'checking' | 'malformed' | 'repeated' | 'ambiguous' | Doubt

export interface ListedRow {
  /** What was asked for, without what a scanner or a sheet puts around digits. */
  readonly number: string
  /** Null until it is looked up. */
  readonly looked: ListLookUp | null
  /** Where several records carry the digits: the asset number of the one a person chose. */
  readonly chosen: string | null
  /** The platform was asked a second time and still knows no record. */
  readonly lookedTwice: boolean
}

export interface Checked {
  readonly verdict: Verdict
  /** What else is doubtful about it, beside the verdict. */
  readonly also: readonly Doubt[]
  readonly record: LockRecord | null
  /** What would go out for it: the record's asset number or, without a record, the number; null where nothing may. */
  readonly assetNum: string | null
  /** For a repeated row: the index of the first row of the same lock. */
  readonly firstRow: number | null
  readonly tickable: boolean
}

/**
 * Whether disabling and enabling may be refused for the type (rule 9 of the API document). Which locks are
 * large-customer locks is the platform's to say, so this is a warning and no bar.
 */
export const mayRefuseType = ({ licenseType }: LockRecord): boolean =>
  licenseType !== null && isLicenseType(licenseType) && !licenseTypes[licenseType].reissuable

/** A shell number, or one word that carries one, as whole asset numbers do. Sentences and amounts are nobody's number. */
const mayBeSent = (number: string): boolean => isShellNumber(number) || /^[\p{L}\p{N}_-]+$/u.test(number)

const isMalformed = ({ looked, number }: ListedRow): boolean =>
  looked?.state === 'not-a-number' || (looked?.state === 'not-listed' && !mayBeSent(number))

const recordOf = ({ looked, chosen }: ListedRow): LockRecord | null => {
  if (looked?.state === 'found') return looked.record
  if (looked?.state !== 'ambiguous') return null
  return looked.records.find(({ assetNum }) => assetNum === chosen) ?? null
}

/** The enterprise of more than half of the records; null where none stands out. */
const usualEnterprise = (records: readonly LockRecord[]): string | null => {
  const counts = new Map<string, number>()
  for (const { enterpriseGlobalId } of records)
    counts.set(enterpriseGlobalId, (counts.get(enterpriseGlobalId) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most !== undefined && most[1] * 2 > records.length ? most[0] : null
}

const doubtsOf = (record: LockRecord, action: LockAction, usual: string | null): readonly Doubt[] => {
  const found: Doubt[] = []
  if (record.locked === (action === 'disable')) found.push('already')
  if (mayRefuseType(record)) found.push('wrong-type')
  if (usual !== null && record.enterpriseGlobalId !== usual) found.push('other-enterprise')
  return found
}

const barred = (
  verdict: Verdict,
  record: LockRecord | null = null,
  firstRow: number | null = null,
): Checked => ({
  verdict,
  also: [],
  record,
  assetNum: null,
  firstRow,
  tickable: false,
})

/** Of each row the first one of the same lock, by its number or by the record it leads to; null for that one. */
const firstRows = (
  rows: readonly ListedRow[],
  records: readonly (LockRecord | null)[],
): readonly (number | null)[] => {
  const byNumber = new Map<string, number>()
  const bySent = new Map<string, number>()
  return rows.map((row, index) => {
    if (row.looked === null || isMalformed(row)) return null
    const record = records[index] ?? null
    const sent = record?.assetNum ?? (row.looked.state === 'not-listed' ? row.number : null)
    // One of two rows with the same digits may stand for the other record: a person said so.
    const isOwnChoice = row.looked.state === 'ambiguous' && record !== null
    const first =
      (sent === null ? undefined : bySent.get(sent)) ?? (isOwnChoice ? undefined : byNumber.get(row.number))
    if (first !== undefined) return first
    if (!byNumber.has(row.number)) byNumber.set(row.number, index)
    if (sent !== null) bySent.set(sent, index)
    return null
  })
}

/**
 * Tells of every row of a list, in its order, what would become of it, before anything is sent. Without an action the
 * rows are only looked up: no doubts then. Two rows that may be sent never carry the same asset number.
 */
export const preFlight = (rows: readonly ListedRow[], action: LockAction | null): readonly Checked[] => {
  const records = rows.map(recordOf)
  const firsts = firstRows(rows, records)
  const usual = usualEnterprise(
    records.filter((record, index): record is LockRecord => record !== null && firsts[index] === null),
  )
  return rows.map((row, index) => {
    const { looked, number } = row
    if (looked === null) return barred('checking')
    if (looked.state === 'not-a-number' || isMalformed(row)) return barred('malformed')
    const record = records[index] ?? null
    const firstRow = firsts[index] ?? null
    if (firstRow !== null) return barred('repeated', record, firstRow)
    if (looked.state === 'not-listed') {
      const tickable = row.lookedTwice
      return { ...barred('no-record'), assetNum: tickable ? number : null, tickable }
    }
    if (record === null) return barred('ambiguous')
    const [verdict = 'ready', ...also] = action === null ? [] : doubtsOf(record, action, usual)
    return { verdict, also, record, assetNum: record.assetNum, firstRow: null, tickable: true }
  })
}
