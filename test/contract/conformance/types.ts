/**
 * The types of the API document, section 2, as it writes them. A question mark: the document lists the field as
 * nullable or as one that may be empty, shows null in its sample, or there may be nothing to name (an employee
 * without a borrowed lock). `id` is an id whose type it does not give.
 */
const scalars = {
  String: (value: unknown) => typeof value === 'string',
  Long: (value: unknown) => Number.isInteger(value),
  Integer: (value: unknown) => Number.isInteger(value),
  bool: (value: unknown) => typeof value === 'boolean',
  id: (value: unknown) => typeof value === 'string' || Number.isInteger(value),
  unshown: () => true,
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
/** The type itself: packages hold packages, so one of them is written as a function. */
export const resolved = (type: Type): Exclude<Type, () => Type> =>
  typeof type === 'function' ? resolved(type()) : type

const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60)

/** Where `value` is not of `type`, each place in a sentence. Fields the document does not name are no fault. */
export const mismatches = (type: Type, value: unknown, place = 'data'): string[] => {
  const wanted = resolved(type)
  if (wanted === 'nothing') return value == null ? [] : [`${place} is ${shown(value)}, not null`]
  if (typeof wanted === 'string') {
    const name = wanted.replace('?', '') as Scalar
    const fits = value === null ? wanted.endsWith('?') || name === 'unshown' : scalars[name](value)
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
