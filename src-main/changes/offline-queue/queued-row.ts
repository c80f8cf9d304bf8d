import { z } from 'zod'
import type { JournaledJob } from '../../journal/journal-index'
import type { JournalRow } from '../../journal/record'

/** Stored in the journal's row of a queued change; links the row to its queue item. */
export const queuedRequest = z.object({
  outboxId: z.string(),
  queuedAt: z.int(),
  queuedBy: z.string().optional(),
})

export const queueIdOf = ({ request }: JournalRow): string | null => {
  const read = queuedRequest.safeParse(request)
  return read.success ? read.data.outboxId : null
}

/** Either all rows of a job come from the queue, or none. */
export const isFromQueue = ({ intent }: JournaledJob): boolean => {
  const [first] = intent.rows
  return first !== undefined && queueIdOf(first) !== null
}
