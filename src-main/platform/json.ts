import { parse, stringify } from 'lossless-json'

/**
 * Longer runs of digits may not fit a double; only then is the slower, exact parser worth its time (ten times that of
 * JSON.parse). Digits right after a quote are text: most asset numbers are.
 */
const mayExceedDoubles = /(?<![\d"])\d{16}/

/** Some write one before JSON; the standard parser takes it for an error. */
const byteOrderMark = '\uFEFF'

const exactNumber = (digits: string): number | bigint => {
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

/** JSON text to values; integers beyond 2^53 become bigint, so that 19-digit ids stay exact. Throws SyntaxError. */
export const parseJson = (given: string): unknown => {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given
  return mayExceedDoubles.test(text)
    ? parse(text, null, { parseNumber: exactNumber })
    : (JSON.parse(text) as unknown)
}

/** Values to JSON text; bigint is written as the number it is. */
export const stringifyJson = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
