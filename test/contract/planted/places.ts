import { isList, isNullable, resolved } from '../conformance/types'
import type { Type } from '../conformance/types'

/** The path to a value: field names, and `[]` for every item of a list. */
export type Way = readonly string[]

export const wayText = (way: Way): string => way.join('.').replaceAll('.[]', '[]') || 'data'

export interface Place {
  readonly way: Way
  readonly type: Exclude<Type, () => Type>
}

const deepest = 8

/** Every place in a type: fields, lists and their items. A package in a package is followed once. */
export const placesIn = (type: Type, way: Way = []): Place[] => {
  const here = resolved(type)
  if (way.length > deepest || way.filter((step) => step === 'children').length > 2) return []
  if (typeof here === 'string') return [{ way, type: here }]
  if (isNullable(here)) return placesIn(here.orNull, way)
  if (isList(here)) return [{ way, type: here }, ...placesIn(here[0], [...way, '[]'])]
  const fields = Object.entries(here).flatMap(([name, inner]) => placesIn(inner, [...way, name]))
  return [{ way, type: here }, ...fields]
}

export const absent = Symbol('absent')

/** Replaces the value at `way` by the result of `change`; `absent` removes a field. */
export const changeAt = (value: unknown, way: Way, change: (found: unknown) => unknown): unknown => {
  const [step, ...rest] = way
  if (step === undefined) return change(value)
  if (step === '[]') {
    if (!Array.isArray(value)) return value
    const items = value.map((item: unknown) => changeAt(item, rest, change))
    const left = items.filter((item) => item !== absent)
    return left.some((item, index) => item !== value[index]) || left.length !== value.length ? left : value
  }
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const record = value as Record<string, unknown>
  const changed = changeAt(record[step], rest, change)
  if (changed === record[step]) return value
  const { [step]: _gone, ...others } = record
  return changed === absent ? others : { ...record, [step]: changed }
}

export const valuesAt = (value: unknown, way: Way): unknown[] => {
  const found: unknown[] = []
  changeAt(value, way, (one) => {
    found.push(one)
    return one
  })
  return found
}

/** Every path to a value in a request’s body, with `[]` for list items. */
export const waysIn = (value: unknown, way: Way = []): Way[] => {
  if (Array.isArray(value)) return [way, ...value.flatMap((item: unknown) => waysIn(item, [...way, '[]']))]
  if (typeof value !== 'object' || value === null) return [way]
  const inner = Object.entries(value).flatMap(([name, one]) => waysIn(one, [...way, name]))
  return way.length === 0 ? inner : [way, ...inner]
}

/** Another value of the same type. */
export const anotherValue = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}9`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return value
}

/** A value of another type. */
export const anotherType = (value: unknown): unknown => {
  if (typeof value === 'string') return 7
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? { length: value.length } : ['?']
}
