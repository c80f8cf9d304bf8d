import { parse, stringify } from 'lossless-json'

/**
 * Longer runs of digits may not fit a double; only then the exact parser is used, which takes ten times as long
 * as JSON.parse. Digits right after a quote are strings, as most asset numbers are.
 */
const numberBeyondDoubles = /(?<![\d"])\d{16}/

/** Some servers send a byte order mark, which JSON.parse rejects. */
const byteOrderMark = '\uFEFF'

const exactNumber = (digits: string): number | bigint => {
  const number = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number
}

/** The API (docs/api.md) needs six levels. Much deeper values can be parsed but not copied or serialized. */
const maxDepth = 100

const quote = 0x22
const backslash = 0x5c

/** The end of the string that starts at a quote. */
const endOfText = (text: string, from: number): number => {
  for (let index = text.indexOf('"', from + 1); index !== -1; index = text.indexOf('"', index + 1)) {
    let escapes = 0
    while (text.charCodeAt(index - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return index
  }
  return text.length
}

/**
 * The API's longest number (docs/api.md) has 19 digits. Parsing time grows with the square: ten million digits
 * take seconds.
 */
const maxNumberLength = 100

/**
 * Even an empty value takes some ten bytes when it is parsed, so that 256 MiB of them would exhaust the memory.
 * 100,000 assets have about four million values.
 */
const maxValues = 20_000_000

const comma = 0x2c

/** A digit, a sign, a point or an exponent. */
const isNumberCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65

/** Checks the limits in one pass before parsing; null if they are met. */
const findLimitViolation = (text: string): string | null => {
  let depth = 0
  let numberLength = 0
  let values = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    numberLength = isNumberCharacter(code) ? numberLength + 1 : 0
    if (numberLength > maxNumberLength) return 'a number is too long'
    if (code === quote) index = endOfText(text, index)
    // Character codes: “[” and “{” differ in one bit, as do “]” and “}”.
    else if ((code | 0x20) === 0x7b) {
      depth += 1
      values += 1
    } else if (code === comma) values += 1
    else if ((code | 0x20) === 0x7d) depth -= 1
    if (depth > maxDepth) return 'nested too deeply'
    if (values > maxValues) return 'too many values'
  }
  return null
}

/** As JSON.parse does. */
const lastOfDuplicates = ({ newValue }: { readonly newValue: unknown }): unknown => newValue

/**
 * Parses JSON; integers beyond 2^53 become bigint, so that 19-digit IDs stay exact. Throws SyntaxError, also
 * for nesting over 100 levels and numbers over 100 characters. If `isStrict`, a key with two different values
 * is an error too, because it is unknown which one counts.
 */
export const parseJson = (input: string, isStrict = false): unknown => {
  const text = input.startsWith(byteOrderMark) ? input.slice(1) : input
  const violation = findLimitViolation(text)
  if (violation !== null) throw new SyntaxError(violation)
  if (isStrict) return parse(text, null, { parseNumber: exactNumber })
  return numberBeyondDoubles.test(text)
    ? parse(text, null, { parseNumber: exactNumber, onDuplicateKey: lastOfDuplicates })
    : (JSON.parse(text) as unknown)
}

/** Serializes to JSON; bigint becomes a plain number. */
export const stringifyJson = (value: unknown, indent?: number): string =>
  stringify(value, null, indent) ?? 'null'
