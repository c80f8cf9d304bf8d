import { z } from 'zod'
import { dayPattern } from './loan'
import type { Name } from '../name'

const name: z.ZodType<Name> = z.string()
const act = z.object({ at: z.number(), operatorIdentity: name })

/** Which loan it is, as it was known to the one who wrote it. */
export const loanAboutSchema = z.object({
  borrowedUsbKey: z.string(),
  memberGlobalId: z.string().nullable(),
  enterpriseGlobalId: z.string(),
  /** Names at the time of the loan; a closed loan is shown even when the lists no longer have them. */
  enterpriseName: name.nullable(),
  memberName: name.nullable(),
  assets: z.array(z.object({ assetNum: z.string(), assetId: z.string().nullable() })),
  lentHere: z.object({ since: z.number(), operatorIdentity: name, jobId: z.string() }).nullable(),
})
export type LoanAbout = z.infer<typeof loanAboutSchema>

export const loanFactSchema = loanAboutSchema.extend({
  dueOn: z.string().regex(dayPattern).nullable(),
  note: z.string(),
  /** The lock was taken back; the loan is closed once the platform's lists agree. */
  returned: act.nullable(),
  closed: act.nullable(),
})
/** Loan data that no platform has. At most one loan per lock and employee is open; closed ones stay. */
export type LoanFact = z.infer<typeof loanFactSchema>
