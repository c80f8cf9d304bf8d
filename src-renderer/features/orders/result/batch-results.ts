import { z } from 'zod'
import type { JournalEntry } from '#shared/model/changes/change'
import type { OrderNode } from '#shared/model/orders/order-node'

const resultSchema = z.array(
  z.object({
    sequence: z.number().nullish(),
    licenseOrderId: z.string().nullish(),
    customerId: z.string().nullish(),
  }),
)
const requestSchema = z.looseObject({ sequences: z.array(z.number().nullable()) })

const headSchema = z.looseObject({ channelOrderId: z.string().min(1) })
/** The number of the batch at the platform; null if the request has none. */
export const channelOrderIdOf = ({ request }: Pick<JournalEntry, 'request'>): string | null =>
  headSchema.safeParse(request).data?.channelOrderId ?? null

export interface SequenceResult {
  /** Null if the result has no number. */
  readonly sequence: number | null
  readonly licenseOrderId: string | null
  readonly customerId: string | null
  /** `missing`: requested but not in the response · `extra`: in the response but not requested, or repeated. */
  readonly state: 'answered' | 'missing' | 'extra'
}

/** The result of each requested order, in request order, followed by additional results. */
export const resultsOf = ({
  request,
  result,
}: Pick<JournalEntry, 'request' | 'result'>): readonly SequenceResult[] => {
  const answers = resultSchema.safeParse(result).data ?? []
  const unmatched = [...answers]
  const sequences = requestSchema.safeParse(request).data?.sequences ?? []
  const rows = sequences.map((sequence): SequenceResult => {
    const index = unmatched.findIndex((answer) => answer.sequence === sequence)
    const [answer] = index === -1 ? [] : unmatched.splice(index, 1)
    return {
      sequence,
      licenseOrderId: answer?.licenseOrderId ?? null,
      customerId: answer?.customerId ?? null,
      state: answer?.licenseOrderId == null ? 'missing' : 'answered',
    }
  })
  const extra = unmatched.map((answer): SequenceResult => ({
    sequence: answer.sequence ?? null,
    licenseOrderId: answer.licenseOrderId ?? null,
    customerId: answer.customerId ?? null,
    state: 'extra',
  }))
  return [...rows, ...extra]
}

/** The order that a result is of: the platform names only its sequence. Null if the batch does not say which. */
export const orderOf = ({ sequence }: SequenceResult, orders: readonly OrderNode[]): OrderNode | null => {
  const found = orders.filter((order) => order['sequence'] === sequence)
  return sequence !== null && found.length === 1 ? (found[0] ?? null) : null
}
