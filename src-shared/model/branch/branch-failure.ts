import type { Failure } from '../../outcome'

/** Why a computer cannot exchange events with the database of its branch. */
export const databaseFailureCodes = [
  'database-unreachable',
  'database-timeout',
  'tls-missing',
  'tls-not-verified',
  'access-refused',
  'database-missing',
  'database-read-only',
  'database-full',
  'database-busy',
  'right-missing',
  'not-a-branch',
  'branch-newer',
  'other-branch',
  'not-a-computer',
  'other-key',
  'computer-copied',
  'password-not-readable',
  'branch-not-saved',
  'database-failed',
] as const
export type DatabaseFailureCode = (typeof databaseFailureCodes)[number]

/** Why a branch cannot be joined, reached or left; docs/branch.md has the meanings. */
export const branchFailureCodes = [
  ...databaseFailureCodes,
  'join-file-unreadable',
  'join-file-too-large',
  'not-a-join-file',
  'join-file-newer',
  'join-file-damaged',
  'join-file-used',
  'already-joined',
  'branch-managed',
  'not-joined',
  'password-not-storable',
  'clock-differs',
] as const
export type BranchFailureCode = (typeof branchFailureCodes)[number]

export interface BranchFailure extends Failure<BranchFailureCode> {
  /** The field of the join file, if it has one. */
  readonly at?: string | null
}
