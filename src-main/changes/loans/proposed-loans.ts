import { z } from 'zod'
import { maxSliceLength } from '#shared/model/slices'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { Journal } from '../../journal/journal'
import { isOpen } from '../../journal/journal-index'
import type { JournaledJob } from '../../journal/journal-index'
import type { Intent } from '../../journal/record'

/** What a policy can limit of the loans of a job. */
export interface ProposedLoans {
  /** Of each loan, as `2026-11-30`; null has none. */
  readonly dueDates: readonly (string | null)[]
  /** The most locks that one of the employees would have; null if the lists do not tell. Counted when it is read. */
  readonly mostPerEmployee: number | null
}

const storedDueDate = z.object({ dueOn: z.string().nullish() }).catch({})

function* recordsOf(
  directory: Pick<AssetDirectory, 'list'>,
  enterpriseGlobalId: string,
): Generator<LockRecord> {
  for (let from = 0; ; from += maxSliceLength) {
    const { rows, total } = directory.list(enterpriseGlobalId, from, maxSliceLength)
    yield* rows
    if (rows.length === 0 || from + rows.length >= total) return
  }
}

interface LoanSources {
  readonly directory: Pick<AssetDirectory, 'list'>
  readonly journal: Pick<Journal, 'jobs'>
}

/** The borrowed locks of employees. */
type LentLocks = ReadonlyMap<string | null, Set<string>>

/** Of the employees in the rows, the locks in the rows. */
const locksInRows = (rows: Intent['rows']): LentLocks => {
  const locks = new Map<string | null, Set<string>>()
  for (const { memberGlobalId, key } of rows)
    locks.set(memberGlobalId, (locks.get(memberGlobalId) ?? new Set()).add(key))
  return locks
}

/** When the list of an enterprise was read, ms; null if the lists do not tell which locks are lent. */
const addListed = (
  enterpriseGlobalId: string,
  directory: LoanSources['directory'],
  locks: LentLocks,
): number | null => {
  let { readAt } = directory.list(enterpriseGlobalId, 0, 1)
  for (const { assetNum, borrowedUsbKey, lent, holder } of recordsOf(directory, enterpriseGlobalId)) {
    if (borrowedUsbKey !== true) continue
    if (lent === null) readAt = null
    else if (lent) locks.get(holder?.memberGlobalId ?? null)?.add(assetNum)
  }
  return readAt
}

/** Whether a row lends, or may lend, a lock that a list read at `readAt` does not show. */
const isOutSince = (
  { state, endedAt }: Pick<JournaledJob['rowStates'][number], 'state' | 'endedAt'>,
  readAt: number,
): boolean => isOpen(state) || state === 'unknown' || (state === 'done' && (endedAt ?? Infinity) > readAt)

/** Goes through the lists of the enterprises and all jobs. */
const mostAssetsLent = (
  { environment, rows }: Intent,
  { directory, journal }: LoanSources,
): number | null => {
  const locks = locksInRows(rows)
  const enterprises = new Set(rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))
  const readAt = new Map([...enterprises].map((id) => [id, addListed(id, directory, locks)] as const))
  for (const { intent, rowStates } of journal.jobs()) {
    if (intent.operation !== 'member.lendAssets' || intent.environment !== environment) continue
    for (const [index, row] of intent.rows.entries()) {
      const state = rowStates[index]
      if (state !== undefined && isOutSince(state, readAt.get(row.enterpriseGlobalId ?? '') ?? 0))
        locks.get(row.memberGlobalId)?.add(row.key)
    }
  }
  return [...readAt.values()].includes(null)
    ? null
    : Math.max(0, ...[...locks.values()].map(({ size }) => size))
}

/**
 * The loans of the job together with those that the employees have: by the platform's lists, and what this computer has lent
 * since. A lock counts once; one that is back counts until the lists agree.
 */
export const proposedLoans = (intent: Intent, sources: LoanSources): ProposedLoans => ({
  dueDates: intent.rows.map(({ request }) => storedDueDate.parse(request).dueOn ?? null),
  get mostPerEmployee() {
    return mostAssetsLent(intent, sources)
  },
})
