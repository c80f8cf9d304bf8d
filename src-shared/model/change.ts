import type { ChangingOperationId } from '../operations'
import type { PlatformFailure } from '../platform-failure'
import type { ShellNumber } from './shell-number'

/** What a person calls each of the 13 operations that change something. */
export const operationOf = {
  disable: 'order.lockAssets',
  enable: 'order.unlockAssets',
  lend: 'member.lendAssets',
  assign: 'member.assignAssets',
  'add-employee': 'member.addEmployees',
  'edit-employee': 'member.editEmployee',
  'reset-password': 'member.resetPassword',
  'delete-employee': 'member.deleteEmployee',
  'bind-customer': 'order.bindCustomer',
  'create-enterprise': 'order.createEnterprise',
  'update-customer': 'order.updateCustomer',
  order: 'order.batchOrder',
  allocate: 'order.allocateShellNumbers',
} as const satisfies Record<string, ChangingOperationId>

export type ChangeAction = keyof typeof operationOf
export const changeActions = Object.keys(operationOf) as ChangeAction[]

const actionByOperation = new Map<ChangingOperationId, ChangeAction>(
  changeActions.map((action) => [operationOf[action], action]),
)
export const actionOf = (operation: ChangingOperationId): ChangeAction => {
  const action = actionByOperation.get(operation)
  if (action === undefined) throw new Error(`no word for ${operation}`)
  return action
}

/** What is done to a plugged or listed lock; the others have pages of their own. */
export type LockAction = 'disable' | 'enable'
export const isLockAction = (action: ChangeAction): action is LockAction =>
  action === 'disable' || action === 'enable'

/** What a journal's line can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** `intent` and `sent` are a change under way, or one whose process died: the journal then makes it `unknown`. */
export type ChangeState = 'intent' | 'sent' | 'done' | 'failed' | 'not-sent' | 'unknown'

export type ChangeReason =
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  /** `status` of the lock operation result: 2, 3, 4, or one the document does not list. */
  | { readonly kind: 'status'; readonly status: number | null }
  /**
   * Somebody found out elsewhere what became of it, or that nobody will: the row then stays unknown and is closed,
   * because a later change decides.
   */
  | {
      readonly kind: 'said-by-person' | 'left-unknown'
      readonly operatorIdentity: string
      readonly note: string
    }
  /** The platform's own words for one row of several (60027). */
  | { readonly kind: 'said'; readonly message: string }
  | {
      readonly kind:
        | 'missing-in-answer'
        | 'lock-pulled-out'
        | 'lock-swapped'
        | 'lock-unreadable'
        | 'journal-not-writable'
        | 'not-confirmed'
        | 'interrupted'
        | 'cancelled'
        /** A later change of the same lock was asked for before this one went out. */
        | 'superseded'
        /** The password that the row needs was in the memory of a process that ended. */
        | 'password-gone'
        | 'read-back-not-applied'
        | 'read-back-applied'
    }

/** One change asked of the platform, as the journal has it. */
export interface JournalEntry {
  readonly entryId: string
  /** The job it is a row of; a single change is a job of one row. */
  readonly jobId: string
  readonly action: ChangeAction
  /** What the row is about: an asset number, an account, an employee's id, a customer's or an order's number. */
  readonly key: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: string | null
  /** Whether the record said “disabled” when this was asked for. */
  readonly lockedBefore: boolean | null
  /** The employee it is about, and how they were called then. */
  readonly memberGlobalId: string | null
  readonly memberName: string | null
  /** What else was asked for, as change-rows.ts has it, without passwords; null where the key says it all. */
  readonly request: Json
  /** What the platform gave for it and gives only once: a new enterprise's id, shell numbers, order ids. */
  readonly result: Json
  readonly operatorIdentity: string
  readonly training: boolean
  readonly askedAt: number
  readonly endedAt: number | null
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

export interface ChangeRequest {
  readonly action: LockAction
  /** The whole asset number of the record, or the bare digits where there is no record. */
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  readonly operatorIdentity: string
  /** The plugged lock it is for: read once more right before the change is sent. */
  readonly plugId: string | null
}
