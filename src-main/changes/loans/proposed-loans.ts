import { z } from 'zod'
import { maxSliceLength } from '#shared/model/slices'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { AssetDirectory } from '../../directory/asset-directory'
import type { Journal } from '../../journal/journal'
import type { Intent, JournalRow } from '../../journal/record'

/** What a policy can limit of the loans of a job. */
export interface ProposedLoans {
  /** Of each loan, as `2026-11-30`; null has none. */
  readonly dueDates: readonly (string | null)[]
  /** The most locks that one of the employees would have; null if the lists do not tell. Counted when it is read. */
  readonly mostPerEmployee: number | null
}

const stored = z.object({ dueOn: z.string().nullish() }).catch({})

function* recordsOf(
  records: Pick<AssetDirectory, 'list'>,
  enterpriseGlobalId: string,
): Generator<LockRecord> {
  for (let from = 0; ; from += maxSliceLength) {
    const { rows, total } = records.list(enterpriseGlobalId, from, maxSliceLength)
    yield* rows
    if (rows.length === 0 || from + rows.length >= total) return
  }
}

interface LoanSources {
  readonly records: Pick<AssetDirectory, 'list'>
  readonly journal: Pick<Journal, 'jobs'>
}

/** Goes through the lists of the enterprises and all jobs. */
const countMost = ({ environment, rows }: Intent, { records, journal }: LoanSources): number | null => {
  /** The borrowed locks of each employee. */
  const locksOf = new Map<string, Set<string>>()
  const add = (memberGlobalId: string | null, key: string): void =>
    void locksOf.get(memberGlobalId ?? '')?.add(key)
  for (const { memberGlobalId, key } of rows) {
    locksOf.set(memberGlobalId ?? '', locksOf.get(memberGlobalId ?? '') ?? new Set())
    add(memberGlobalId, key)
  }
  let isKnown = true
  const readAt = new Map<string, number>()
  for (const enterprise of new Set(rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))) {
    const { readAt: at } = records.list(enterprise, 0, 1)
    if (at === null) isKnown = false
    readAt.set(enterprise, at ?? 0)
    for (const { assetNum, borrowedUsbKey, lent, holder } of recordsOf(records, enterprise)) {
      if (borrowedUsbKey !== true) continue
      if (lent === null) isKnown = false
      else if (lent) add(holder?.memberGlobalId ?? null, assetNum)
    }
  }
  const isOutSince = (row: JournalRow, { state, endedAt }: { state: string; endedAt: number | null }) =>
    state === 'intent' ||
    state === 'sent' ||
    state === 'unknown' ||
    (state === 'done' && (endedAt ?? Infinity) > (readAt.get(row.enterpriseGlobalId ?? '') ?? 0))
  for (const { intent, rowStates } of journal.jobs()) {
    if (intent.operation !== 'member.lendAssets' || intent.environment !== environment) continue
    for (const [index, row] of intent.rows.entries()) {
      const state = rowStates[index]
      if (state !== undefined && isOutSince(row, state)) add(row.memberGlobalId, row.key)
    }
  }
  return isKnown ? Math.max(0, ...[...locksOf.values()].map(({ size }) => size)) : null
}

/**
 * The loans of the job together with those that the employees have: by the platform's lists, and what this computer has lent
 * since. A lock counts once; one that is back counts until the lists agree.
 */
export const proposedLoans = (intent: Intent, sources: LoanSources): ProposedLoans => ({
  dueDates: intent.rows.map(({ request }) => stored.parse(request).dueOn ?? null),
  get mostPerEmployee() {
    return countMost(intent, sources)
  },
})
