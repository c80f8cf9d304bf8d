import { z } from 'zod'
import type { JournaledJob } from '../journal/journal-index'

/** Stored in the journal's row of a change that a work order asked for; links the row to the order and its signer. */
export const orderedRequest = z.object({ workOrder: z.string(), signer: z.string() })
export type OrderedRequest = z.infer<typeof orderedRequest>

/** Either all rows of a job come from one order, or none. */
export const isOfOrder = ({ intent }: JournaledJob, id: string): boolean => {
  const read = orderedRequest.safeParse(intent.rows[0]?.request)
  return read.success && read.data.workOrder === id
}
