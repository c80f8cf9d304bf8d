import { maxPasted, normalized } from '../normalized'
import { findShellNumbers, isShellNumber, plainDigits, shellNumberIn } from '../model/locks/shell-number'

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
