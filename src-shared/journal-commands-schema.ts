import { z } from 'zod'
import { longestJournalSlice } from './journal-commands'
import type { JournalCommands } from './journal-commands'

const nothing = z.undefined()

type Schemas = { [Name in keyof JournalCommands]: z.ZodType<JournalCommands[Name]['input']> }

export const journalCommandSchemas: Schemas = {
  'journal/slice': z.strictObject({
    from: z.int().min(0),
    limit: z.int().min(1).max(longestJournalSlice),
  }),
  'journal/entries': z.strictObject({
    entryIds: z.array(z.string().min(1).max(200)).max(longestJournalSlice),
  }),
  'journal/facts': nothing,
  'journal/verify': nothing,
  'journal/stop-verify': nothing,
  'journal/begin-file': nothing,
  'journal/back-up': nothing,
  'journal/choose-backup': nothing,
  'journal/restore': nothing,
  'journal/drop-backup': nothing,
}
