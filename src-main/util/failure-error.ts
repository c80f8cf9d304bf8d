import { messageOf } from '#shared/error-message'
import type { DomainFailure } from '#shared/model/failure'

/** A failure with a code of its own, thrown where callers otherwise expect errors of the file system. */
export class FailureError extends Error {
  constructor(readonly failure: DomainFailure) {
    super(failure.message)
  }
}

/** Why something was not written: a failure that has a code keeps it. */
export const writeFailureOf = (error: unknown): DomainFailure =>
  error instanceof FailureError ? error.failure : { code: 'not-saved', message: messageOf(error) }
