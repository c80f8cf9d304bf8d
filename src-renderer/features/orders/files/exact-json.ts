import { parse, stringify } from 'lossless-json'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

/**
 * Parsing time grows with the square of the digits: a number with millions of digits would block the page for
 * seconds.
 */
const maxNumberLength = 100

const exactNumber = (digits: string): number | bigint => {
  if (digits.length > maxNumberLength) throw new SyntaxError(`a number of ${digits.length} characters`)
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

export interface JsonError extends Failure<'no-json'> {
  /** Both are 1-based; null if the parser reports no position. */
  readonly line: number | null
  readonly column: number | null
  /** The unexpected text; empty at the end of the input. */
  readonly found: string
}

const maxFoundLength = 12

const placeOf = (text: string, reason: string): Omit<JsonError, 'code' | 'message'> => {
  const at = /position (\d+)/.exec(reason)?.[1]
  if (at === undefined) return { line: null, column: null, found: '' }
  const before = text.slice(0, Number(at)).split('\n')
  const [found = ''] = text.slice(Number(at), Number(at) + maxFoundLength).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, found }
}

/** Parses JSON; integers beyond 2^53 become bigint, so that 19 digits stay exact. */
export const parseExact = (input: string): Outcome<unknown, JsonError | Failure<'too-deep'>> => {
  // Some programs write a byte order mark before JSON.
  const text = input.replace(/^\uFEFF/, '')
  try {
    return succeed(parse(text, null, { parseNumber: exactNumber }))
  } catch (error) {
    // The parser calls itself for each level until the stack is full.
    if (error instanceof RangeError)
      return fail({ code: 'too-deep', message: 'values are nested too deeply' })
    const reason = error instanceof Error ? error.message : ''
    return fail({ code: 'no-json', message: 'the text is not JSON', ...placeOf(text, reason) })
  }
}

/** Serializes to JSON; a bigint is written as a number. */
export const writeExact = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
