import type { ChangeReason, JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { requestedAssets } from '../asset/search-assets'
import { rowResultOf } from '../change/change-row'
import { changeCountOf } from '#shared/model/changes/plan-assignment'
import type { Move } from '#shared/model/changes/plan-assignment'

/** `free`: withdrawn but not assigned to the new employee · `open`: unconfirmed · `stays`: unchanged. */
export type AssetResult = 'done' | 'free' | 'stays' | 'not-sent' | 'open' | 'waiting'

export interface AssetOutcome {
  readonly move: Move
  readonly result: AssetResult
  /** The entry that decides the result: the failed or unconfirmed one, otherwise the last. */
  readonly entry: JournalEntry | null
}

const resultOf = (
  withdrawals: JournalEntry | undefined,
  assignments: JournalEntry | undefined,
): AssetResult => {
  const states = [withdrawals, assignments].flatMap((entry) =>
    entry === undefined ? [] : [rowResultOf(entry)],
  )
  if (states.length === 0) return 'not-sent'
  // Regardless of the withdrawal's result, the asset is assigned as requested.
  if (assignments?.state === 'done') return 'done'
  if (states.includes('unknown')) return 'open'
  if (states.includes('waiting')) return 'waiting'
  if (states.every((state) => state === 'done')) return 'done'
  if (withdrawals?.state === 'done') return 'free'
  return states.includes('failed') ? 'stays' : 'not-sent'
}

/** The result of each asset from the results of the rows: an asset may be in two rows. */
export const outcomesOf = (
  moves: readonly Move[],
  entries: readonly JournalEntry[],
): readonly AssetOutcome[] => {
  const withdrawals = new Map<string, JournalEntry>()
  const assignments = new Map<string, JournalEntry>()
  for (const entry of entries) {
    const { deleteAssets, addAssets } = requestedAssets(entry)
    for (const assetNum of deleteAssets) withdrawals.set(assetNum, entry)
    for (const assetNum of addAssets) assignments.set(assetNum, entry)
  }
  return moves.map((move) => {
    const { assetNum } = move.record
    const [withdrawal, assignment] = [
      move.from === null ? undefined : withdrawals.get(assetNum),
      move.to === null ? undefined : assignments.get(assetNum),
    ]
    const decisive = [withdrawal, assignment].find((entry) => entry !== undefined && entry.state !== 'done')
    return {
      move,
      result: resultOf(withdrawal, assignment),
      entry: decisive ?? assignment ?? withdrawal ?? null,
    }
  })
}

export interface FailedRow {
  readonly entry: JournalEntry
  readonly reason: ChangeReason | null
  readonly outcomes: readonly AssetOutcome[]
  /** The row's asset numbers that occur in the platform's message. */
  readonly namedNumbers: readonly string[]
}

const messageOf = (reason: ChangeReason | null): string =>
  reason?.kind === 'platform' ? reason.failure.message : reason?.kind === 'said' ? reason.message : ''

/** The rows without success, each with its assets; a failed withdrawal covers both of its rows. */
export const failedRowsOf = (outcomes: readonly AssetOutcome[]): readonly FailedRow[] => {
  const byEntry = new Map<JournalEntry, AssetOutcome[]>()
  for (const outcome of outcomes) {
    if (outcome.entry === null || outcome.result === 'done' || outcome.result === 'waiting') continue
    const known = byEntry.get(outcome.entry)
    if (known === undefined) byEntry.set(outcome.entry, [outcome])
    else known.push(outcome)
  }
  return [...byEntry].map(([entry, of]) => {
    const message = messageOf(entry.reason)
    const numbers = of.map(({ move }) => move.record.assetNum)
    return {
      entry,
      reason: entry.reason,
      outcomes: of,
      namedNumbers: message === '' ? [] : numbers.filter((number) => message.includes(number)),
    }
  })
}

/** The ended job if each asset is assigned as requested, otherwise null. */
export const completedOf = (job: Job | null, moves: readonly Move[], outcomes: readonly AssetOutcome[]) =>
  job?.state === 'ended' && outcomes.length > 0 && outcomes.every(({ result }) => result === 'done')
    ? { jobId: job.jobId, changes: changeCountOf(moves), assets: outcomes.length }
    : null
