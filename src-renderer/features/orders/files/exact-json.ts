import { parse, stringify } from 'lossless-json'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { findJsonProblem } from '#shared/untrusted-json'

/** A larger file is refused before it is read (import-batch.ts). */
const limits = { length: 32 * 1024 * 1024, depth: 100, values: 2_000_000 } as const

const exactNumber = (digits: string): number | bigint => {
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

export interface JsonError extends Failure<'no-json'> {
  /** Both are 1-based. */
  readonly line: number
  readonly column: number
  /** The unexpected text; empty at the end of the input. */
  readonly found: string
}

const maxFoundLength = 12

const placeOf = (text: string, offset: number): Omit<JsonError, 'code' | 'message'> => {
  const before = text.slice(0, offset).split('\n')
  const [found = ''] = text.slice(offset, offset + maxFoundLength).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, found }
}

/** Parses JSON; integers beyond 2^53 become bigint, so that 19 digits stay exact. */
export const parseExact = (input: string): Outcome<unknown, JsonError | Failure<'too-deep'>> => {
  // Some programs write a byte order mark before JSON.
  const text = input.replace(/^\uFEFF/, '')
  const refused = findJsonProblem(text, limits)
  if (refused?.problem === 'too-deep')
    return fail({ code: 'too-deep', message: 'values are nested too deeply' })
  if (refused !== null)
    return fail({ code: 'no-json', message: refused.problem, ...placeOf(text, refused.offset) })
  return succeed(parse(text, null, { parseNumber: exactNumber }))
}

/** Serializes to JSON; a bigint is written as a number. */
export const writeExact = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
