import type { JournalEntry } from '#shared/model/changes/change'

/** The suffix that the platform adds to every account of an enterprise (docs/api.md, section 4.2, rule 1). */
export interface EnterpriseCode {
  readonly code: string
  /**
   * True if a response showed it for a requested account; otherwise it is the common ending of all listed
   * accounts.
   */
  readonly isCertain: boolean
}

const textAt = (value: unknown, name: string): string | null => {
  if (typeof value !== 'object' || value === null || !(name in value)) return null
  const text = (value as Record<string, unknown>)[name]
  return typeof text === 'string' ? text : null
}

/** The account as the platform created it for an added employee. */
export const accountOf = ({ result }: Pick<JournalEntry, 'result'>): string | null =>
  textAt(result, 'userName')

const codeOf = (entry: JournalEntry): string | null => {
  const created = accountOf(entry)
  const requestedAccount = textAt(entry.request, 'userName')
  if (
    created === null ||
    requestedAccount === null ||
    requestedAccount === '' ||
    !created.startsWith(requestedAccount)
  )
    return null
  return created.slice(requestedAccount.length)
}

const commonEnd = (a: string, b: string): string => {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1
  }
  return a.slice(a.length - length)
}

/** This many accounts must have the same ending before it is used as the code. */
const minAccounts = 3

/**
 * Finds an enterprise's code: from accounts added on this computer, otherwise the common ending of all listed
 * accounts, which may be too long. Null if neither is available.
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
  if (accounts.length < minAccounts) return null
  const code = accounts.reduce(commonEnd)
  return code === '' ? null : { code, isCertain: false }
}
