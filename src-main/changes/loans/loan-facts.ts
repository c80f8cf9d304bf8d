import { z } from 'zod'
import { dayPattern, loanIdOf } from '#shared/model/changes/loan'
import type { Migrations } from '../../util/files/versioned-file'

const act = z.object({ at: z.number(), operatorIdentity: z.string() })

const fact = z.object({
  borrowedUsbKey: z.string(),
  memberGlobalId: z.string().nullable(),
  enterpriseGlobalId: z.string(),
  /** Names at the time of the loan; a closed loan is shown even when the lists no longer have them. */
  enterpriseName: z.string().nullable(),
  memberName: z.string().nullable(),
  assets: z.array(z.object({ assetNum: z.string(), assetId: z.string().nullable() })),
  lentHere: z.object({ since: z.number(), operatorIdentity: z.string(), jobId: z.string() }).nullable(),
  dueOn: z.string().regex(dayPattern).nullable(),
  note: z.string(),
  /** The lock was taken back; the loan is closed once the platform's lists agree. */
  returned: act.nullable(),
  closed: act.nullable(),
})
/** Loan data that only this computer has. At most one loan per lock and employee is open; closed ones stay. */
export type LoanFact = z.infer<typeof fact>

/** One list per platform, as in the enterprise list (directory/enterprise-list.ts). */
export const loanFactsSchema = z.object({
  version: z.literal(2),
  platforms: z.record(z.string(), z.array(fact)),
})
export type LoanFactsContent = z.infer<typeof loanFactsSchema>

export const noLoanFacts: LoanFactsContent = { version: 2, platforms: {} }

const firstVersion = z.object({
  platforms: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

export const loanFactsMigrations: Migrations = {
  1: (content) => ({
    version: 2,
    platforms: Object.fromEntries(
      Object.entries(firstVersion.parse(content).platforms).map(([platform, facts]) => [
        platform,
        facts.map((known) => ({ ...known, returned: null })),
      ]),
    ),
  }),
}

/** Only the newest closed loans are kept. */
const maxClosed = 2_000

/** Returns the facts with the open one of this lock and employee replaced or closed. */
export const withFact = (facts: readonly LoanFact[], changed: LoanFact): LoanFact[] => {
  const loanId = loanIdOf(changed)
  const others = facts.filter((one) => one.closed !== null || loanIdOf(one) !== loanId)
  const closed = others.filter((one) => one.closed !== null)
  const tooMany = new Set(closed.slice(0, Math.max(0, closed.length - maxClosed)))
  return [...others.filter((one) => !tooMany.has(one)), changed]
}
