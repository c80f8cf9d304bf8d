import type { BusinessCode } from '#shared/model/api/business-codes'

/**
 * A business exception (docs/api.md, section 7). Thrown, so that the transaction of the request is rolled back;
 * the server converts it to the envelope.
 */
export class BusinessException extends Error {
  constructor(
    readonly code: BusinessCode,
    message: string,
    /** `cause` of the failure envelope. */
    readonly detail = '',
  ) {
    super(message)
    this.name = 'BusinessException'
  }
}
