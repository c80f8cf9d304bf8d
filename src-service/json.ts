import { isInteger, parse as parseExactly, stringify as stringifyExactly } from 'lossless-json'

const perhapsBeyondNumber = /\d{16}/
const brackets = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs

/** How deep the arrays and objects of a JSON text are nested; text between quotes does not count. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(brackets)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

const exactNumber = (text: string): number | bigint => {
  const number = Number(text)
  return !isInteger(text) || Number.isSafeInteger(number) ? number : BigInt(text)
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
