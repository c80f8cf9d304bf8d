import type { OrderFailureCode } from '#shared/model/changes/order-failure'
import type { BranchFailureCode } from '#shared/model/branch/branch-failure'
import type { JobStop } from '#shared/texts/job-stop'
import type { FailureName } from '#shared/texts/explanation-name'
import type { UsageFailure } from './command-form'

/** Failures that only the command line has, or whose next step is a command or an option. The others have the texts of the window. */
export type OwnFailure =
  | 'changes-off'
  | 'invalid-numbers'
  | 'credentials-locked'
  | 'other-platform'
  | 'journal-not-open'
  | 'app-closed'
  | 'app-busy'
  | 'folder-unusable'
  | 'file-unreadable'
  | 'no-numbers-in-input'
  | 'several-columns'
  | 'too-many-rows'
  | 'invalid-number'
  | OwnOrderFailure
  | OwnBranchFailure

export type OwnOrderFailure =
  | 'order-file-unreadable'
  | 'file-exists'
  | 'file-not-saved'
  | 'key-unknown'
  | 'words-unknown'
  | 'other-action'
  | 'not-in-order'

/** What only an administrator meets, or what names a command. */
export type OwnBranchFailure =
  | 'tls-not-verified'
  | 'database-missing'
  | 'right-missing'
  | 'not-a-branch'
  | 'database-too-old'
  | 'branch-exists'
  | 'name-invalid'
  | 'name-taken'
  | 'no-such-computer'
  | 'database-url-invalid'
  | 'server-invalid'
  | 'database-needed'
  | 'ca-unreadable'
  | 'already-joined'
  | 'not-joined'

/** Failures of a branch. */
export type BranchFailureName = BranchFailureCode | OwnBranchFailure

/** Failures of signed files, keys and used orders. */
export type OrderFailureName = OrderFailureCode | OwnOrderFailure

/** The code of a line of type `error`. Each has a text: a code without one does not compile. */
export type ErrorCode = OwnFailure | FailureName | JobStop['kind'] | UsageFailure['code']
