import type { z } from 'zod'
import { licenseOrder } from '#shared/model/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { valueAt } from './order-node'
import type { OrderNode, OrderPath } from './order-node'
import type { ErrorCode, Problem } from './order-problems'

const wordOf: Readonly<Record<string, ErrorCode>> = {
  string: 'text',
  number: 'whole-number',
  int: 'whole-number',
  boolean: 'yes-no',
  array: 'list',
  object: 'object',
}

const codeOf = (issue: z.core.$ZodIssue): ErrorCode => {
  if (issue.code === 'invalid_value') return 'one-of'
  // The one union there is takes a whole number, or its digits beyond 2^53.
  if (issue.code === 'invalid_type') return wordOf[issue.expected] ?? 'whole-number'
  return 'whole-number'
}

const isPath = (path: readonly PropertyKey[]): path is OrderPath =>
  path.every((part) => typeof part !== 'symbol')

/** What in an order is not of the type that the API document gives its field. */
export const checkTypes = (order: OrderNode): readonly Problem[] => {
  const read = licenseOrder.safeParse(order)
  if (read.success) return []
  return read.error.issues.flatMap((issue) => {
    const path = isPath(issue.path) ? issue.path : []
    const about = issue.code === 'invalid_value' ? issue.values.map(String).join(', ') : ''
    // A draft and the journal hold only how many passwords there were.
    const isCount = typeof path.at(-1) === 'string' && typeof valueAt(order, path) === 'number'
    if (isCount && isSecretField(String(path.at(-1)))) {
      return [{ code: 'passwords-gone' as const, path, about: String(valueAt(order, path)) }]
    }
    return [{ code: codeOf(issue), path, about }]
  })
}
