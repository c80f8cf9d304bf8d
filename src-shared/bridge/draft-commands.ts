import { z } from 'zod'
import { command, nothing } from './command'

/** The maximum length of a stored draft, in characters. */
export const maxDraftLength = 4_000_000

/** A batch as JSON texts: its own fields as one object and each order separately, so that no text is long. */
export interface OrderDraft {
  readonly head: string
  readonly orders: readonly string[]
}

const lengthOf = ({ head, orders }: OrderDraft): number =>
  orders.reduce((sum, order) => sum + order.length, head.length)

const orderDraft = z
  .strictObject({ head: z.string(), orders: z.array(z.string()) })
  .refine((draft) => lengthOf(draft) <= maxDraftLength, 'the draft is too long')

/** Commands for drafts of orders: one per platform, stored across reloads and restarts. */
export const draftCommands = {
  /** The stored order batch as JSON text; null if there is none. */
  'drafts/read-order': command(nothing).returns<{ readonly text: string | null }>(),
  /** Stores a batch; product passwords are replaced by their count. Null deletes it. */
  'drafts/save-order': command(z.strictObject({ draft: orderDraft.nullable() })).returns<null>(),
}
