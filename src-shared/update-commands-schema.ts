import { z } from 'zod'
import { isUpdateServer, updateModes } from './update-commands'
import type { UpdateCommands } from './update-commands'

const nothing = z.undefined()

type Schemas = { [Name in keyof UpdateCommands]: z.ZodType<UpdateCommands[Name]['input']> }

export const updateCommandSchemas: Schemas = {
  'updates/state': nothing,
  'updates/choose': z.strictObject({
    mode: z.enum(updateModes),
    server: z.string().trim().max(400).refine(isUpdateServer).nullable(),
  }),
  'updates/check': nothing,
  'updates/download': nothing,
  'updates/install': nothing,
  'app/notices-file': z.strictObject({ of: z.enum(['libraries', 'chromium']) }),
}
