import type { Problem } from '#shared/model/orders/order-problems'
import type { DraftOrder } from './use-batch'

/** An order of the batch as shown in lists. */
export interface ListedOrder extends DraftOrder {
  /** The facts in one line. */
  readonly summary: string
  readonly problems: readonly Problem[]
}
