import { isInteger, parse as parseExactly, stringify as stringifyExactly } from 'lossless-json'

const perhapsBeyondNumber = /\d{16}/
const [quote, backslash] = [0x22, 0x5c]
const [openings, closings] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])]
/** A Long has 19 digits and a sign. */
const longestExact = 20

/**
 * How deep the arrays and objects of a JSON text are nested; text between quotes does not count. One pass over the
 * characters: a regular expression takes quadratic time over quotes that are never closed.
 */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isQuoted = !isQuoted
    else if (isQuoted) at += code === backslash ? 1 : 0
    else if (openings.has(code)) deepest = Math.max(deepest, ++depth)
    else if (closings.has(code)) depth--
  }
  return deepest
}

/** A number of thousands of digits is no Long, and not worth the time that a bigint of it takes. */
const exactNumber = (text: string): number | bigint => {
  const number = Number(text)
  if (!isInteger(text) || Number.isSafeInteger(number) || text.length > longestExact) return number
  return BigInt(text)
}

/** Integers beyond 2^53 become bigint, all others number. Throws a SyntaxError, for too deep a nesting too. */
export const parseJson = (text: string, maxDepth = Infinity): unknown => {
  if (depthOf(text) > maxDepth) throw new SyntaxError(`JSON nested more than ${maxDepth} deep`)
  return perhapsBeyondNumber.test(text)
    ? parseExactly(text, null, exactNumber)
    : (JSON.parse(text) as unknown)
}

const toText: (value: unknown) => string | undefined = JSON.stringify

/** The other way round: a bigint becomes its digits. Plain JSON.stringify first, which is several times as fast. */
export const stringifyJson = (value: unknown): string => {
  try {
    return toText(value) ?? 'null'
  } catch (error) {
    if (error instanceof TypeError) return stringifyExactly(value) ?? 'null'
    throw error
  }
}

/** Where and why a text is not JSON; Node's own message says where only now and then. */
export const jsonMistake = (text: string): { readonly position: number; readonly why: string } => {
  try {
    parseExactly(text)
  } catch (error) {
    const [, why = '', position] =
      /^(.*?)(?: at position (\d+))?$/s.exec(error instanceof Error ? error.message : '') ?? []
    return { position: Number(position ?? text.length), why }
  }
  return { position: 0, why: 'is nested too deep' }
}
