import { isDeepStrictEqual } from 'node:util'

/** What a check found wrong. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
}

/** Why a check does not apply to this service. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

export const ensure: (fact: boolean, what: string) => asserts fact = (fact, what) => {
  if (!fact) throw new CheckFailure(what)
}

export const same = (found: unknown, wanted: unknown, what: string): void =>
  ensure(isDeepStrictEqual(found, wanted), `${what} is ${shown(found)}, not ${shown(wanted)}`)

/** Compares `fields`; other fields may have any value. */
export const sameFields = (found: object, wanted: Readonly<Record<string, unknown>>, what: string): void => {
  for (const [name, value] of Object.entries(wanted)) {
    same((found as Record<string, unknown>)[name], value, `${what}, ${name},`)
  }
}

/** Compares members in any order: none missing, extra or duplicate. */
export const sameSet = (found: readonly string[], wanted: readonly string[], what: string): void =>
  same(found.toSorted(), wanted.toSorted(), what)

/** Returns the single item for which `isWanted` holds. */
export const only = <Item>(list: readonly Item[], isWanted: (item: Item) => boolean, what: string): Item => {
  const [found, second] = list.filter(isWanted)
  if (found === undefined) throw new CheckFailure(`${what} is missing`)
  if (second !== undefined) throw new CheckFailure(`${what} exists more than once`)
  return found
}
