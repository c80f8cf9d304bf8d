import { z } from 'zod'
import { dayPattern } from '#shared/model/loan'
import type { LoanOf } from '#shared/model/loan'

const fact = z.object({
  borrowedUsbKey: z.string(),
  memberGlobalId: z.string().nullable(),
  enterpriseGlobalId: z.string(),
  /** How the lock and the person went by then: a closed loan is shown when the lists know neither any more. */
  enterpriseName: z.string().nullable(),
  memberName: z.string().nullable(),
  assets: z.array(z.object({ assetNum: z.string(), assetId: z.string().nullable() })),
  lentHere: z.object({ since: z.number(), operatorIdentity: z.string(), jobId: z.string() }).nullable(),
  dueOn: z.string().regex(dayPattern).nullable(),
  note: z.string(),
  closed: z.object({ at: z.number(), operatorIdentity: z.string() }).nullable(),
})
/** What this desk alone knows of a loan. Of one lock and person one is open at most; closed ones stay. */
export type LoanFact = z.infer<typeof fact>

/** One list for each platform, as the register has them (register/register.ts). */
export const loanFactsSchema = z.object({
  version: z.literal(1),
  platforms: z.record(z.string(), z.array(fact)),
})
export type LoanFactsContent = z.infer<typeof loanFactsSchema>

export const noLoanFacts: LoanFactsContent = { version: 1, platforms: {} }

export const pairOf = ({ borrowedUsbKey, memberGlobalId }: LoanOf): string =>
  JSON.stringify([borrowedUsbKey, memberGlobalId])

/** Of years of loans the newest are kept. */
const mostClosed = 2_000

/** The facts with the open one of this lock and person put in place, or closed. */
export const withFact = (facts: readonly LoanFact[], changed: LoanFact): LoanFact[] => {
  const pair = pairOf(changed)
  const others = facts.filter((one) => one.closed !== null || pairOf(one) !== pair)
  const closed = others.filter((one) => one.closed !== null)
  const tooMany = new Set(closed.slice(0, Math.max(0, closed.length - mostClosed)))
  return [...others.filter((one) => !tooMany.has(one)), changed]
}
