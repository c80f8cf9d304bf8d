export interface Place {
  /** Both count from 1; a column is a UTF-16 unit, as editors count. */
  readonly line: number
  readonly column: number
}

/** The line and column of an offset. */
export const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Keys and indexes as `read.answer.echoes.1`; the same for a zod path. */
export const pathName = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** `places`: the offset at which every value begins, by its path; of a key that comes twice the last one's. */
export type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly places: ReadonlyMap<string, number> }
  /** `offset` is where it stops being JSON. */
  | { readonly ok: false; readonly offset: number; readonly message: string }

// RFC 8259, sections 2 to 7. JSON.parse does not say reliably where it stopped, so the places are found here.
const space = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- those must be escaped in JSON
const quoted = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

const deepest = 50

class Misplaced extends Error {}

const findPlaces = (text: string): { places: Map<string, number>; stoppedAt: number | null } => {
  const places = new Map<string, number>()
  let at = 0
  const take = (shape: RegExp): string => {
    shape.lastIndex = at
    const found = shape.exec(text)?.[0]
    if (found === undefined) throw new Misplaced()
    at += found.length
    return found
  }
  const passes = (sign: string): boolean => {
    take(space)
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const needs = (sign: string): void => {
    if (!passes(sign)) throw new Misplaced()
  }
  const value = (path: readonly string[]): void => {
    take(space)
    places.set(pathName(path), at)
    if (path.length > deepest) throw new Misplaced()
    if (passes('{')) members(path, '}')
    else if (passes('[')) members(path, ']')
    else take(text[at] === '"' ? quoted : scalar)
  }
  const members = (path: readonly string[], end: string): void => {
    if (passes(end)) return
    for (let index = 0; ; index += 1) {
      let key = String(index)
      if (end === '}') {
        take(space)
        key = JSON.parse(take(quoted)) as string
        needs(':')
      }
      value([...path, key])
      if (passes(end)) return
      needs(',')
    }
  }
  try {
    value([])
    take(space)
    return { places, stoppedAt: at < text.length ? at : null }
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error
    return { places, stoppedAt: at }
  }
}

/** JSON with the place of everything in it. Never throws; what is nested deeper than fifty is not taken. */
export const readJson = (text: string): JsonRead => {
  const { places, stoppedAt } = findPlaces(text)
  if (stoppedAt !== null) return { ok: false, offset: stoppedAt, message: 'something else was expected here' }
  try {
    return { ok: true, value: JSON.parse(text) as unknown, places }
  } catch (error) {
    return { ok: false, offset: 0, message: String(error) }
  }
}
