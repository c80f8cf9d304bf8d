import type { Problem } from './order-problems'
import type { DraftOrder } from './orders-store'

/** An order of the batch as lists show it. */
export interface ListedOrder extends DraftOrder {
  readonly sentence: string
  readonly problems: readonly Problem[]
}
