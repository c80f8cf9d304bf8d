import type { BusinessCode } from '#shared/model/api/business-codes'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'

/**
 * The store failed during an operation (database unavailable, statement timeout). It is uncertain whether the
 * change was made: the response to a commit can get lost.
 */
export class ExecutionFailure extends Error {
  constructor(
    readonly operation: OperationId,
    cause: unknown,
  ) {
    super('The request could not be completed', { cause })
    this.name = 'ExecutionFailure'
  }
}

/**
 * The business code of such a failure (section 7): 80001 for employees (member operations 1 to 5), 33009 for
 * lending, 500 for all others. The API does not show this mapping, so it is a choice of this service.
 */
export const executionFailureCode = (id: OperationId): BusinessCode => {
  const codes: readonly BusinessCode[] = operations[id].codes
  return (['33009', '80001'] as const).find((code) => codes.includes(code)) ?? '500'
}

const messages: Partial<Record<BusinessCode, string>> = {
  '33009': 'The lend request failed. Check the borrowed lock before you retry',
  '80001': 'User center exception. Check the employee before you retry',
}

export const executionFailureMessage = (code: BusinessCode): string =>
  messages[code] ?? 'Network exception, retry'
