import type { ListLookupResult } from '../locks/lookup-result'
import type { LockAction } from './change'
import { isLicenseType, licenseTypes } from '../api/license-types'
import type { LockRecord } from '../locks/lock-record'
import { foldNumber, mayBeAssetNumber } from '../locks/shell-number'

/** Warnings the user may overrule: the row is not selected unless the user selects it. Most important first. */
export const rowWarnings = ['no-record', 'already', 'wrong-type', 'other-enterprise'] as const
export type RowWarning = (typeof rowWarnings)[number]

/** The result of checking a row before sending; `checking` until its number is looked up. */
export type PreflightResult = 'ready' | 'checking' | 'malformed' | 'repeated' | 'ambiguous' | RowWarning

export interface ListedRow {
  /** The requested number without characters that a scanner or a sheet adds. */
  readonly number: string
  /** Null until it is looked up. */
  readonly lookup: ListLookupResult | null
  /** If several records have the digits: the asset number the user chose. */
  readonly chosen: string | null
  /** A second lookup on the platform found no record either. */
  readonly isConfirmedMissing: boolean
}

export interface PreflightRow {
  readonly result: PreflightResult
  /** Other warnings about the row besides the result. */
  readonly also: readonly RowWarning[]
  readonly record: LockRecord | null
  /**
   * The number that would be sent: the record's asset number, or the entered number without a record; null if
   * the row cannot be sent.
   */
  readonly assetNum: string | null
  /** For a duplicate row: the index of the first row of the same lock. */
  readonly firstRow: number | null
  readonly tickable: boolean
}

/**
 * Whether disabling and enabling may be rejected for the type (docs/api.md, section 4.1, rule 9). Only the
 * platform knows large-customer locks, so this is a warning and does not block.
 */
export const mayRejectType = ({ licenseType }: LockRecord): boolean =>
  licenseType !== null && isLicenseType(licenseType) && !licenseTypes[licenseType].reissuable

const isMalformed = ({ lookup, number }: ListedRow): boolean =>
  lookup?.state === 'not-a-number' || (lookup?.state === 'not-listed' && !mayBeAssetNumber(number))

const recordOf = ({ lookup, chosen }: ListedRow): LockRecord | null => {
  if (lookup?.state === 'found') return lookup.record
  if (lookup?.state !== 'ambiguous') return null
  return lookup.records.find(({ assetNum }) => assetNum === chosen) ?? null
}

/** The enterprise of more than half of the records, or null. */
const mostFrequentEnterprise = (records: readonly LockRecord[]): string | null => {
  const counts = new Map<string, number>()
  for (const { enterpriseGlobalId } of records)
    counts.set(enterpriseGlobalId, (counts.get(enterpriseGlobalId) ?? 0) + 1)
  const [mostFrequent] = [...counts].sort(([, one], [, other]) => other - one)
  return mostFrequent !== undefined && mostFrequent[1] * 2 > records.length ? mostFrequent[0] : null
}

const warningsOf = (
  record: LockRecord,
  action: LockAction,
  mainEnterprise: string | null,
): readonly RowWarning[] => {
  const found: RowWarning[] = []
  if (record.locked === (action === 'disable')) found.push('already')
  if (mayRejectType(record)) found.push('wrong-type')
  if (mainEnterprise !== null && record.enterpriseGlobalId !== mainEnterprise) found.push('other-enterprise')
  return found
}

const unsendable = (
  result: PreflightResult,
  record: LockRecord | null = null,
  firstRow: number | null = null,
): PreflightRow => ({
  result,
  also: [],
  record,
  assetNum: null,
  firstRow,
  tickable: false,
})

/** For each row, the first row of the same lock, by number or by record; null for the first row itself. */
const firstRows = (
  rows: readonly ListedRow[],
  records: readonly (LockRecord | null)[],
): readonly (number | null)[] => {
  const byNumber = new Map<string, number>()
  const bySent = new Map<string, number>()
  return rows.map((row, index) => {
    if (row.lookup === null || isMalformed(row)) return null
    const record = records[index] ?? null
    const number = foldNumber(row.number)
    const sent = record?.assetNum ?? (row.lookup.state === 'not-listed' ? number : null)
    // Of two rows with the same digits, one may stand for the other record if the user chose it.
    const isOwnChoice = row.lookup.state === 'ambiguous' && record !== null
    const first =
      (sent === null ? undefined : bySent.get(sent)) ?? (isOwnChoice ? undefined : byNumber.get(number))
    if (first !== undefined) return first
    if (!byNumber.has(number)) byNumber.set(number, index)
    if (sent !== null) bySent.set(sent, index)
    return null
  })
}

/**
 * Checks every row of a list before sending and returns the results in order. Without an action, the rows are
 * only looked up and get no warnings. Two sendable rows never have the same asset number.
 */
export const preFlight = (rows: readonly ListedRow[], action: LockAction | null): readonly PreflightRow[] => {
  const records = rows.map(recordOf)
  const firsts = firstRows(rows, records)
  const mainEnterprise = mostFrequentEnterprise(
    records.filter((record, index): record is LockRecord => record !== null && firsts[index] === null),
  )
  return rows.map((row, index) => {
    const { lookup, number } = row
    if (lookup === null) return unsendable('checking')
    if (lookup.state === 'not-a-number' || isMalformed(row)) return unsendable('malformed')
    const record = records[index] ?? null
    const firstRow = firsts[index] ?? null
    if (firstRow !== null) return unsendable('repeated', record, firstRow)
    if (lookup.state === 'not-listed') {
      const tickable = row.isConfirmedMissing
      return { ...unsendable('no-record'), assetNum: tickable ? number : null, tickable }
    }
    if (record === null) return unsendable('ambiguous')
    const [result = 'ready', ...also] = action === null ? [] : warningsOf(record, action, mainEnterprise)
    return { result, also, record, assetNum: record.assetNum, firstRow: null, tickable: true }
  })
}
