export interface Place {
  /** Line and column start at 1; a column is a UTF-16 unit, as in editors. */
  readonly line: number
  readonly column: number
}

/** Converts an offset to line and column. */
export const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Joins a path such as `read.answer.echoes.1`; the same for zod paths. */
export const pathName = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** `places`: the offset of every value by path; for a duplicate key, the last one. */
export type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly places: ReadonlyMap<string, number> }
  /** `offset` is the position of the syntax error. */
  | { readonly ok: false; readonly offset: number; readonly message: string }

// RFC 8259, sections 2 to 7. JSON.parse does not reliably report the error position, hence this parser.
const space = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- those must be escaped in JSON
const quoted = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

const deepest = 50

class Misplaced extends Error {}

const findPlaces = (text: string): { places: Map<string, number>; stoppedAt: number | null } => {
  const places = new Map<string, number>()
  let position = 0
  const take = (shape: RegExp): string => {
    shape.lastIndex = position
    const found = shape.exec(text)?.[0]
    if (found === undefined) throw new Misplaced()
    position += found.length
    return found
  }
  const passes = (sign: string): boolean => {
    take(space)
    if (text[position] !== sign) return false
    position += 1
    return true
  }
  const needs = (sign: string): void => {
    if (!passes(sign)) throw new Misplaced()
  }
  const value = (path: readonly string[]): void => {
    take(space)
    places.set(pathName(path), position)
    if (path.length > deepest) throw new Misplaced()
    if (passes('{')) members(path, '}')
    else if (passes('[')) members(path, ']')
    else take(text[position] === '"' ? quoted : scalar)
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
    return { places, stoppedAt: position < text.length ? position : null }
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error
    return { places, stoppedAt: position }
  }
}

/** Parses JSON and records the position of every value. Never throws; fails on nesting deeper than fifty. */
export const readJson = (text: string): JsonRead => {
  const { places, stoppedAt } = findPlaces(text)
  if (stoppedAt !== null) return { ok: false, offset: stoppedAt, message: 'invalid JSON here' }
  try {
    return { ok: true, value: JSON.parse(text) as unknown, places }
  } catch (error) {
    return { ok: false, offset: 0, message: String(error) }
  }
}
