import { succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

// What work orders need of a branch, in which each order is used at one desk.

/** A use of an order that the desks of the branch know of. */
export interface OrderUse {
  /** The name of the computer; null if it is not known here. */
  readonly computer: string | null
  readonly isOwn: boolean
  readonly at: number
  /** Null while only the claim is known. */
  readonly operator: string | null
}

/** What the desks of the branch know of an order that was used. */
export interface OrderUses {
  readonly first: OrderUse
  /** On another computer, also where this one came first; null if only this computer used it. */
  readonly elsewhere: OrderUse | null
}

export interface OrderToUse {
  readonly id: string
  /** SHA-256 of the file, in hex. */
  readonly digest: string
}

/** `not-claimed`: the database did not respond, and the policy allows that · `no-branch`: nothing to claim it in. */
export type ClaimState = 'claimed' | 'not-claimed' | 'no-branch'

export type ClaimFailure = Failure<
  'order-used-elsewhere' | 'order-not-claimed' | 'branch-required' | 'other-content'
>

/** The orders of one platform in the branch of this computer. */
export interface OrderClaims {
  /** Null if no desk is known to have used the order. */
  readonly usedBy: (orderId: string) => Promise<OrderUses | null>
  /** Called when this desk or another one has stated uses. Returns a function that unsubscribes. */
  onUsed(listener: () => void): () => void
  /** Before the order is marked as used here. Again after a crash: its own claim stays this computer's. */
  claim(order: OrderToUse): Promise<Outcome<ClaimState, ClaimFailure>>
  /** States the use to the other desks. Where that fails, it is stated when the branch is reached next. */
  noteUsed(order: OrderToUse, by: { readonly operator: string; readonly claim: ClaimState }): Promise<void>
}

/** Of a platform that is never shared. */
export const noClaims: OrderClaims = {
  usedBy: () => Promise.resolve(null),
  onUsed: () => () => undefined,
  claim: () => Promise.resolve(succeed('no-branch')),
  noteUsed: () => Promise.resolve(),
}
