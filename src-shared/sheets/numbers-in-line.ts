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

/**
 * The number in a line such as `3）壳号：8000000025；` of a message: without its mark, its label and the sign at its end.
 * Null if anything else is in the line, which may say what not to do with the lock.
 */
export const listedNumber = (line: string): string | null => {
  if (line.length > maxListed) return null
  const unmarked = line.trim().replace(listMark, '').replace(endMark, '')
  const title = label.exec(unmarked)
  const rest = title !== null && isNumberTitle(title[1] ?? '') ? unmarked.slice(title[0].length) : unmarked
  return isShellNumber(plainDigits(rest)) || mayBeAssetNumber(foldNumber(rest)) ? rest.trim() : null
}

/** The parts of a typed or pasted list, one or several per line, as they are sent or shown as invalid. */
export const partsOfList = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const number = listedNumber(line)
      return number === null ? line.split(/[\t,;|，；、]+/) : [number]
    })
    .map((part) => listedNumber(part) ?? part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => numbersInLine(part) ?? [part])
