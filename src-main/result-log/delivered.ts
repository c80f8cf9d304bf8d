import { z } from 'zod'

export const deliveredSchema = z.object({
  version: z.literal(1),
  /** By path or address: the last record that was delivered there. */
  last: z.record(
    z.string(),
    z.object({
      n: z.int().min(1),
      hash: z.string().length(64),
      file: z.int().min(1),
      offset: z.int().min(0),
    }),
  ),
})
export type Delivered = z.infer<typeof deliveredSchema>
export const nothingDelivered: Delivered = { version: 1, last: {} }
