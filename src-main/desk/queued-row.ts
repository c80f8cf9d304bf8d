import { z } from 'zod'
import type { JournaledJob } from '../journal/book'
import type { JournalRow } from '../journal/record'

/** What the journal's row of a change that waited in the queue carries: the queue knows by it that the change has left. */
export const queuedRequest = z.object({ outboxId: z.string(), queuedAt: z.int() })

export const outboxIdOf = ({ request }: JournalRow): string | null => {
  const read = queuedRequest.safeParse(request)
  return read.success ? read.data.outboxId : null
}

/** A job's rows are all of the queue, or none is. */
export const isFromQueue = ({ intent }: JournaledJob): boolean => {
  const [first] = intent.rows
  return first !== undefined && outboxIdOf(first) !== null
}
