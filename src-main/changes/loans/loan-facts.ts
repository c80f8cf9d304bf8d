import { z } from 'zod'
import { loansIn, registersOfLoans } from '#shared/model/branch/fold'
import { loanFactSchema } from '#shared/model/changes/loan-fact'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import type { Migrations } from '../../util/files/versioned-file'
import type { ListForm } from '../../util/folded-list'

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

/** How the facts of a platform are made of what was stated about its loans. */
export const loanList: ListForm<LoanFact> = {
  fields: ['loan.about', 'loan.due', 'loan.note', 'loan.returned', 'loan.closed'],
  registersOf: registersOfLoans,
  entriesIn: loansIn,
}
