import { z } from 'zod'
import { loanIdOf } from '#shared/model/changes/loan'
import { loanFactSchema } from '#shared/model/changes/loan-fact'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import type { Migrations } from '../../util/files/versioned-file'

/** One list per platform, as in the enterprise list (directory/enterprise-list.ts). */
export const loanFactsSchema = z.object({
  version: z.literal(2),
  platforms: z.record(z.string(), z.array(loanFactSchema)),
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
