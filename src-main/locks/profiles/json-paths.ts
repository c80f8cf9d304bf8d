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

/** A missing value has no position; uses that of its parent. */
export const offsetOf = (path: string, places: ReadonlyMap<string, number>): number => {
  for (let parentPath = path; ; parentPath = parentPath.slice(0, Math.max(0, parentPath.lastIndexOf('.')))) {
    const offset = places.get(parentPath)
    if (offset !== undefined) return offset
    if (parentPath === '') return 0
  }
}

/** `places`: the offset of every value by path; for a duplicate key, the last one. */
export type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly places: ReadonlyMap<string, number> }
  /** `offset` is the position of the problem. */
  | { readonly ok: false; readonly problem: JsonProblem; readonly offset: number; readonly message: string }

export type JsonProblem = 'not-json' | 'too-deep' | 'too-many-values' | 'duplicate-key'

export interface JsonLimits {
  readonly depth: number
  readonly values: number
  /** Whether a key that stands twice in an object is a problem; otherwise its last value counts. */
  readonly uniqueKeys: boolean
}

// RFC 8259, sections 2 to 7. JSON.parse does not reliably report the error position, hence this parser.
const space = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex -- those must be escaped in JSON
const quoted = /"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

const profileLimits: JsonLimits = { depth: 50, values: Infinity, uniqueKeys: false }

class Misplaced extends Error {
  constructor(readonly problem: JsonProblem = 'not-json') {
    super(problem)
  }
}

const findPlaces = (
  text: string,
  limits: JsonLimits,
): { places: Map<string, number>; stoppedAt: number | null; problem: JsonProblem } => {
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
    if (path.length > limits.depth) throw new Misplaced('too-deep')
    if (places.size > limits.values) throw new Misplaced('too-many-values')
    if (passes('{')) members(path, '}')
    else if (passes('[')) members(path, ']')
    else take(text[position] === '"' ? quoted : scalar)
  }
  const members = (path: readonly string[], end: string): void => {
    if (passes(end)) return
    const keys = new Set<string>()
    for (let index = 0; ; index += 1) {
      let key = String(index)
      if (end === '}') {
        take(space)
        const start = position
        key = JSON.parse(take(quoted)) as string
        if (limits.uniqueKeys && keys.has(key)) {
          position = start
          throw new Misplaced('duplicate-key')
        }
        keys.add(key)
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
    return { places, stoppedAt: position < text.length ? position : null, problem: 'not-json' }
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error
    return { places, stoppedAt: position, problem: error.problem }
  }
}

const problemTexts: Readonly<Record<JsonProblem, string>> = {
  'not-json': 'invalid JSON here',
  'too-deep': 'nested too deeply here',
  'too-many-values': 'too many values',
  'duplicate-key': 'this name stands twice in its object',
}

/** Parses JSON and records the position of every value. Never throws; fails on nesting deeper than fifty by default. */
export const readJson = (text: string, limits = profileLimits): JsonRead => {
  const { places, stoppedAt, problem } = findPlaces(text, limits)
  if (stoppedAt !== null) return { ok: false, problem, offset: stoppedAt, message: problemTexts[problem] }
  try {
    return { ok: true, value: JSON.parse(text) as unknown, places }
  } catch (error) {
    return { ok: false, problem: 'not-json', offset: 0, message: String(error) }
  }
}
