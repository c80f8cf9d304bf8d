import type { Failure } from '../outcome'
import type { PlatformFailure } from './api/platform-failure'
import type { BranchFailure } from './branch/branch-failure'
import type { OrderFailure } from './changes/order-failure'

/**
 * `not-found`: the named item no longer exists · `not-saved`: writing failed · `file-not-saved`: writing failed where a
 * person chose the folder · `restore-unfinished`: the next start
 * completes the restore · `limit-reached`: no more can be added · `own-folder`: the folder belongs to the app ·
 * `not-confirmed`: declined in the system dialog · `too-early`: the result is not certain yet · `in-progress`: the same
 * change, or another one of the same lock, has no result yet · `not-allowed`: the organization's policy forbids it ·
 * `work-order-required`: that policy asks for a signed work order · `changes-limited`: it allows no more changes for ten
 * minutes · `policy-unreadable`: that policy cannot be read · `look-only`: no change is
 * sent to the open platform · `other-platform`: the earlier change was sent to another platform · `loan-too-long`,
 * `too-many-loans`: that policy allows neither so many days nor so many loans of an employee · `loans-unknown`: their
 * number is not known · `internal`: an unexpected error, see the log.
 */
type AppFailure = Failure<
  | 'not-found'
  | 'not-saved'
  | 'file-not-saved'
  | 'restore-unfinished'
  | 'limit-reached'
  | 'own-folder'
  | 'not-confirmed'
  | 'too-early'
  | 'in-progress'
  | 'not-allowed'
  | 'work-order-required'
  | 'changes-limited'
  | 'policy-unreadable'
  | 'look-only'
  | 'other-platform'
  | 'loan-too-long'
  | 'too-many-loans'
  | 'loans-unknown'
  | 'internal'
>

/** Why a request of the page, of the command line or of a part of the app failed. */
export type DomainFailure = PlatformFailure | OrderFailure | BranchFailure | AppFailure
