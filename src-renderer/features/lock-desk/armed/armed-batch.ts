import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { PlatformFailure } from '#shared/platform-failure'

/**
 * Why nothing was sent for a lock: `repeat`, it was done in this batch already · `already`, it is in that state ·
 * `not-listed`, `ambiguous`, `not-a-number`, there is not one record for it · `not-compared`, its number is only a
 * guess that no person has compared · `not-read`, it gave no number · `look-up-failed` · `disarmed`, before its turn.
 */
export const callings = [
  'repeat',
  'already',
  'not-listed',
  'ambiguous',
  'not-a-number',
  'not-compared',
  'not-read',
  'look-up-failed',
  'disarmed',
] as const
export type Calling = (typeof callings)[number]

export type RowState =
  | { readonly is: 'waiting' | 'sending' }
  | { readonly is: 'answered'; readonly entry: JournalEntry }
  | {
      readonly is: 'called-out'
      readonly why: Calling
      readonly failure: CommandFailure | PlatformFailure | null
    }
  /** The command itself failed: there is no entry, and nothing was sent. */
  | { readonly is: 'failed'; readonly failure: CommandFailure }

/** One plugging-in or one scan while armed. */
export interface BatchRow {
  readonly id: number
  readonly by: 'plug' | 'scan'
  /** The number as it is shown: the shell number, or what was scanned; empty where a lock gave none. */
  readonly number: string
  readonly assetNum: string | null
  readonly enterpriseName: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly state: RowState
}

export interface BatchCounts {
  readonly done: number
  readonly refused: number
  readonly notSent: number
  readonly unknown: number
  readonly calledOut: number
  readonly underWay: number
}

/** `latest` gives the journal's word on an entry where it is newer than the answer's. */
export const entryOfRow = (
  row: BatchRow,
  latest: (entryId: string) => JournalEntry | undefined = () => undefined,
): JournalEntry | null =>
  row.state.is === 'answered' ? (latest(row.state.entry.entryId) ?? row.state.entry) : null

export const countsOf = (
  rows: readonly BatchRow[],
  latest?: (entryId: string) => JournalEntry | undefined,
): BatchCounts => {
  const counts = { done: 0, refused: 0, notSent: 0, unknown: 0, calledOut: 0, underWay: 0 }
  for (const row of rows) {
    if (row.state.is === 'called-out') counts.calledOut += 1
    else if (row.state.is === 'failed') counts.notSent += 1
    else {
      const state = entryOfRow(row, latest)?.state
      if (state === 'done') counts.done += 1
      else if (state === 'failed') counts.refused += 1
      else if (state === 'not-sent') counts.notSent += 1
      else if (state === 'unknown') counts.unknown += 1
      else counts.underWay += 1
    }
  }
  return counts
}

/** “It does not do this for locks of this type” (status 4) stays so however often it is asked. */
const isFinal = ({ state, reason }: JournalEntry): boolean => {
  if (state === 'not-sent') return false
  if (state !== 'failed') return true
  return reason?.kind === 'status' && reason.status === 4
}

/**
 * Whether a lock has had its turn: it was changed, its change is under way, its outcome is not known, or it was
 * refused for good. One that was only called out, or of which nothing left this desk, may try again.
 */
export const hasHadItsTurn = (rows: readonly BatchRow[], number: string, assetNum: string | null): boolean =>
  rows.some((row) => {
    if (row.number !== number && (assetNum === null || row.assetNum !== assetNum)) return false
    if (row.state.is === 'sending') return true
    return row.state.is === 'answered' && isFinal(row.state.entry)
  })
