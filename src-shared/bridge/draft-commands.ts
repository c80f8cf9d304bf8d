import { z } from 'zod'
import type { LockAction } from '../model/changes/change'
import { action, command, maxRows, noInput, shortText } from './command'

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

/** The list of locks that was not sent yet: its numbers as they were typed, pasted or read. */
export interface KeptList {
  /** Null before one was chosen. */
  readonly action: LockAction | null
  readonly numbers: readonly string[]
}

const keptList = z.strictObject({
  action: action.nullable(),
  numbers: z.array(shortText).min(1).max(maxRows, { abort: true }),
})

/** Commands for what is not sent yet, an order batch and a list: one each per platform, kept over reloads and restarts. */
export const draftCommands = {
  /** The stored order batch as JSON text; null if there is none. */
  'drafts/read-order': command(noInput).returns<{ readonly text: string | null }>(),
  /** Stores a batch; product passwords are replaced by their count. Null deletes it. */
  'drafts/save-order': command(z.strictObject({ draft: orderDraft.nullable() })).returns<null>(),
  'drafts/read-list': command(noInput).returns<{ readonly list: KeptList | null }>(),
  /** Null deletes it. */
  'drafts/save-list': command(z.strictObject({ list: keptList.nullable() })).returns<null>(),
}
