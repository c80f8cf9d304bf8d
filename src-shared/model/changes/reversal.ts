import type { ChangeAction, LockAction } from './change'
import type { JobRowRequest, RowOf } from './job'
import type { LockRecord } from '../locks/lock-record'

/** The action that reverses an action; actions that are missing here have none. */
export const inverseOf = {
  disable: 'enable',
  enable: 'disable',
  assign: 'assign',
  'edit-employee': 'edit-employee',
} as const satisfies Partial<Record<ChangeAction, ChangeAction>>
export type ReversibleAction = keyof typeof inverseOf

export const isReversible = (action: ChangeAction): action is ReversibleAction =>
  Object.hasOwn(inverseOf, action)

/** Why a completed change is not reversed. */
export const heldReasons = [
  /** The platform’s list shows another state than the change left: it was changed elsewhere. */
  'changed',
  /** This computer sent a later change of the same item. */
  'changed-here',
  /** It was in this state before too, so its reversal would change it. */
  'same-before',
  /** The state before is not recorded. */
  'unknown-before',
  'not-listed',
  'not-read',
] as const
export type HeldReason = (typeof heldReasons)[number]

export interface HeldChange {
  readonly entryId: string
  /** The asset number or the employee’s name. */
  readonly item: string
  readonly reason: HeldReason
}

/** An asset and the employee it is assigned to again; null for unassigned. */
export interface ReversedMove {
  readonly record: LockRecord
  readonly to: { readonly memberGlobalId: string; readonly name: string } | null
}

type ReversedRows =
  | { readonly action: LockAction; readonly rows: readonly Omit<JobRowRequest, 'plugId'>[] }
  | { readonly action: 'assign'; readonly moves: readonly ReversedMove[] }
  | { readonly action: 'edit-employee'; readonly rows: readonly RowOf<'edit-employee'>[] }

/** The inverse of a job, compared with lists that were just read. */
export type ReversalPlan = ReversedRows & {
  /** The reversed job. */
  readonly jobId: string
  readonly held: readonly HeldChange[]
  /** Rows that were not completed; there is nothing to reverse. */
  readonly notCompleted: number
}

export type ReversalAnswer =
  | { readonly state: 'planned'; readonly plan: ReversalPlan }
  | { readonly state: 'no-inverse' | 'other-platform' }
