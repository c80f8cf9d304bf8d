import { z } from 'zod'
import { longestSlice } from './list-commands'
import type { LoanCommands } from './loan-commands'
import { dayPattern, longestNote } from './model/loan'

const named = z.string().min(1).max(200)
const loanOf = { borrowedUsbKey: named, memberGlobalId: named.nullable() }
const note = z.string().max(longestNote)

type Schemas = { [Name in keyof LoanCommands]: z.ZodType<LoanCommands[Name]['input']> }

export const loanCommandSchemas: Schemas = {
  'loans/list': z.strictObject({ from: z.int().min(0), limit: z.int().min(1).max(longestSlice) }),
  'loans/set-due': z.strictObject({
    ...loanOf,
    dueOn: z.string().regex(dayPattern).nullable(),
    note,
  }),
  'loans/close': z.strictObject({ ...loanOf, note, operatorIdentity: named }),
}
