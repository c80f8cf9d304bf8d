import type { DomainFailure } from '../failure'
import type { LockState } from '../locks/lock-record'
import type { AffectedRequest } from './affected'
import type { ChangeAction } from './change'
import type { RowWarning } from './preflight'
import type { FreeText, Name } from '../name'

/** What a signed work order can ask for. */
export const orderActions = ['disable', 'enable', 'assign', 'withdraw', 'edit-employee', 'lend'] as const
export type OrderAction = (typeof orderActions)[number]

/** The changes that a work order can ask for. A withdrawal is an assignment, too. */
export const canBeOrdered = (action: ChangeAction): boolean => orderActions.some((one) => one === action)

/** Employee data, too, though no work order has them: each needs a password, or cannot be taken back. */
const limitedWithoutOrder: ReadonlySet<ChangeAction> = new Set([
  'add-employee',
  'reset-password',
  'delete-employee',
])

/** Whether the policy's limit of changes without a work order counts this action. */
export const countsWithoutOrder = (action: ChangeAction): boolean =>
  canBeOrdered(action) || limitedWithoutOrder.has(action)

/** A work order is valid for no longer, from `notBefore` to `expires`. */
export const maxValidDays = 366

/** The clocks of two computers may differ by this much: an order is valid that much earlier and later. */
export const maxOrderSkewMs = 10 * 60_000

/** The 32 bytes of a public key of Ed25519, in the only form that base64url has for them. */
export const publicKeyPattern = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Six words that two people compare, in both languages. */
export interface KeyWords {
  readonly en: readonly string[]
  readonly zh: readonly string[]
}

export interface OrderKey {
  /** The public key, 32 bytes in base64url. */
  readonly key: string
  /** The computer's name. */
  readonly name: string
  readonly words: KeyWords
}

export interface OwnKey extends OrderKey {
  /** The content of the `.lockkey` file. */
  readonly file: string
}

export interface KnownKey extends OrderKey {
  readonly trustedAt: number
  /** Null while it is trusted. */
  readonly withdrawnAt: number | null
}

/** A work order without its rows. */
export interface OrderSummary {
  readonly id: string
  /** Of the file, as both computers show it (`checksumOf`). */
  readonly checksum: string
  readonly action: OrderAction
  /** The address of the platform, or `training`. */
  readonly platform: string
  readonly enterprises: readonly {
    readonly enterpriseGlobalId: string
    /** Null if it is not known here. */
    readonly enterpriseName: Name | null
  }[]
  readonly rowCount: number
  readonly note: FreeText
  readonly preparedBy: Name
  readonly created: number
  readonly notBefore: number
  readonly expires: number
  /** Its name is the one under which the key is trusted, if it is. */
  readonly signer: OrderKey
  /** Why it cannot be carried out here now, or null. */
  readonly problem: DomainFailure | null
  /** Null if it was not used on this computer. */
  readonly used: { readonly at: number; readonly operatorIdentity: Name } | null
  /**
   * The use on another computer of the branch, which may be beside one here. Its name and operator are null while they are not
   * known.
   */
  readonly usedElsewhere: {
    readonly computer: string | null
    readonly at: number
    readonly operatorIdentity: Name | null
  } | null
}

/** What a row of an order would change by the lists as they are now. */
export interface OrderRow {
  /** Names the row in the order and in its result. */
  readonly key: string
  readonly number: string
  readonly enterpriseName: Name | null
  /** Null if it is on no list. */
  readonly status: LockState | null
  /** What else holds, less important than the status. */
  readonly otherStatuses: readonly LockState[]
  /** Why it is certainly not sent, or null. */
  readonly unsent: { readonly state: 'not-sent' | 'skipped'; readonly reason: string } | null
  readonly warnings: readonly RowWarning[]
  /** The name of the employee that the row is about; null for a lock alone. */
  readonly employee: Name | null
  /** The assets of a loan; 0 for other actions. */
  readonly assetCount: number
  /** What is asked about who is affected: the locks or assets that someone loses, and that employee. */
  readonly concerned: Pick<AffectedRequest, 'locks' | 'employees'>
  /** An employee's fields afterwards, a changed department by its ID; null for other actions. */
  readonly edited: Readonly<Record<'name' | 'passwordMobile' | 'remark' | 'department', string>> | null
}

export const reportedStates = ['completed', 'failed', 'not-sent', 'unconfirmed', 'skipped'] as const
/** Results in the words of files and of the command line, which stay the same over versions. */
export type ReportedState = (typeof reportedStates)[number]

export interface OrderResultRow {
  readonly key: string
  /** The name of the employee that the row is about; null for a lock alone, and while the order is not open. */
  readonly employee: Name | null
  readonly state: ReportedState
  readonly reason: string | null
  readonly businessCode: string | null
  readonly ended: number | null
}

/** The result of each row of an order, as the computer that used it has it now. */
export interface UnsignedOrderResult {
  /** Of the order. */
  readonly id: string
  readonly action: OrderAction
  readonly operatorIdentity: Name
  readonly used: number
  readonly made: number
  /** Null if nothing was sent. */
  readonly jobId: string | null
  readonly journalHash: string
  readonly rows: readonly OrderResultRow[]
}

export interface OrderResult extends UnsignedOrderResult {
  readonly signer: OrderKey
}

/** A work order that was signed on this computer. */
export interface SignedOrderEntry {
  readonly id: string
  readonly checksum: string
  readonly action: OrderAction
  readonly rowCount: number
  readonly preparedBy: Name
  readonly note: FreeText
  readonly created: number
  readonly notBefore: number
  readonly expires: number
  /** Null while its file was not saved. */
  readonly saved: { readonly at: number; readonly name: string } | null
  /** The latest result that was compared with it, or null. */
  readonly result: {
    readonly read: number
    readonly made: number
    /** The name of the computer that carried the order out. */
    readonly signer: string
    readonly counts: Readonly<Record<ReportedState, number>>
  } | null
}

/** What a file holds; its content decides, not its name. */
export type OpenedOrderFile =
  | { readonly kind: 'order'; readonly order: OrderSummary }
  | {
      readonly kind: 'result'
      readonly result: OrderResult
      /** Why its key does not count, or null. */
      readonly problem: DomainFailure | null
    }
  | {
      readonly kind: 'key'
      readonly key: OrderKey
      readonly state: 'own' | 'trusted' | 'withdrawn' | 'unknown'
    }

/** The first 16 digits of a SHA-256 in hexadecimal, short enough to be read aloud. */
export const checksumOf = (digest: string): string => (digest.slice(0, 16).match(/.{4}/g) ?? []).join(' ')

/** Short enough to be read aloud. */
export const orderNumberOf = (id: string): string => id.slice(0, 8).toUpperCase()
