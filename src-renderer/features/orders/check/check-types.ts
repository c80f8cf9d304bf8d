import type { z } from 'zod'
import { licenseOrder } from '#shared/model/api/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { valueAt } from '#shared/model/orders/order-node'
import type { JsonPath, OrderNode } from '#shared/model/orders/order-node'
import type { ErrorCode, Problem } from '#shared/model/orders/order-problems'

/** The expected type of a field; for `invalid_value` the allowed values. */
export type ExpectedType = 'text' | 'whole-number' | 'yes-no' | 'list' | 'object' | 'one-of'

const expectedTypes: Readonly<Record<string, ExpectedType>> = {
  string: 'text',
  number: 'whole-number',
  int: 'whole-number',
  boolean: 'yes-no',
  array: 'list',
  object: 'object',
}

/** Every accepted type: a union accepts several, and a whole number beyond 2^53 is separate. */
export const expectedIn = (issue: z.core.$ZodIssue): readonly ExpectedType[] => {
  if (issue.code === 'invalid_value') return ['one-of']
  if (issue.code === 'invalid_type') return [expectedTypes[issue.expected] ?? 'whole-number']
  if (issue.code !== 'invalid_union') return ['whole-number']
  return [...new Set(issue.errors.flatMap((issues) => issues.flatMap(expectedIn)))]
}
const codeOf = (issue: z.core.$ZodIssue): ErrorCode => expectedIn(issue)[0] ?? 'whole-number'

const isPath = (path: readonly PropertyKey[]): path is JsonPath =>
  path.every((part) => typeof part !== 'symbol')

/** The fields of an order whose type differs from the API (docs/api.md). */
export const checkTypes = (order: OrderNode): readonly Problem[] => {
  const read = licenseOrder.safeParse(order)
  if (read.success) return []
  return read.error.issues.flatMap((issue) => {
    const path = isPath(issue.path) ? issue.path : []
    const detail = issue.code === 'invalid_value' ? issue.values.map((value) => String(value)).join(', ') : ''
    // Drafts and the journal contain only the number of passwords.
    const isCount = typeof path.at(-1) === 'string' && typeof valueAt(order, path) === 'number'
    if (isCount && isSecretField(String(path.at(-1)))) {
      return [{ code: 'passwords-gone' as const, path, detail: String(valueAt(order, path)) }]
    }
    return [{ code: codeOf(issue), path, detail }]
  })
}
