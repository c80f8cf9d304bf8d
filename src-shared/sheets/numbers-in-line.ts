import { maxPasted, normalized } from '../normalized'
import {
  findShellNumbers,
  foldNumber,
  isShellNumber,
  mayBeAssetNumber,
  plainDigits,
  shellNumberIn,
} from '../model/locks/shell-number'
import { isNumberTitle } from './find-column'

/**
 * Joins digit groups separated by spaces to shell numbers (`8000 000 017 8000 000 018`); null if they do not
 * fit.
 */
const regrouped = (part: string): string[] | null => {
  const numbers: string[] = []
  let digits = ''
  for (const token of part.split(/\s+/)) {
    digits += plainDigits(token)
    if (!isShellNumber(digits)) continue
    numbers.push(digits)
    digits = ''
  }
  return digits === '' && numbers.length > 1 ? numbers : null
}

const isNumber = (token: string): boolean => {
  const plain = plainDigits(token)
  return /^\d{6,}$/.test(plain) || shellNumberIn(plain) !== null
}

/** The two or more shell numbers in a line, with any separators; null if the line has other content. */
export const numbersInLine = (line: string): string[] | null => {
  const parts = normalized(line, maxPasted)
    .split(/[,;|\t、]+/)
    .map((part) => part.trim())
  const candidates = parts
    .filter((part) => part !== '')
    .flatMap((part) => {
      // `8000 000 017` is one number; `8000000017 8000000018` are two.
      if (findShellNumbers(part).length > 1) return part.split(/\s+/)
      return regrouped(part) ?? [part]
    })
  return candidates.length > 1 && candidates.every(isNumber) ? candidates : null
}

/** The mark of an item in a list that a person wrote: `1、`, `2.`, `（3）`, `④`. A comma would be a column. */
const listMark = /^(?:[(（]\d{1,3}[)）]|\d{1,3}[)）、.．:：]|[\u2460-\u2473])\s*/u
const label = /^([^\d:：]{1,20})[:：]\s*/u
/** No line with one number is as long. */
const maxListed = 200
const endMark = /[\s,;.，；、。．]+$/u

/** A number with digits missing or too many. Fewer digits may be a quantity. */
const mistyped = /^\d{6,14}$/

/** A line without its mark, its label and the sign at its end. */
const itemText = (line: string): string => {
  const unmarked = line.trim().replace(listMark, '').replace(endMark, '')
  const title = label.exec(unmarked)
  const hasLabel = title !== null && isNumberTitle(title[1] ?? '')
  return (hasLabel ? unmarked.slice(title[0].length) : unmarked).trim()
}

/**
 * The number in a line such as `3）壳号：8000000025；` of a message. Null if anything else is in the line, which may
 * say what not to do with the lock.
 */
export const listedNumber = (line: string): string | null => {
  if (line.length > maxListed) return null
  const text = itemText(line)
  return isShellNumber(plainDigits(text)) || mayBeAssetNumber(foldNumber(text)) ? text : null
}

const isMarked = (line: string): boolean => line.length <= maxListed && listMark.test(line.trim())

/** The number in each line, or null. In a list with marks, a mistyped number is one too: its own digits are named. */
export const listedNumbers = (lines: readonly string[]): readonly (string | null)[] => {
  const hasMarks = lines.some((line) => isMarked(line) && listedNumber(line) !== null)
  const mistypedIn = (line: string): string | null =>
    hasMarks && isMarked(line) && mistyped.test(plainDigits(itemText(line))) ? itemText(line) : null
  return lines.map((line) => listedNumber(line) ?? mistypedIn(line))
}

/** The parts of a typed or pasted list, one or several per line, as they are sent or shown as invalid. */
export const partsOfList = (text: string): string[] => {
  const lines = text.split(/[\r\n]+/)
  const numbers = listedNumbers(lines)
  return lines
    .flatMap((line, at) => numbers[at] ?? line.split(/[\t,;|，；、]+/))
    .map((part) => listedNumber(part) ?? part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => numbersInLine(part) ?? [part])
}
