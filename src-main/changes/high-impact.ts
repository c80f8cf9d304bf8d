import type { Affected } from '#shared/model/changes/affected'
import type { ChangeAction, LockAction } from '#shared/model/changes/change'

/** A name from the request, with the IDs that the platform matches by. */
export interface NamedItem {
  readonly name: string | null
  /** Each with its field name in the request. */
  readonly ids: readonly { readonly field: string; readonly value: string }[]
}

/** What one order revokes, for its confirmation. */
export interface Revocation {
  readonly orderType: 'delete_asset' | 'delete_product'
  /** Null revokes from every order of the customer (docs/api.md, section 4.1, rule 7). */
  readonly srcLicenseOrderId: string | null
  readonly customer: NamedItem
  readonly assets: number
  /** The first few. */
  readonly assetNos: readonly string[]
  /**
   * Revoked products and packages including their content, without duplicates: the total and the first few
   * names.
   */
  readonly productCount: number
  readonly products: readonly NamedItem[]
}

/** One loan in a confirmation. */
export interface LoanToConfirm {
  readonly memberName: string
  /** False if no list has the name; then it comes from the page only. */
  readonly isNameListed: boolean
  /** The employee's ID, as it is sent. */
  readonly memberGlobalId: string
  readonly borrowedUsbKey: string
  readonly assets: number
  /** Such as `2026-12-03`; null without a due date, undefined where none was asked for. */
  readonly dueOn?: string | null | undefined
}

/** The content of a native confirmation, built from the final request. */
export type HighImpact = {
  readonly operatorIdentity: string
  /** Absent where the change affects no one’s locks. */
  readonly affected?: Affected
} & (
  | {
      readonly kind: 'single-change'
      readonly action: LockAction
      /** The shell number, or the asset number if there is none. */
      readonly number: string
      /** Changes of any kind in the last ten minutes. */
      readonly recent: number
    }
  | {
      readonly kind: 'locks'
      readonly action: LockAction
      readonly locks: number
      /** Enterprises of the listed locks; with `unlisted`, they account for all locks. */
      readonly enterprises: number
      readonly unlisted: number
      /** The changes wait in the offline queue until the platform is reachable. */
      readonly isQueued: boolean
    }
  | {
      readonly kind: 'assign'
      /** Each counts once, also where it is withdrawn from one employee and assigned to another. */
      readonly assets: number
      readonly assigned: number
      readonly withdrawn: number
      readonly employees: number
    }
  | { readonly kind: 'allocate'; readonly numbers: number }
  | {
      readonly kind: 'rows'
      readonly action: Exclude<ChangeAction, LockAction | 'lend' | 'assign' | 'allocate' | 'order'>
      readonly rows: number
      readonly enterprises: number
    }
  /** Loans are always confirmed: no operation reverts them. */
  | {
      readonly kind: 'lend'
      readonly loans: number
      /** In all loans. */
      readonly assets: number
      readonly first: readonly LoanToConfirm[]
    }
  | {
      readonly kind: 'order'
      readonly batches: number
      readonly orders: number
      /** Asset numbers in all orders. */
      readonly assets: number
      readonly revocations: {
        readonly orders: number
        readonly assets: number
        /** Orders that name no source order. */
        readonly fromAllOrders: number
        /** Orders without a source order come first. */
        readonly first: readonly Revocation[]
      }
    }
  | { readonly kind: 'continuous'; readonly action: LockAction; readonly locks: number }
)

/** What the gate needs of a job, derived only from what will be sent. */
export interface Impact {
  readonly action: ChangeAction
  readonly operatorIdentity: string
  /** The number of assets, numbers and orders changed. */
  readonly itemCount: number
  /** `recent`: changes of any kind in the last ten minutes. */
  readonly confirmationOf: (recent: number) => HighImpact
  readonly isAlwaysConfirmed: boolean
  /** Who is affected, from what was read already. Asked for when a dialog is due. */
  readonly affected?: (() => Promise<Affected>) | undefined
}
