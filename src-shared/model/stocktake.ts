import { isLicenseType, licenseTypes } from './api/license-types'
import type { LockRecord, LockState } from './locks/lock-record'
import { foldNumber, shellNumberIn } from './locks/shell-number'
import type { Name } from './name'

/** What is counted. A further kind needs a schema in `stocktake-commands.ts` and its locks in `expected-locks.ts`. */
export type StocktakeScope =
  | {
      readonly kind: 'enterprise'
      readonly enterpriseGlobalId: string
      readonly enterpriseName: Name | null
    }
  /** The name says which stocktakes count the same place. */
  | { readonly kind: 'list'; readonly name: string }

/** Stocktakes of one scope are compared with each other. */
export const sameScope = (one: StocktakeScope, other: StocktakeScope): boolean =>
  one.kind === 'enterprise'
    ? other.kind === 'enterprise' && one.enterpriseGlobalId === other.enterpriseGlobalId
    : other.kind === 'list' && one.name === other.name

/**
 * `disabled`: expected and counted, although it is disabled · `unexpected`: counted and listed, but not expected ·
 * `not-found`: counted, but on none of the lists.
 */
export const storedResults = ['missing', 'disabled', 'unexpected', 'not-found', 'present'] as const
export type StoredResult = (typeof storedResults)[number]
/**
 * `not-counted`: `missing` where the stocktake was not finished, so that nothing says whether it is there · `lent`:
 * expected and not counted, because it is lent; stored as `missing` with the status `lent`.
 */
export const stocktakeResults = [
  'missing',
  'not-counted',
  'lent',
  'disabled',
  'unexpected',
  'not-found',
  'present',
] as const
export type StocktakeResult = (typeof stocktakeResults)[number]

export const storedResultOf = (result: StocktakeResult): StoredResult =>
  result === 'lent' || result === 'not-counted' ? 'missing' : result
/** @param how the end of the stocktake */
export const resultOfStored = (
  { result, status }: { readonly result: StoredResult; readonly status: LockState | null },
  how: 'finish' | 'cancel',
): StocktakeResult => {
  if (result !== 'missing') return result
  if (status === 'lent') return 'lent'
  return how === 'finish' ? 'missing' : 'not-counted'
}

/** Compared with the stocktake before. */
export type StocktakeComparison = 'newly-missing' | 'still-missing' | 'found-again'

export const countSources = ['plug', 'input'] as const
export type CountSource = (typeof countSources)[number]

export interface StocktakeRow {
  /** The shell number, or the asset number if it contains none. Each number occurs once in a stocktake. */
  readonly number: string
  readonly assetNum: string | null
  readonly enterpriseName: Name | null
  readonly result: StocktakeResult
  /** The status on the lists; null if the lock is on none. In an ended stocktake, the status at its end. */
  readonly status: LockState | null
  /** The employee whom a `lent` lock was lent to by the lists; null if they do not name one. */
  readonly lentTo: Name | null
  readonly counted: { readonly at: number; readonly by: CountSource; readonly operator: Name } | null
  /** Two plugged-in devices gave its number while it was counted: at most one of them is this lock. */
  readonly isDouble: boolean
  readonly comparison: StocktakeComparison | null
}

/** A stocktake without its rows. */
export interface Stocktake {
  readonly id: string
  readonly scope: StocktakeScope
  readonly state: 'counting' | 'finished' | 'canceled'
  readonly startedAt: number
  readonly startedBy: Name
  /** Null while it is counted. */
  readonly ended: { readonly at: number; readonly by: Name } | null
  readonly expected: number
  /** Expected locks that were counted. */
  readonly present: number
  /** Expected locks that were lent and not counted; 0 while it is counted. */
  readonly lent: number
  /** Counted locks that were not expected. */
  readonly others: number
  /** When the finished stocktake of the same scope before this one ended; null if there is none, or this one was canceled. */
  readonly comparedWith: number | null
  /** The desks of a branch count it together. */
  readonly isShared: boolean
}

/** Certificates and cloud accounts cannot be plugged in or scanned. */
export const isPhysical = ({ licenseType, shellNumber }: LockRecord): boolean =>
  licenseType !== null && isLicenseType(licenseType) ? licenseTypes[licenseType].isLock : shellNumber !== null

/** One lock has one key, whether its shell number or its asset number was read. */
export const stocktakeKey = (number: string): string => shellNumberIn(number) ?? foldNumber(number)
