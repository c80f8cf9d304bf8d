import type { LockAction, ChangeRequest } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { isShellNumber } from '#shared/model/shell-number'
import type { ShellNumber } from '#shared/model/shell-number'

/** A change that a person asked for and has not confirmed yet, with the facts the confirmation repeats. */
export interface AskedChange {
  readonly action: LockAction
  readonly record: LockRecord | null
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly plugId: string | null
  /** The platform could not be reached when the record was last asked for. */
  readonly isStale: boolean
}

/** Where there is a record its whole asset number goes out; where there is none, exactly the number looked up. */
export const askChange = (
  action: LockAction,
  number: string,
  record: LockRecord | null,
  about: { readonly plugId: string | null; readonly isStale: boolean },
): AskedChange => ({
  action,
  record,
  assetNum: record?.assetNum ?? number,
  shellNumber: record?.shellNumber ?? (isShellNumber(number) ? number : null),
  ...about,
})

export const requestOf = (asked: AskedChange, operatorIdentity: string): ChangeRequest => ({
  action: asked.action,
  assetNum: asked.assetNum,
  shellNumber: asked.shellNumber,
  enterpriseGlobalId: asked.record?.enterpriseGlobalId ?? null,
  operatorIdentity,
  plugId: asked.plugId,
})
