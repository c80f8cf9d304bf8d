import { parse, stringify } from 'lossless-json'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'

const exactNumber = (digits: string): number | bigint => {
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

export interface JsonMistake {
  readonly code: 'no-json'
  /** English, as the parser says it. */
  readonly message: string
  /** Both count from 1; null where the parser does not say where. */
  readonly line: number | null
  readonly column: number | null
}

const placeOf = (text: string, message: string): Pick<JsonMistake, 'line' | 'column'> => {
  const at = /position (\d+)/.exec(message)?.[1]
  if (at === undefined) return { line: null, column: null }
  const before = text.slice(0, Number(at)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** JSON text to values; integers beyond 2^53 become bigint, so that 19 digits stay exact. */
export const parseExact = (given: string): Outcome<unknown, JsonMistake> => {
  // Some write a byte order mark before JSON.
  const text = given.replace(/^\uFEFF/, '')
  try {
    return succeed(parse(text, null, { parseNumber: exactNumber }))
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    return fail({ code: 'no-json', message, ...placeOf(text, message) })
  }
}

/** Values to JSON text; a bigint is written as the number it is. */
export const writeExact = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
