import { z } from 'zod'
import { dayPattern, maxNoteLength } from '../model/changes/loan'
import type { Loan } from '../model/changes/loan'
import type { Slice } from '../model/slices'
import type { PlatformFailure } from '../model/api/platform-failure'
import { command, freeText, nonEmptyText, operatorName, slice } from './command'

export interface LoanSlice extends Slice<Loan> {
  /** Registered enterprises whose lists could not be read; their loans may be missing or outdated. */
  readonly unread: number
  /** The lists of some enterprise were never read: why, or null while they are being read. */
  readonly missing: { readonly failure: PlatformFailure | null } | null
}

const loanOf = { borrowedUsbKey: nonEmptyText, memberGlobalId: nonEmptyText.nullable() }

const note = freeText(maxNoteLength)

/** Commands about loans. Lending itself is a job (`jobs/start` with `lend`). */
export const loanCommands = {
  /** Of all registered enterprises; oldest loans first. */
  'loans/list': command(z.strictObject(slice)).returns<LoanSlice>(),
  /** Stored on this computer only; null removes the date, and a missing note leaves the one that is there. */
  'loans/set-due': command(
    z.strictObject({
      ...loanOf,
      dueOn: z.string().regex(dayPattern).nullable(),
      note: note.optional(),
    }),
  ).returns<null>(),
  /**
   * Records that the lock of an active or unconfirmed loan is back, or, with null, that it is not; `not-found` for any
   * other. Nothing is sent to the platform. The loan is closed once its lists show the lock as available.
   */
  'loans/set-returned': command(
    z.strictObject({ ...loanOf, operatorIdentity: operatorName.nullable() }),
  ).returns<null>(),
  /**
   * Lets the service of training return a lock, as the platform does by means that its API does not have; `not-found`
   * outside training.
   */
  'loans/simulate-return': command(z.strictObject({ borrowedUsbKey: nonEmptyText })).returns<null>(),
  /** Closes a loan that the lists no longer show; `not-found` for any other. */
  'loans/close': command(z.strictObject({ ...loanOf, note, operatorIdentity: operatorName })).returns<null>(),
}
