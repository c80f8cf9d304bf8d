import type { LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber, shellNumberIn } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { RecordIndex } from './index-records'

/** Few enough to compare digit by digit. */
const maxMatches = 3

/** Variants per number: 1 unchanged, 9 with two digits swapped, 90 with one digit replaced. */
export const variantsPerNumber = 100

/**
 * Variants of a number by one typing error, most likely first: swapped neighbors, then one replaced digit from
 * the front, because consecutive numbers differ at the end anyway.
 */
function* typosOf(number: ShellNumber): Generator<ShellNumber> {
  const digits = Array.from(number)
  for (let index = 1; index < digits.length; index += 1) {
    const swapped = [
      ...digits.slice(0, index - 1),
      digits[index],
      digits[index - 1],
      ...digits.slice(index + 1),
    ].join('')
    if (swapped !== number && isShellNumber(swapped)) yield swapped
  }
  for (let index = 0; index < digits.length; index += 1) {
    for (let digit = 0; digit <= 9; digit += 1) {
      const other = digits.with(index, String(digit)).join('')
      if (other !== number && isShellNumber(other)) yield other
    }
  }
}

/**
 * Listed records that an unlisted number may mean: the same digits with other characters around them, or one
 * typing error away. Runs in time slices.
 */
export function* findSimilarRecords(
  indexes: readonly RecordIndex[],
  number: string,
): Generator<undefined, readonly LockRecord[]> {
  const shellNumber = shellNumberIn(number)
  if (shellNumber === null) return []
  const found = new Set<LockRecord>()
  const collect = (candidate: ShellNumber, isSame: boolean): void => {
    for (const index of indexes) {
      for (const record of index.byShellNumber(candidate)) found.add(record)
      if (isSame) for (const record of index.byDigits(candidate)) found.add(record)
    }
  }
  collect(shellNumber, true)
  for (const typo of typosOf(shellNumber)) {
    if (found.size >= maxMatches) break
    collect(typo, false)
    if (indexes.length > 1) yield
  }
  return [...found].slice(0, maxMatches)
}
