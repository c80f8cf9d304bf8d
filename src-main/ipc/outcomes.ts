import { messageOf } from '#shared/error-message'
import type { CommandFailure } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { writeFailureOf } from '../util/failure-error'

// Outcomes that several handlers return.

/** A failed write or read is returned as data; it is not an internal error. */
export const withFileErrors = async <Value>(
  code: 'not-saved' | 'file-not-saved' | 'not-found',
  work: () => Promise<Outcome<Value, CommandFailure>>,
): Promise<Outcome<Value, CommandFailure>> => {
  try {
    return await work()
  } catch (error) {
    return fail(code === 'not-saved' ? writeFailureOf(error) : { code, message: messageOf(error) })
  }
}

/** Like `withFileErrors`, for a write without a result. */
export const saving = (save: () => unknown): Promise<Outcome<null, CommandFailure>> =>
  withFileErrors('not-saved', async () => {
    await save()
    return succeed(null)
  })
