import type { JsonSchema } from './schemas'

export interface FieldRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly text: string
}

type Schemas = Readonly<Record<string, JsonSchema>>

const refName = (schema: JsonSchema): string | null => {
  const target = schema['$ref']
  return typeof target === 'string' ? (target.split('/').at(-1) ?? null) : null
}

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : [])

/** Removes the “or null” wrapper of a schema and reports whether it had one. */
const unwrap = (schema: JsonSchema): { readonly inner: JsonSchema; readonly nullable: boolean } => {
  const choices = listOf(schema['anyOf'])
  const others = choices.filter(({ type }) => type !== 'null')
  const [only] = others
  if (only === undefined || others.length === choices.length || others.length > 1) {
    return { inner: schema, nullable: false }
  }
  return { inner: unwrap(only).inner, nullable: true }
}

const typeNames: Readonly<Record<string, string>> = { int64: 'Long', int32: 'Integer' }

/** The type name as in docs/api.md, section 2. */
export const typeText = (schema: JsonSchema): string => {
  const { inner, nullable } = unwrap(schema)
  const orNull = nullable ? ' or null' : ''
  const typeName = refName(inner)
  if (typeName !== null) return typeName + orNull
  const { type, format, items, enum: values } = inner
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ') + orNull
  if (type === 'array') return `array of ${typeText((items ?? {}) as JsonSchema)}${orNull}`
  if (Array.isArray(type)) return type.join(' or ')
  if (typeof type !== 'string') return 'any'
  const plain = type === 'integer' ? 'Integer' : type
  return (typeNames[typeof format === 'string' ? format : ''] ?? plain) + orNull
}

/** The object schema of a field or of its array elements; null if it has none. */
const objectIn = (
  schema: JsonSchema,
  schemas: Schemas,
): { readonly name: string | null; readonly fields: JsonSchema } | null => {
  const { inner } = unwrap(schema)
  const name = refName(inner)
  if (name !== null) return { name, fields: schemas[name] ?? {} }
  if (inner['type'] === 'array') return objectIn((inner['items'] ?? {}) as JsonSchema, schemas)
  return inner['properties'] === undefined ? null : { name: null, fields: inner }
}

/**
 * The fields of a schema and its nested objects, one per row. A recursive schema, such as a package in a
 * package, is expanded once.
 */
export const fieldRows = (
  schema: JsonSchema,
  schemas: Schemas,
  depth = 0,
  above: readonly string[] = [],
): FieldRow[] => {
  const found = objectIn(schema, schemas)
  if (found === null || (found.name !== null && above.includes(found.name))) return []
  const { fields, name } = found
  const within = name === null ? above : [...above, name]
  const required = listOf(fields['required']) as unknown as string[]
  const properties = (fields['properties'] ?? {}) as Record<string, JsonSchema>
  return Object.entries(properties).flatMap(([field, inner]) => [
    {
      name: field,
      depth,
      type: typeText(inner),
      required: required.includes(field),
      text: typeof inner['description'] === 'string' ? inner['description'] : '',
    },
    ...fieldRows(inner, schemas, depth + 1, within),
  ])
}
