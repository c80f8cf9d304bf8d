import { foldNumber, malformedReason, mayBeAssetNumber } from '#shared/model/locks/shell-number'
import { partsOfList } from '#shared/sheets/numbers-in-line'

/** No number is as long; main accepts no longer text. */
const maxLength = 100

/** The numbers in scanned, typed or pasted text: one or several per line. */
export const splitNumbers = (text: string): string[] =>
  partsOfList(text).map((part) => part.slice(0, maxLength))

/** Whether it may be a lock's number, also where the lists do not have it. */
export const mayBeLock = (text: string): boolean =>
  malformedReason(text) === null || mayBeAssetNumber(foldNumber(text))
