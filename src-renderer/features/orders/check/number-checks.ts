import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import { foldNumber, plainDigits, shellNumberIn } from '#shared/model/locks/shell-number'
import { limits } from '#shared/model/api/limits'
import { isCellProblem } from '#shared/sheets/cell-problem'
import { isDeletion } from '#shared/model/orders/order-types'
import type { Name } from '#shared/model/name'

export type NumberState =
  | 'searching'
  | 'duplicate'
  | 'known'
  | 'new'
  | 'not-listed'
  | 'several'
  | 'other-type'
  | 'other-enterprise'
  | 'no-shell-number'
  /** Longer than an asset number may be: it is not searched. */
  | 'too-long'
  /** The sheet has an error, or a formula without its result. */
  | 'cell-problem'

export interface CheckedNumber {
  /** The index in the list. */
  readonly index: number
  readonly number: string
  readonly state: NumberState
  readonly customer: Name | null
}

interface OrderContext {
  readonly orderType: string
  readonly licenseType: string
  readonly enterpriseGlobalId: string
}

/** Whether a check result needs attention before sending. */
export const needsAttention = (state: NumberState): boolean =>
  state !== 'searching' && state !== 'known' && state !== 'new'

const stateOfNumber = (
  number: string,
  lookup: ListLookupResult | undefined,
  context: OrderContext,
): NumberState => {
  if (isCellProblem(number)) return 'cell-problem'
  if (number.length > limits.assetNumber) return 'too-long'
  if (lookup === undefined) return 'searching'
  if (lookup.state === 'ambiguous') return 'several'
  if (lookup.state === 'found') {
    const { licenseType, enterpriseGlobalId } = lookup.record
    if (licenseType !== null && licenseType !== context.licenseType) return 'other-type'
    const isOthers = context.enterpriseGlobalId !== '' && enterpriseGlobalId !== context.enterpriseGlobalId
    return isOthers ? 'other-enterprise' : 'known'
  }
  const isLock = isLicenseType(context.licenseType) && licenseTypes[context.licenseType].isLock
  if (isLock && shellNumberIn(number) === null) return 'no-shell-number'
  return isDeletion(context.orderType) ? 'not-listed' : 'new'
}

/** Checks each number of a list against its order. */
export const checkNumbers = (
  numbers: readonly string[],
  found: ReadonlyMap<string, ListLookupResult>,
  context: OrderContext,
): readonly CheckedNumber[] => {
  const seen = new Set<string>()
  return numbers.map((number, index) => {
    const lookup = found.get(number)
    const key = lookup?.state === 'ambiguous' ? number : foldNumber(number)
    const isTwice = seen.has(key)
    seen.add(key)
    return {
      index,
      number,
      state: isTwice ? 'duplicate' : stateOfNumber(number, lookup, context),
      customer: lookup?.state === 'found' ? lookup.record.enterpriseName : null,
    }
  })
}

/** Removes what a scanner, a sheet or an input method adds to a number; other characters stay. */
export const normalizeNumber = (typed: string): string => plainDigits(typed)

/** The numbers in the platform's spelling if they are listed: `8000000017` becomes `LD8000000017`. */
export const toListedNumbers = (
  numbers: readonly string[],
  found: ReadonlyMap<string, ListLookupResult>,
): readonly string[] =>
  numbers.map((number) => {
    const lookup = found.get(number)
    return lookup?.state === 'found' ? lookup.record.assetNum : number
  })

const maxShownLetters = 24
/** A number as it is shown: what is longer than any asset number is cut. */
export const shownNumber = (number: string): string =>
  number.length > limits.assetNumber ? `${number.slice(0, maxShownLetters)}…` : number
