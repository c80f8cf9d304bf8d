import type { BusinessCode } from '#shared/model/business-codes'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'

/**
 * A rule that the service could not carry through, for no fault of the caller's (the database is gone, a statement
 * took too long). Whether the change was made is not certain: the answer to a commit may be what was lost.
 */
export class Unfinished extends Error {
  constructor(
    readonly operation: OperationId,
    cause: unknown,
  ) {
    super('The call could not be carried through', { cause })
    this.name = 'Unfinished'
  }
}

/**
 * How section 7 names such a failure, operation by operation: 80001 where employees are kept (the user centre,
 * member operations 1 to 5), 33009 for lending, 500 for all others. Which means it for which failure is not shown,
 * so this is a choice of this service's.
 */
export const unfinishedCode = (id: OperationId): BusinessCode => {
  const codes: readonly BusinessCode[] = operations[id].codes
  return (['33009', '80001'] as const).find((code) => codes.includes(code)) ?? '500'
}

const words: Partial<Record<BusinessCode, string>> = {
  '33009': 'The lend request failed; look the borrowed lock up before lending again',
  '80001': 'User centre exception; look the employee up before trying again',
}

export const unfinishedMessage = (code: BusinessCode): string => words[code] ?? 'Network exception, retry'
