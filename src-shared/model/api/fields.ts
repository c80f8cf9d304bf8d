import { z } from 'zod'
import { canBeNormalized } from '../../normalized'
import { visibleText } from '../visible-text'

/**
 * The two schemas of an API field (docs/api.md).
 *
 * `documented` is the type in the API: the embedded service returns it, and the contract tests check
 * responses with it. `read` is what the client makes of any response: IDs as exact text, numbers also from
 * text, and null for missing or unreadable values, because the API leaves these choices to the platform.
 */
export interface Field<Documented extends z.ZodType = z.ZodType, Read extends z.ZodType = z.ZodType> {
  readonly documented: Documented
  readonly read: Read
}

const field = <Documented extends z.ZodType, Read extends z.ZodType>(
  documented: Documented,
  read: Read,
): Field<Documented, Read> => ({ documented, read })

/** Accepts anything: an unreadable value becomes null, never an exception. */
const reading = <Value>(parse: (value: unknown) => Value | null) => z.unknown().optional().transform(parse)

/** Far above any name, ID or remark. A longer text is unreadable: cut, an ID would be another one. */
const maxTextLength = 10_000

const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return value.length > maxTextLength ? null : visibleText(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return null
}

/** As long as the numbers that main takes from a page; a longer one, or one with rows of marks, is unreadable. */
const maxAssetNumberLength = 200

const asAssetNumber = (value: unknown): string | null => {
  const text = asText(value)
  return text !== null && canBeNormalized(text, maxAssetNumberLength) ? text : null
}

const asNumber = (value: unknown): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'bigint') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** An unreadable time is shown as the platform wrote it, so much of it. */
const maxTimeLength = 60

const bigIntAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** A number, a text, or anything else as JSON; null if the value is missing. */
const asTime = (value: unknown): number | string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  const isPlain = typeof value === 'string' || typeof value === 'bigint'
  const text = isPlain ? String(value) : JSON.stringify(value, bigIntAsText)
  return visibleText(text.trim().slice(0, maxTimeLength))
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

/** Integers beyond 2^53 arrive as bigint (src-main/platform/response/json.ts). */
const whole = z.union([z.int(), z.bigint()])

export const text = field(z.string(), reading(asText))
export const assetNumber = field(z.string(), reading(asAssetNumber))
/** An ID that the API defines as a number. It is read as text, so that 19 digits stay exact. */
export const numericId = field(whole, reading(asText))
/** An ID for which the API gives no type. */
export const untypedId = field(z.union([z.string(), whole]), reading(asText))
export const integer = field(z.int(), reading(asNumber))
/** A Long that is no timestamp. */
export const long = field(z.int(), reading(asNumber))
/** A Long timestamp; the API does not state its unit, and some platforms send text (timestamp.ts). */
export const time = field(long.documented, reading(asTime))
export const flag = field(z.boolean(), reading(asFlag))
/** A field whose structure the API does not show; kept unchanged. */
export const undocumented = field(z.unknown(), z.unknown().optional())
export const alwaysNull = field(
  z.null().optional(),
  reading(() => null),
)

export const nullable = <Documented extends z.ZodType, Read extends z.ZodType>(
  inner: Field<Documented, Read>,
) => field(inner.documented.nullable(), inner.read)

export const listOf = <Documented extends z.ZodType, Read extends z.ZodType>(
  inner: Field<Documented, Read>,
) => field(z.array(inner.documented), z.array(inner.read))

/** A list or object in a resource; if unreadable, only it becomes null. */
export const inside = <Documented extends z.ZodType, Read extends z.ZodType>(
  inner: Field<Documented, Read>,
) =>
  field(
    inner.documented,
    inner.read
      .nullish()
      .transform((value) => value ?? null)
      .catch(null),
  )

export type Fields = Readonly<Record<string, Field>>
type Shape<Of extends Fields, Side extends keyof Field> = { [Name in keyof Of]: Of[Name][Side] }

/** The zod object shape of one of the two schemas of `fields`. */
export const shapeOf = <Of extends Fields, Side extends keyof Field>(fields: Of, side: Side) =>
  Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of[side]])) as Shape<Of, Side>

/** An object of docs/api.md, section 2. Both schemas keep unknown fields. */
export const resource = <Of extends Fields>(fields: Of) =>
  field(z.looseObject(shapeOf(fields, 'documented')), z.looseObject(shapeOf(fields, 'read')))

/** As the API states it; the embedded service must return this. */
export type Documented<Of extends Field> = z.output<Of['documented']>
/** As the client reads it: every field may be null. */
export type Read<Of extends Field> = z.output<Of['read']>
