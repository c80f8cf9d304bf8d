import type { BusinessCode } from '#shared/model/business-codes'

/**
 * A business exception (API document, section 7). Thrown, because whatever the call had begun must be rolled back
 * with it; the server turns it into the envelope.
 */
export class Refusal extends Error {
  constructor(
    readonly code: BusinessCode,
    message: string,
    /** `cause` of the failure envelope. */
    readonly detail = '',
  ) {
    super(message)
    this.name = 'Refusal'
  }
}
