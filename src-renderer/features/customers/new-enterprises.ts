import { z } from 'zod'
import type { JournalEntry } from '#shared/model/change'

const given = z.object({
  enterpriseGlobalId: z.string().min(1),
  enterpriseName: z.string().nullish(),
  members: z
    .array(z.object({ memberGlobalId: z.string().nullable(), memberIdentity: z.string().nullable() }))
    .nullish(),
})

/** An enterprise that the answer to a creation, or to a binding, has named. */
export interface NewEnterprise {
  readonly entry: JournalEntry
  readonly enterpriseGlobalId: string
  readonly name: string
  readonly members: readonly {
    readonly memberGlobalId: string | null
    readonly memberIdentity: string | null
  }[]
}

export const newEnterpriseIn = (entry: JournalEntry): NewEnterprise | null => {
  if (entry.action !== 'create-enterprise' && entry.action !== 'bind-customer') return null
  const read = given.safeParse(entry.result)
  if (entry.state !== 'done' || !read.success) return null
  const { enterpriseGlobalId, enterpriseName, members } = read.data
  return {
    entry,
    enterpriseGlobalId,
    name: enterpriseName ?? entry.enterpriseName ?? '',
    members: members ?? [],
  }
}

/**
 * Enterprises that this desk has made, as the journal has them, and that the register does not: the app ended between
 * the answer and the register, or somebody took them out. The newest first, each once.
 */
export const lostEnterprises = (
  entries: readonly JournalEntry[],
  registered: ReadonlySet<string>,
): readonly NewEnterprise[] => {
  const seen = new Set(registered)
  return entries.flatMap((entry) => {
    const made = entry.action === 'create-enterprise' ? newEnterpriseIn(entry) : null
    if (made === null || seen.has(made.enterpriseGlobalId)) return []
    seen.add(made.enterpriseGlobalId)
    return [made]
  })
}
