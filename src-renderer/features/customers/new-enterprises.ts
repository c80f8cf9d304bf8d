import { z } from 'zod'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Name } from '#shared/model/name'

const resultSchema = z.object({
  enterpriseGlobalId: z.string().min(1),
  enterpriseName: z.string().nullish(),
  members: z
    .array(z.object({ memberGlobalId: z.string().nullable(), memberIdentity: z.string().nullable() }))
    .nullish(),
})

/** An enterprise named in the response to a create or bind request. */
export interface NewEnterprise {
  readonly entry: JournalEntry
  readonly enterpriseGlobalId: string
  readonly name: Name
  readonly members: readonly {
    readonly memberGlobalId: string | null
    readonly memberIdentity: string | null
  }[]
}

export const newEnterpriseIn = (entry: JournalEntry): NewEnterprise | null => {
  if (entry.action !== 'create-enterprise' && entry.action !== 'bind-customer') return null
  const read = resultSchema.safeParse(entry.result)
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
 * Enterprises created on this computer that are in the journal but not in the list: the app ended before the
 * list was saved, or they were removed. Newest first, without duplicates.
 */
export const unlistedEnterprises = (
  entries: readonly JournalEntry[],
  registered: ReadonlySet<string>,
): readonly NewEnterprise[] => {
  const known = new Set(registered)
  return entries.flatMap((entry) => {
    const created = entry.action === 'create-enterprise' ? newEnterpriseIn(entry) : null
    if (created === null || known.has(created.enterpriseGlobalId)) return []
    known.add(created.enterpriseGlobalId)
    return [created]
  })
}
