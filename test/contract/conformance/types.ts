/**
 * The types of docs/api.md, section 2, as written there. A question mark: the API lists the field as nullable or
 * possibly empty, shows null in its sample, or the field may have no value (an employee without a borrowed
 * lock). `id` is an ID whose type the API does not give.
 */
const scalars = {
  String: (value: unknown) => typeof value === 'string',
  Long: (value: unknown) => Number.isInteger(value),
  Integer: (value: unknown) => Number.isInteger(value),
  bool: (value: unknown) => typeof value === 'boolean',
  id: (value: unknown) => typeof value === 'string' || Number.isInteger(value),
  undocumented: () => true,
} as const
type Scalar = keyof typeof scalars

export interface Fields {
  readonly [name: string]: Type
}
export type Type = Scalar | `${Scalar}?` | 'nothing' | ListType | Nullable | Fields | (() => Type)
export type ListType = readonly [Type]
export interface Nullable {
  readonly orNull: ListType | Fields | (() => Type)
}

export const isList = (type: Type): type is ListType => Array.isArray(type)
export const isNullable = (type: Type): type is Nullable => typeof type === 'object' && 'orNull' in type
/** Resolves a type that is written as a function, since packages contain packages. */
export const resolved = (type: Type): Exclude<Type, () => Type> =>
  typeof type === 'function' ? resolved(type()) : type

const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60)

/** Returns a sentence for each place where `value` does not match `type`. Extra fields are accepted. */
export const mismatches = (type: Type, value: unknown, place = 'data'): string[] => {
  const wanted = resolved(type)
  if (wanted === 'nothing') return value == null ? [] : [`${place} is ${shown(value)}, not null`]
  if (typeof wanted === 'string') {
    const name = wanted.replace('?', '') as Scalar
    const fits = value === null ? wanted.endsWith('?') || name === 'undocumented' : scalars[name](value)
    return fits && value !== undefined ? [] : [`${place} is ${shown(value)}, not ${wanted}`]
  }
  if (isNullable(wanted)) return value === null ? [] : mismatches(wanted.orNull, value, place)
  if (isList(wanted)) {
    if (!Array.isArray(value)) return [`${place} is ${shown(value)}, not an array`]
    return value.flatMap((item, index) => mismatches(wanted[0], item, `${place}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${place} is ${shown(value)}, not an object`]
  }
  return Object.entries(wanted).flatMap(([name, inner]) =>
    mismatches(inner, (value as Record<string, unknown>)[name], `${place}.${name}`),
  )
}
