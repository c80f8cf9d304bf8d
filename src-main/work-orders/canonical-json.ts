import type { PlainValue } from '#shared/model/branch/branch-event'
import type { canonicalProblems } from '#shared/model/changes/order-failure'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

// The part of RFC 8785 (JSON Canonicalization Scheme) that signed data use. Signed files are read in it, too: strings,
// integers, arrays and objects.

export type CanonicalValue = string | number | readonly CanonicalValue[] | CanonicalObject
export interface CanonicalObject {
  readonly [name: string]: CanonicalValue
}

/** `at` counts characters from 1; null if the text cannot be decoded. */
export type CanonicalFailure = Failure<(typeof canonicalProblems)[number]> & { readonly at: number | null }

const maxDepth = 8

/** A surrogate without its other half, which UTF-8 cannot express. */
const loneSurrogate = /\p{Surrogate}/u

/**
 * The canonical text: names in the order of their UTF-16 code units, no spaces, the shortest escapes. Signed files have no
 * truth values and no null, the events of a branch do.
 */
export const writeCanonical = (value: PlainValue): string => {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    if (loneSurrogate.test(value)) throw new TypeError('a string has half of a surrogate pair')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError('not an exact integer')
    return String(value)
  }
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]: [string, PlainValue]) => `${writeCanonical(name)}:${writeCanonical(member)}`)
  return `{${members.join(',')}}`
}

class Refusal extends Error {
  constructor(
    readonly code: CanonicalFailure['code'],
    readonly at: number,
    message: string,
  ) {
    super(message)
  }
}

const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // eslint-disable-line no-control-regex -- JSON forbids them
const integerToken = /-?\d+/y
const otherToken = /true|false|null/y

/** Reads canonical text and nothing else, so that one content has one form. */
const parse = (text: string): CanonicalValue => {
  let at = 0
  const refuse = (code: CanonicalFailure['code'], message: string, place = at): never => {
    throw new Refusal(code, place + 1, message)
  }
  const isSpace = () => /[ \t\r\n]/.test(text.charAt(at))
  const expected = (what: string): never =>
    isSpace() ? refuse('not-canonical', 'white space between tokens') : refuse('not-json', `expected ${what}`)
  const take = (character: string): boolean => {
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const token = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }

  const readString = (): string => {
    const raw = token(stringToken) ?? expected('a string')
    const value = JSON.parse(raw) as string
    if (loneSurrogate.test(value)) refuse('not-canonical', 'half of a surrogate pair')
    if (JSON.stringify(value) !== raw) refuse('not-canonical', 'an escape that is not the shortest')
    at += raw.length
    return value
  }
  const readInteger = (): number => {
    const raw = token(integerToken) ?? expected('a value')
    const value = Number(raw)
    if (/[.eE]/.test(text.charAt(at + raw.length))) refuse('not-canonical', 'only integers are numbers here')
    if (!Number.isSafeInteger(value)) refuse('number-too-large', 'an integer beyond 2^53 - 1')
    if (String(value) !== raw) refuse('not-canonical', 'an integer with further digits or signs')
    at += raw.length
    return value
  }
  const readArray = (depth: number): readonly CanonicalValue[] => {
    const items: CanonicalValue[] = []
    if (take(']')) return items
    do items.push(readValue(depth))
    while (take(','))
    if (!take(']')) expected('"," or "]"')
    return items
  }
  const readObject = (depth: number): CanonicalObject => {
    const members: [string, CanonicalValue][] = []
    if (take('}')) return {}
    let before: string | null = null
    do {
      const start = at
      const name = readString()
      if (before !== null && name <= before) {
        const isTwice = members.some(([other]) => other === name)
        if (isTwice) refuse('duplicate-name', 'a name twice in one object', start)
        refuse('not-canonical', 'names in another order', start)
      }
      before = name
      if (!take(':')) expected('":"')
      members.push([name, readValue(depth)])
    } while (take(','))
    if (!take('}')) expected('"," or "}"')
    // Not by assignment: “__proto__” is a name like any other.
    return Object.fromEntries(members)
  }
  const readValue = (depth: number): CanonicalValue => {
    if (text[at] === '"') return readString()
    if (text[at] === '[' || text[at] === '{') {
      if (depth === maxDepth) refuse('too-deep', `nested more than ${maxDepth} levels`)
      return take('[') ? readArray(depth + 1) : (take('{'), readObject(depth + 1))
    }
    if (token(otherToken) !== null) refuse('not-canonical', 'only strings and integers are values here')
    return readInteger()
  }

  const value = readValue(0)
  if (at < text.length) expected('the end')
  return value
}

/** The value of canonical bytes; any other form of the same content is refused, with its place. */
export const parseCanonical = (bytes: Uint8Array): Outcome<CanonicalValue, CanonicalFailure> => {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail({ code: 'not-utf8', message: 'not UTF-8', at: null })
  }
  try {
    return succeed(parse(text))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, at } = error
    return fail({ code, message: `${message} (character ${at})`, at })
  }
}
