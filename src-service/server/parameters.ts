import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { operations } from '#shared/operations'
import type { OperationId, PlatformModule } from '#shared/operations'
import type { BusinessCode } from '#shared/model/business-codes'
import type { Call } from '../rules/call'
import { Refusal } from '../rules/refusal'

/** The order module's code for a malformed parameter; the member centre's, which the document ties to a few of its. */
const malformed: Record<PlatformModule, BusinessCode> = { order: '13004', member: '40000' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that is null counts as left out: many clients write every field they have. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}

/** `orderList[2] (sequence 7) assets[0].assetNos`: an order is named by its sequence, as its sender knows it. */
const placeOf = (path: readonly PropertyKey[], body: unknown): string => {
  let place = ''
  let current = body
  for (const step of path) {
    place +=
      typeof step === 'number'
        ? `[${step}]`
        : `${place === '' || place.endsWith(' ') ? '' : '.'}${String(step)}`
    current = (current as Record<PropertyKey, unknown> | null | undefined)?.[step]
    if (isRecord(current) && typeof current.sequence === 'number') place += ` (sequence ${current.sequence}) `
  }
  return place.trim()
}

const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/** PostgreSQL keeps no NUL in a text; which value has it, the names of the outermost say. */
const refuseNul = (values: object, code: BusinessCode): void => {
  const [name] = Object.entries(values).find(([, value]) => holdsNul(value)) ?? []
  if (name !== undefined) throw new Refusal(code, `${name}: holds a NUL character`)
}

const checked = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: BusinessCode,
): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = placeOf(issue?.path ?? [], value)
  throw new Refusal(code, `${place === '' ? 'body' : place}: ${issue?.message ?? 'malformed'}`)
}

const typed = (field: z.ZodType, text: string): unknown => {
  if (field.safeParse(text).success || !/^-?\d{1,19}$/.test(text)) return text
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Numbers arrive as text in a query: whatever the table does not take as text is tried as an integer. */
const typedQuery = (schema: z.ZodObject, raw: Record<string, unknown>, code: BusinessCode) => {
  const query: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const value = raw[name]
    if (value === undefined || value === '') continue
    if (typeof value !== 'string') throw new Refusal(code, `${name}: given more than once`)
    query[name] = typed(field, value)
  }
  return query
}

/** The parameters of a request with the types of the operations table; a Refusal names the first that is wrong. */
export const readCall = <Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  caller: { readonly applicationKey: string; readonly nonce: string },
): Call<Id> => {
  const { module, query, body } = operations[id]
  const code = malformed[module]
  const given = request.query as Record<string, unknown>
  for (const values of [request.params, given, request.body]) refuseNul(Object(values) as object, code)
  const call = {
    path: request.params,
    query: checked(query, typedQuery(query, given, code), code),
    body: body === null ? null : checked(body, withoutNulls(request.body ?? {}), code),
    ...caller,
  }
  // The table's entry for `id` made it; that its parts belong together is beyond what TypeScript follows.
  return call as unknown as Call<Id>
}
