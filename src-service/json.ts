import { isInteger, parse as parseExactly, stringify as stringifyExactly } from 'lossless-json'

const mayExceedSafeInteger = /\d{16}/
const [quote, backslash] = [0x22, 0x5c]
const [openings, closings] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])]
/** A Long has at most 19 digits and a sign. */
const maxExactLength = 20

/**
 * Nesting depth of the arrays and objects in a JSON text, ignoring quoted text. One pass over the characters,
 * because a regular expression takes quadratic time on unclosed quotes.
 */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) isQuoted = !isQuoted
    else if (isQuoted) index += code === backslash ? 1 : 0
    else if (openings.has(code)) deepest = Math.max(deepest, ++depth)
    else if (closings.has(code)) depth--
  }
  return deepest
}

/** A number with thousands of digits is not a Long, and converting it to bigint would be slow. */
const exactNumber = (text: string): number | bigint => {
  const number = Number(text)
  if (!isInteger(text) || Number.isSafeInteger(number) || text.length > maxExactLength) return number
  return BigInt(text)
}

/**
 * Integers beyond 2^53 become bigint, all others number. Throws a SyntaxError for invalid JSON and for nesting
 * deeper than `maxDepth`.
 */
export const parseJson = (text: string, maxDepth = Infinity): unknown => {
  if (depthOf(text) > maxDepth) throw new SyntaxError(`JSON nested more than ${maxDepth} deep`)
  return mayExceedSafeInteger.test(text)
    ? parseExactly(text, null, exactNumber)
    : (JSON.parse(text) as unknown)
}

const toText: (value: unknown) => string | undefined = JSON.stringify

/**
 * The inverse of parseJson: a bigint becomes its digits. Tries JSON.stringify first, which is several times as
 * fast.
 */
export const stringifyJson = (value: unknown): string => {
  try {
    return toText(value) ?? 'null'
  } catch (error) {
    if (error instanceof TypeError) return stringifyExactly(value) ?? 'null'
    throw error
  }
}

/** Position and reason of a JSON syntax error. Node's own message does not always include the position. */
export const describeJsonError = (text: string): { readonly position: number; readonly why: string } => {
  try {
    parseExactly(text)
  } catch (error) {
    const [, why = '', position] =
      /^(.*?)(?: at position (\d+))?$/s.exec(error instanceof Error ? error.message : '') ?? []
    return { position: Number(position ?? text.length), why }
  }
  return { position: 0, why: 'is nested too deep' }
}
