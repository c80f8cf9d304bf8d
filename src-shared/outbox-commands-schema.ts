import { z } from 'zod'
import { isShellNumber } from './model/shell-number'
import { mostQueued } from './outbox-commands'
import type { OutboxCommands } from './outbox-commands'

const named = z.string().min(1).max(200)
const ids = z.array(named).min(1).max(mostQueued)

type Schemas = { [Name in keyof OutboxCommands]: z.ZodType<OutboxCommands[Name]['input']> }

export const outboxCommandSchemas: Schemas = {
  'outbox/list': z.undefined(),
  'outbox/queue': z.strictObject({
    action: z.enum(['disable', 'enable']),
    operatorIdentity: named,
    rows: z
      .array(
        z.strictObject({
          assetNum: named,
          shellNumber: z.string().refine(isShellNumber).nullable(),
          enterpriseGlobalId: named.nullable(),
        }),
      )
      .min(1)
      .max(mostQueued)
      .refine((rows) => new Set(rows.map(({ assetNum }) => assetNum)).size === rows.length, 'a number twice'),
  }),
  'outbox/withdraw': z.strictObject({ ids }),
  'outbox/release': z.strictObject({ ids }),
  'outbox/put-away': z.undefined(),
}
