import type { ChangingOperationId } from '../../operations'
import type { LockState } from '../locks/lock-record'
import type { PlatformFailure } from '../api/platform-failure'
import type { ShellNumber } from '../locks/shell-number'
import type { FreeText, Name } from '../name'

/** The action names of the 13 changing operations. */
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

/** Rows that main sends within ten minutes before it asks in a system dialog. */
export const maxUnconfirmed = 50

const actionByOperation = new Map<ChangingOperationId, ChangeAction>(
  changeActions.map((action) => [operationOf[action], action]),
)
export const actionOf = (operation: ChangingOperationId): ChangeAction => {
  const action = actionByOperation.get(operation)
  if (action === undefined) throw new Error(`no action for ${operation}`)
  return action
}

/** Actions on plugged-in or listed locks; the others have their own pages. */
export type LockAction = 'disable' | 'enable'
export const isLockAction = (action: ChangeAction): action is LockAction =>
  action === 'disable' || action === 'enable'

/** Values that can be journaled. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** `intent` and `sent` are in progress; after a crash, the journal turns `sent` into `unknown`. */
export type ChangeState = 'intent' | 'sent' | 'done' | 'failed' | 'not-sent' | 'unknown'

export type ChangeReason =
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  /** `status` of the lock operation result: 2, 3, 4, or one the API does not list. */
  | { readonly kind: 'status'; readonly status: number | null }
  /** A manual review. The result may also stay unknown and be closed, because a later change or a reset replaced it. */
  | {
      readonly kind: 'said-by-person' | 'left-unknown'
      readonly operatorIdentity: Name
      readonly note: FreeText
    }
  /** Changed by others since the job was confirmed: the lists show another state, holder or type, or the item is gone. */
  | { readonly kind: 'changed-since-check'; readonly what: 'state' | 'holder' | 'type' | 'data' | 'missing' }
  /** The platform's message for one row of several (60027). */
  | { readonly kind: 'said'; readonly message: string }
  | {
      readonly kind:
        | 'missing-in-answer'
        | 'lock-pulled-out'
        | 'lock-swapped'
        | 'lock-unreadable'
        | 'journal-not-writable'
        | 'log-not-delivered'
        | 'not-confirmed'
        | 'interrupted'
        | 'cancelled'
        /** A later change of the same lock was requested before this one was sent. */
        | 'superseded'
        /** The row's password was only in the memory of a process that ended. */
        | 'password-gone'
        | 'read-back-not-applied'
        | 'read-back-applied'
    }

/** A requested change as the journal stores it. */
export interface JournalEntry {
  readonly entryId: string
  /** Its job; a single change is a job with one row. */
  readonly jobId: string
  readonly action: ChangeAction
  /** What the row is about: an asset number, an account, an employee's ID, a customer number or an order number. */
  readonly key: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: Name | null
  /** Whether the record was disabled at the time of the request; also in exported files. */
  readonly lockedBefore: boolean | null
  /** All states of the lock at the time of the request, most important first; null without a record. */
  readonly statesBefore: readonly LockState[] | null
  /** The affected employee, and the name at that time. */
  readonly memberGlobalId: string | null
  readonly memberName: Name | null
  /** Further request data as in change-rows.ts, without passwords; null if the key is enough. */
  readonly request: Json
  /** Data that the platform returns only once: a new enterprise's ID, shell numbers, order IDs. */
  readonly result: Json
  readonly operatorIdentity: Name
  /** The job that its job reverses. */
  readonly reverses?: string
  /** The signed work order that its job carries out, and the name of its signer. */
  readonly workOrder?: { readonly id: string; readonly signer: string }
  readonly training: boolean
  /** The address of its platform, or `training`. Missing where that is the open platform. */
  readonly elsewhere?: string
  readonly requestedAt: number
  readonly endedAt: number | null
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

export interface ChangeRequest {
  readonly action: LockAction
  /** The record's asset number, or the digits if there is no record. */
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  readonly operatorIdentity: Name
  /** The plugged-in lock, if any; its number is read again right before sending. */
  readonly plugId: string | null
}
