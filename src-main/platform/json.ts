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

/** The API document needs six levels. What is far deeper can be parsed, but neither copied nor written again. */
const deepest = 100

const quote = 0x22
const backslash = 0x5c

/** Where the text that begins at a quote ends. */
const endOfText = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}

const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    // “[” and “{”, “]” and “}” are two apart from their partners, and a bit from each other.
    else if ((code | 0x20) === 0x7b) depth += 1
    else if ((code | 0x20) === 0x7d) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/**
 * JSON text to values; integers beyond 2^53 become bigint, so that 19-digit ids stay exact. Throws SyntaxError, for
 * what is nested more than 100 deep too.
 */
export const parseJson = (given: string): unknown => {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given
  if (isTooDeep(text)) throw new SyntaxError('nested too deeply')
  return mayExceedDoubles.test(text)
    ? parse(text, null, { parseNumber: exactNumber })
    : (JSON.parse(text) as unknown)
}

/** Values to JSON text; bigint is written as the number it is. */
export const stringifyJson = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
