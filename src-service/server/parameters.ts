import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { operations } from '#shared/operations'
import type { OperationId, PlatformModule } from '#shared/operations'
import type { BusinessCode } from '#shared/model/api/business-codes'
import type { OperationCall } from '../handlers/request-context'
import { BusinessException } from '../handlers/business-exception'

/**
 * Business code of an invalid parameter. For the member center the API ties 40000 to some operations; this
 * service uses it for all.
 */
const invalidParameterCode: Record<PlatformModule, BusinessCode> = { order: '13004', member: '40000' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A null field counts as omitted, because many clients send every field. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}

/**
 * `orderList[2] (sequence 7) assets[0].assetNos`: an order is identified by its sequence too, which the client
 * knows.
 */
const pathText = (path: readonly PropertyKey[], body: unknown): string => {
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

const containsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
}

/** PostgreSQL cannot store NUL in a text. The message names the outermost field. */
const rejectNul = (values: object, code: BusinessCode): void => {
  const [name] = Object.entries(values).find(([, value]) => containsNul(value)) ?? []
  if (name !== undefined) throw new BusinessException(code, `${name}: contains a NUL character`)
}

const validated = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: BusinessCode,
): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = pathText(issue?.path ?? [], value)
  throw new BusinessException(code, `${place === '' ? 'body' : place}: ${issue?.message ?? 'invalid'}`)
}

const parseQueryValue = (field: z.ZodType, text: string): unknown => {
  if (field.safeParse(text).success || !/^-?\d{1,19}$/.test(text)) return text
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Query values arrive as text. A value whose field does not accept text is parsed as an integer. */
const typedQuery = (schema: z.ZodObject, raw: Record<string, unknown>, code: BusinessCode) => {
  const query: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const value = raw[name]
    if (value === undefined || value === '') continue
    if (typeof value !== 'string')
      throw new BusinessException(code, `${name}: must not be given more than once`)
    query[name] = parseQueryValue(field, value)
  }
  return query
}

/**
 * Validates the parameters and gives them the types of the operations table. Throws a BusinessException that names the
 * first invalid field.
 */
export const parseCall = <Id extends OperationId>(
  id: Id,
  request: FastifyRequest,
  caller: { readonly applicationKey: string; readonly nonce: string },
): OperationCall<Id> => {
  const { module, query, body } = operations[id]
  const code = invalidParameterCode[module]
  const rawQuery = request.query as Record<string, unknown>
  for (const values of [request.params, rawQuery, request.body]) rejectNul(Object(values) as object, code)
  const call = {
    path: request.params,
    query: validated(query, typedQuery(query, rawQuery, code), code),
    body: body === null ? null : validated(body, withoutNulls(request.body ?? {}), code),
    ...caller,
  }
  // The table entry for `id` validated these parts; TypeScript cannot infer that they match.
  return call as unknown as OperationCall<Id>
}
