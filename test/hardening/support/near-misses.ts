import fc from 'fast-check'
import { z } from 'zod'
import type { CommandName } from '#shared/bridge/commands'
import { commands } from '#shared/bridge/commands'

interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly prefixItems?: readonly Shape[]
  readonly minItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly minLength?: number
}

/** Texts that match the formats of the schemas. */
const texts = [
  '8000000017',
  'https://platform.example',
  '0123456789abcdef',
  '2026-12-01',
  'a',
  '00000000-0000-4000-8000-000000000001',
  'A'.repeat(43),
] as const

const textFor = ({ pattern, minLength = 0 }: Shape, name: string): string => {
  if (/url|server|address/i.test(name)) return texts[1]
  const fits = texts.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text))
  return (fits ?? texts[0]).padEnd(minLength, 'x')
}

/** A value that fits a schema, as far as JSON Schema can tell, with all optional fields. */
const fitting = (shape: Shape, name: string): unknown => {
  if ('const' in shape) return shape.const
  if (shape.enum !== undefined) return shape.enum[0]
  const either = shape.anyOf ?? shape.oneOf
  if (either !== undefined) return fitting(either[0] ?? {}, name)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, fitting(inner, key)]),
      )
    case 'array':
      if (shape.prefixItems !== undefined) return shape.prefixItems.map((inner) => fitting(inner, name))
      return shape.items === undefined ? [] : [fitting(shape.items, name)]
    case 'string':
      return textFor(shape, name)
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, 10) > (shape.maximum ?? Infinity)
        ? shape.maximum
        : Math.max(shape.minimum ?? 0, 10)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      // Bytes, and values without a schema.
      return name === 'bytes' ? new Uint8Array([1]) : undefined
  }
}

export const fittingInput = (name: CommandName): unknown =>
  fitting(z.toJSONSchema(commands[name].input, { io: 'input', unrepresentable: 'any' }) as Shape, name)

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
  return value
}
const cyclic = (): unknown => {
  const value: Record<string, unknown> = { action: 'disable' }
  value['rows'] = [value]
  return value
}

/** Values that no command expects; all of them can cross the bridge. */
const oddities: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['minus zero', -0],
  ['a fraction', 1.5],
  ['beyond 2^53', 2 ** 60],
  ['minus one', -1],
  ['a bigint', 10n ** 30n],
  ['true', true],
  ['an empty object', {}],
  ['an empty list', []],
  ['a list of itself', cyclic()],
  ['a huge text', 'x'.repeat(2_000_000)],
  ['a text of nulls', '\u0000'.repeat(300)],
  ['half a character', '\ud800'],
  ['a path', '../../../../etc/passwd'],
  ['markup', '<img src=x onerror="window.__xss=1">'],
  ['something deep', nested(2_000)],
  ['a date', new Date(0)],
  ['a map', new Map([['__proto__', 1]])],
  ['an error', new Error('mine')],
  ['a pattern', /(a+)+$/],
  ['bytes', new Uint8Array(8)],
  ['a long list', Array.from({ length: 200_000 }, () => 0)],
  ['a list with holes', Object.assign([], { length: 1_000 })],
  ['an own __proto__', JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
] // prettier-ignore

type Path = readonly (string | number)[]

const placesIn = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [path]
  const inner = Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]))
  return [path, ...inner]
}

const changedAt = (
  value: unknown,
  [key, ...rest]: Path,
  change: (before: unknown, holder: Record<string, unknown> | null, key: string) => unknown,
): unknown => {
  if (key === undefined) return change(value, null, '')
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  if (rest.length === 0) {
    const next = change(copy[key], copy, String(key))
    if (next !== gone) copy[key] = next
  } else copy[key] = changedAt(copy[key], rest, change)
  return copy
}
const gone = Symbol('gone')

export interface Attack {
  readonly what: string
  readonly given: readonly unknown[]
}

/** Valid inputs with one additional field in each of their objects in turn. */
export const withFieldTooMany = (name: CommandName): readonly unknown[] => {
  const good = fittingInput(name)
  const isPlain = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  const places = placesIn(good).filter((path) =>
    isPlain(path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], good)),
  )
  return places.map((path) => changedAt(good, path, (before) => ({ ...(before as object), extra: 1 })))
}

/** A valid input with one error, or an entirely invalid one. */
export const attackOn = (name: CommandName): fc.Arbitrary<Attack> => {
  const good = fittingInput(name)
  const place = fc.constantFrom(...placesIn(good))
  const oddity = fc.constantFrom(...oddities)
  const at = (path: Path) => (path.length === 0 ? 'the whole' : path.join('.'))
  const attack = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(place, oddity).map(([path, [what, value]]) => ({
      what: `${what} for ${at(path)}`,
      given: [changedAt(good, path, () => value)],
    })) },
    { weight: 2, arbitrary: place.map((path) => ({
      what: `no ${at(path)}`,
      given: [
        changedAt(good, path, (_before, holder, key) => {
          if (holder === null) return undefined
          Reflect.deleteProperty(holder, key)
          return gone
        }),
      ],
    })) },
    { weight: 2, arbitrary: fc.tuple(place, fc.constantFrom('__proto__', 'constructor', 'prototype', 'extra', 'toString')).map(([path, key]) => ({
      what: `${key} in ${at(path)}`,
      given: [
        changedAt(good, path, (before) => {
          const holder = typeof before === 'object' && before !== null && !Array.isArray(before) ? { ...before } : {}
          return Object.defineProperty(holder, key, { value: { polluted: true }, enumerable: true, writable: true, configurable: true })
        }),
      ],
    })) },
    { weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, maxDepth: 3 }).map((value) => ({ what: 'anything', given: [value] })) },
    { weight: 1, arbitrary: oddity.map(([what, value]) => ({ what: `${what} beside`, given: [good, value] })) },
  ) // prettier-ignore
  // The input may be megabytes; its name is enough.
  return attack.map((one) => ({ ...one, [fc.toStringMethod]: () => one.what }))
}
