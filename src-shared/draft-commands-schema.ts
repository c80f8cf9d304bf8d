import { z } from 'zod'
import { longestDraft } from './draft-commands'
import type { DraftCommands } from './draft-commands'

type Schemas = { [Name in keyof DraftCommands]: z.ZodType<DraftCommands[Name]['input']> }

export const draftCommandSchemas: Schemas = {
  'drafts/read-order': z.undefined(),
  'drafts/keep-order': z.strictObject({ text: z.string().max(longestDraft).nullable() }),
}
