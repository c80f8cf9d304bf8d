import type { ListLookUp } from '#shared/commands'
import { isLicenseType, licenseTypes } from '#shared/model/license-types'
import { plainDigits, shellNumberIn } from '#shared/model/shell-number'
import { isDeletion } from './order-kinds'

export const numberVerdicts = [
  'looking',
  'twice',
  'known',
  'new',
  'not-listed',
  'several',
  'other-type',
  'other-enterprise',
  'no-shell-number',
] as const
export type NumberVerdict = (typeof numberVerdicts)[number]

export interface CheckedNumber {
  /** The place in the list. */
  readonly index: number
  readonly number: string
  readonly verdict: NumberVerdict
  readonly customer: string | null
}

interface About {
  readonly orderType: string
  readonly licenseType: string
  readonly enterpriseGlobalId: string
}

/** What of a verdict a person should look at before sending; the others are as they should be. */
export const isDoubtful = (verdict: NumberVerdict): boolean =>
  verdict !== 'looking' && verdict !== 'known' && verdict !== 'new'

const verdictOf = (number: string, looked: ListLookUp | undefined, about: About): NumberVerdict => {
  if (looked === undefined) return 'looking'
  if (looked.state === 'ambiguous') return 'several'
  if (looked.state === 'found') {
    const { licenseType, enterpriseGlobalId } = looked.record
    if (licenseType !== null && licenseType !== about.licenseType) return 'other-type'
    const isOthers = about.enterpriseGlobalId !== '' && enterpriseGlobalId !== about.enterpriseGlobalId
    return isOthers ? 'other-enterprise' : 'known'
  }
  const isLock = isLicenseType(about.licenseType) && licenseTypes[about.licenseType].isLock
  if (isLock && shellNumberIn(number) === null) return 'no-shell-number'
  return isDeletion(about.orderType) ? 'not-listed' : 'new'
}

/** What is known of each number of a list, against the order it stands in. */
export const checkNumbers = (
  numbers: readonly string[],
  found: ReadonlyMap<string, ListLookUp>,
  about: About,
): readonly CheckedNumber[] => {
  const seen = new Set<string>()
  return numbers.map((number, index) => {
    const looked = found.get(number)
    const isTwice = seen.has(number)
    seen.add(number)
    return {
      index,
      number,
      verdict: isTwice ? 'twice' : verdictOf(number, looked, about),
      customer: looked?.state === 'found' ? looked.record.enterpriseName : null,
    }
  })
}

/** What a scanner, a sheet or an input method put around a number goes; what else it is stays. */
export const cleanNumber = (typed: string): string => plainDigits(typed)

/** The numbers as the platform writes them, where its lists have them: `8000000017` is `LD8000000017` there. */
export const asListed = (
  numbers: readonly string[],
  found: ReadonlyMap<string, ListLookUp>,
): readonly string[] =>
  numbers.map((number) => {
    const looked = found.get(number)
    return looked?.state === 'found' ? looked.record.assetNum : number
  })
