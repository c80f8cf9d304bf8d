import { z } from 'zod'
import { longestDraft } from './draft-commands'
import type { DraftCommands, OrderDraft } from './draft-commands'

type Schemas = { [Name in keyof DraftCommands]: z.ZodType<DraftCommands[Name]['input']> }

const lengthOf = ({ head, orders }: OrderDraft): number =>
  orders.reduce((sum, order) => sum + order.length, head.length)

const orderDraft = z
  .strictObject({ head: z.string(), orders: z.array(z.string()) })
  .refine((draft) => lengthOf(draft) <= longestDraft, 'the draft is too long')

export const draftCommandSchemas: Schemas = {
  'drafts/read-order': z.undefined(),
  'drafts/keep-order': z.strictObject({ draft: orderDraft.nullable() }),
}
