import type { Failure } from '#shared/outcome'
import type { KeyFailure } from '../work-orders/signing-key'
import type { DatabaseFailure } from './database/database-failure'
import type { JoinFileFailure } from './database/join-file'

/** Why a computer is not in its branch, or did not leave it. */
export type BranchProblem =
  | JoinFileFailure
  | KeyFailure
  | DatabaseFailure
  | Failure<
      | 'already-joined'
      | 'not-joined'
      | 'join-file-used'
      | 'password-not-storable'
      | 'password-not-readable'
      | 'branch-not-saved'
      | 'branch-managed'
      | 'join-file-unreadable'
    >
