import { z } from 'zod'
import type { JournalEntry } from '#shared/model/change'

const given = z.array(
  z.object({
    sequence: z.number().nullish(),
    licenseOrderId: z.string().nullish(),
    customerId: z.string().nullish(),
  }),
)
const asked = z.looseObject({ sequences: z.array(z.number().nullable()) })

export interface SequenceResult {
  /** Null where an answer names none. */
  readonly sequence: number | null
  readonly licenseOrderId: string | null
  readonly customerId: string | null
  /** `missing`: asked for, and the answer does not name it · `extra`: answered, and not asked for, or twice. */
  readonly state: 'answered' | 'missing' | 'extra'
}

/** What a batch's answer says of each order that was asked for, in their order, and then what else it says. */
export const resultsOf = ({
  request,
  result,
}: Pick<JournalEntry, 'request' | 'result'>): readonly SequenceResult[] => {
  const answers = given.safeParse(result).data ?? []
  const left = [...answers]
  const sequences = asked.safeParse(request).data?.sequences ?? []
  const rows = sequences.map((sequence): SequenceResult => {
    const at = left.findIndex((answer) => answer.sequence === sequence)
    const [answer] = at === -1 ? [] : left.splice(at, 1)
    return {
      sequence,
      licenseOrderId: answer?.licenseOrderId ?? null,
      customerId: answer?.customerId ?? null,
      state: answer?.licenseOrderId == null ? 'missing' : 'answered',
    }
  })
  const extra = left.map((answer): SequenceResult => ({
    sequence: answer.sequence ?? null,
    licenseOrderId: answer.licenseOrderId ?? null,
    customerId: answer.customerId ?? null,
    state: 'extra',
  }))
  return [...rows, ...extra]
}
