import { z } from 'zod'
import { isShellNumber } from '../model/locks/shell-number'
import { canBeNormalized } from '../normalized'
import type { Name } from '../model/name'
import { maxSliceLength } from '../model/slices'
import { visibleText, withoutHidden } from '../model/visible-text'

/** A command's input schema and response; the response's type exists only at compile time. */
export interface Command<Schema extends z.ZodType = z.ZodType, Value = unknown> {
  readonly input: Schema
  readonly value?: Value
  /** It changes data of the platform, now or later: refused while the platform is look only. */
  readonly isChange?: true
}

export const command = <Schema extends z.ZodType>(input: Schema) => ({
  returns: <Value>(): Command<Schema, Value> => ({ input }),
})

/** A command that changes data of the platform, now or later. */
export const changingCommand = <Schema extends z.ZodType>(input: Schema) => ({
  returns: <Value>(): Command<Schema, Value> & { readonly isChange: true } => ({ input, isChange: true }),
})

/** The input of a command without parameters. */
export const noInput = z.undefined()
export const shortText = z.string().max(200, { abort: true })
export const nonEmptyText = shortText.min(1)
export const shortName: z.ZodType<Name> = shortText
export const nonEmptyName: z.ZodType<Name> = nonEmptyText
/** Stands in the activity log and in receipts: nothing that hides or reorders text. */
export const operatorName: z.ZodType<Name> = nonEmptyText.refine(
  (name) => visibleText(name) === name && canBeNormalized(name),
)
/** Free text of a person, without what hides or reorders text. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .max(maxLength, { abort: true })
    .refine((text) => canBeNormalized(text, maxLength))
    .transform(withoutHidden)

export const shellNumber = z.string().refine(isShellNumber)

/** Which part of a long list: a `Slice` is the response. */
export const slice = { from: z.int().min(0), limit: z.int().min(1).max(maxSliceLength) }

/** A longer list is an input error. */
export const maxRows = 100_000

export const action = z.enum(['disable', 'enable'])

/** A lock to change. */
export const lockRow = z.strictObject({
  assetNum: nonEmptyText,
  shellNumber: shellNumber.nullable(),
  enterpriseGlobalId: nonEmptyText.nullable(),
})

/** Each lock occurs once in a list. */
export const lockRows = <Row extends z.ZodType<{ readonly assetNum: string }>>(row: Row, max: number) =>
  z
    .array(row)
    .min(1)
    .max(max, { abort: true })
    .refine((rows) => new Set(rows.map(({ assetNum }) => assetNum)).size === rows.length, 'a number twice')
