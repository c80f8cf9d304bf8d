import { z } from 'zod'
import { visibleText } from './visible-text'

/**
 * One field of the API document in its two readings.
 *
 * `stated` is the type the document gives: the embedded service answers it and the contract tests hold answers
 * against it. `read` is what the client makes of whatever arrives: ids as exact text, numbers sent as text, and
 * null for what is missing or unreadable, because the document leaves those choices to the platform.
 */
export interface Field<Stated extends z.ZodType = z.ZodType, Read extends z.ZodType = z.ZodType> {
  readonly stated: Stated
  readonly read: Read
}

const field = <Stated extends z.ZodType, Read extends z.ZodType>(
  stated: Stated,
  read: Read,
): Field<Stated, Read> => ({ stated, read })

/** Every reading accepts anything: what cannot be understood becomes null, never an exception. */
const reading = <Value>(parse: (value: unknown) => Value | null) => z.unknown().optional().transform(parse)

const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return null
}

const asNumber = (value: unknown): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'bigint') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const flags = new Map<unknown, boolean>(
  (
    [
      [true, ['true', 'Y', 'y', '1', 1, 1n]],
      [false, ['false', 'N', 'n', '0', 0, 0n]],
    ] as const
  ).flatMap(([flag, spellings]) => [flag, ...spellings].map((spelling) => [spelling, flag] as const)),
)

const asFlag = (value: unknown): boolean | null => flags.get(value) ?? null

/** Integers beyond 2^53 arrive as bigint (platform/json.ts keeps them exact). */
const whole = z.union([z.int(), z.bigint()])

export const text = field(z.string(), reading(asText))
/** An id the document types as a number. It is read as text, so that 19 digits stay exact. */
export const numericId = field(whole, reading(asText))
/** An id for which the document gives no type. */
export const untypedId = field(z.union([z.string(), whole]), reading(asText))
export const integer = field(z.int(), reading(asNumber))
/** A Long timestamp or amount; the unit of timestamps is not stated (timestamp.ts). */
export const long = field(z.int(), reading(asNumber))
export const flag = field(z.boolean(), reading(asFlag))
/** A field whose structure the document does not show: kept as it came. */
export const unshown = field(z.unknown(), z.unknown().optional())
export const nothing = field(
  z.null().optional(),
  reading(() => null),
)

export const nullable = <Stated extends z.ZodType, Read extends z.ZodType>(inner: Field<Stated, Read>) =>
  field(inner.stated.nullable(), inner.read)

export const listOf = <Stated extends z.ZodType, Read extends z.ZodType>(inner: Field<Stated, Read>) =>
  field(z.array(inner.stated), z.array(inner.read))

/** A list or object inside a resource: unreadable as a whole, it is null, and its neighbours survive. */
export const inside = <Stated extends z.ZodType, Read extends z.ZodType>(inner: Field<Stated, Read>) =>
  field(
    inner.stated,
    inner.read
      .nullish()
      .transform((value) => value ?? null)
      .catch(null),
  )

export type Fields = Readonly<Record<string, Field>>
type Shape<Of extends Fields, Side extends keyof Field> = { [Name in keyof Of]: Of[Name][Side] }

/** The shape of a zod object for one of the two readings of `fields`. */
export const shapeOf = <Of extends Fields, Side extends keyof Field>(fields: Of, side: Side) =>
  Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of[side]])) as Shape<Of, Side>

/** An object of the API document's section 2. Unknown fields are kept in both readings. */
export const resource = <Of extends Fields>(fields: Of) =>
  field(z.looseObject(shapeOf(fields, 'stated')), z.looseObject(shapeOf(fields, 'read')))

/** As the document states it: what the embedded service must answer. */
export type Stated<Of extends Field> = z.output<Of['stated']>
/** As the client reads it: every field may be null. */
export type Read<Of extends Field> = z.output<Of['read']>
