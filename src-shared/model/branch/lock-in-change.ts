import type { Name } from '../name'

/** Locks that another desk of the branch changes now: a notice, and no lock. */
export interface LockInChange {
  /** The name of the computer. */
  readonly computer: string
  readonly operatorIdentity: Name
  readonly assetNums: readonly string[]
  /** For how much longer it is shown. */
  readonly forMs: number
}
