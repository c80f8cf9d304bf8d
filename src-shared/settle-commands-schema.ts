import { z } from 'zod'
import { mostSettled, settledAs } from './settle-commands'
import type { SettleCommands } from './settle-commands'

const named = z.string().min(1).max(200)
const entryIds = z.array(named).min(1).max(mostSettled)

type Schemas = { [Name in keyof SettleCommands]: z.ZodType<SettleCommands[Name]['input']> }

export const settleCommandSchemas: Schemas = {
  'changes/to-settle': z.undefined(),
  'changes/look-up': z.strictObject({ entryIds }),
  'changes/settle-by-hand': z.strictObject({
    entryIds,
    as: z.enum(settledAs),
    note: z.string().max(1000),
    operatorIdentity: named,
  }),
}
