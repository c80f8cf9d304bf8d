import { z } from 'zod'
import { branchAccessSchema } from './database/branch-access'

/** The branch that this computer is in; the password is in the vault. */
export const branchFileSchema = z.strictObject({
  version: z.literal(1),
  joined: z.strictObject({ access: branchAccessSchema, at: z.int().min(0) }).nullable(),
})
export type BranchFile = z.infer<typeof branchFileSchema>

export const noBranch: BranchFile = { version: 1, joined: null }
