import type { JournalEntry } from '#shared/model/change'

/** What the platform puts behind every account of an enterprise (API document, section 4.2, rule 1). */
export interface EnterpriseCode {
  readonly code: string
  /** Seen in an answer to an account that was asked for; else it is what all listed accounts end with. */
  readonly isCertain: boolean
}

const textAt = (value: unknown, name: string): string | null => {
  if (typeof value !== 'object' || value === null || !(name in value)) return null
  const text = (value as Record<string, unknown>)[name]
  return typeof text === 'string' ? text : null
}

/** The account as the platform made it, of an employee who was added. */
export const accountOf = ({ result }: Pick<JournalEntry, 'result'>): string | null =>
  textAt(result, 'userName')

const codeOf = (entry: JournalEntry): string | null => {
  const made = accountOf(entry)
  const asked = textAt(entry.request, 'userName')
  if (made === null || asked === null || asked === '' || !made.startsWith(asked)) return null
  return made.slice(asked.length)
}

const commonEnd = (one: string, other: string): string => {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) {
    length += 1
  }
  return one.slice(one.length - length)
}

/** So many accounts must agree before their common end is taken for the code. */
const fewestAccounts = 3

/**
 * The code of an enterprise: from what came of accounts that this desk added, or else what all listed accounts end
 * with, which may be too much of them. Null where neither tells.
 */
export const learnEnterpriseCode = (
  enterpriseGlobalId: string,
  entries: readonly JournalEntry[],
  accounts: readonly string[],
): EnterpriseCode | null => {
  for (const entry of entries) {
    if (entry.action !== 'add-employee' || entry.enterpriseGlobalId !== enterpriseGlobalId) continue
    const code = codeOf(entry)
    if (code !== null) return { code, isCertain: true }
  }
  if (accounts.length < fewestAccounts) return null
  const code = accounts.reduce(commonEnd)
  return code === '' ? null : { code, isCertain: false }
}
