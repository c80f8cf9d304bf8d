import type { CommandFailure } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { Name } from '#shared/model/name'
import { countAll, countedAs } from '../../../entities/change/change-row'
import type { Counts } from '../../../entities/change/change-row'
import { cueOfState } from '../../../ui/feedback/sound-choice'
import type { Cue } from '../../../ui/feedback/sound-choice'

/**
 * Why a lock was skipped: `repeat`, already changed in this batch · `already`, already in the requested state ·
 * `present-before`, plugged in when continuous mode started · `two-devices`, another plugged-in device gives the same
 * number · `not-listed`, `ambiguous`, `not-a-number`, no single record · `not-compared`, its number is a guess that was
 * never compared with the shell · `not-read`, the lock gave no number · `look-up-failed` · `stopped`,
 * continuous mode ended first.
 */
export type SkipReason =
  | 'repeat'
  | 'already'
  | 'present-before'
  | 'two-devices'
  | 'not-listed'
  | 'ambiguous'
  | 'not-a-number'
  | 'not-compared'
  | 'not-read'
  | 'look-up-failed'
  | 'stopped'

export type RowState =
  | { readonly kind: 'waiting' | 'sending' }
  | { readonly kind: 'responded'; readonly entry: JournalEntry }
  | {
      readonly kind: 'skipped'
      readonly reason: SkipReason
      readonly failure: CommandFailure | PlatformFailure | null
    }
  /** The command itself failed: there is no entry, and nothing was sent. */
  | { readonly kind: 'failed'; readonly failure: CommandFailure }

/** One plugged-in or scanned lock in continuous mode. */
export interface BatchRow {
  readonly id: number
  readonly by: 'plug' | 'scan'
  /** The displayed number: the shell number or the scanned text; empty if a lock gave none. */
  readonly number: string
  readonly assetNum: string | null
  readonly enterpriseName: Name | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly state: RowState
}

/** Uses the entry from `latest` if it is newer than the response. */
export const entryOfRow = (
  row: BatchRow,
  latest: (entryId: string) => JournalEntry | undefined = () => undefined,
): JournalEntry | null =>
  row.state.kind === 'responded' ? (latest(row.state.entry.entryId) ?? row.state.entry) : null

/** The rows with this one, which is new or replaces what was known of it. The newest is first. */
export const withRow = (rows: readonly BatchRow[], row: BatchRow): readonly BatchRow[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((other) => (other.id === row.id ? row : other))
    : [row, ...rows]

/** The sound of a row; null for none, as for the locks that the operator's own Stop skipped. */
export const cueOfRow = ({ state }: BatchRow): Cue | null => {
  if (state.kind === 'responded') return cueOfState(state.entry.state)
  const isSkipped = state.kind === 'skipped' && state.reason !== 'stopped'
  return isSkipped || state.kind === 'failed' ? 'attention' : null
}

export const countsOf = (
  rows: readonly BatchRow[],
  latest?: (entryId: string) => JournalEntry | undefined,
): Counts =>
  countAll(
    rows.map((row) => {
      if (row.state.kind === 'skipped') return 'skipped'
      return row.state.kind === 'failed' ? 'not-sent' : countedAs(entryOfRow(row, latest))
    }),
  )

/** “Not possible for this license type” (status 4) is the same for every retry. */
const isFinal = ({ state, reason }: JournalEntry): boolean => {
  if (state === 'not-sent') return false
  if (state !== 'failed') return true
  return reason?.kind === 'status' && reason.status === 4
}

/**
 * Whether a lock must not be tried again: it was changed, its change is running or unconfirmed, or it was
 * rejected for good. A skipped or unsent lock may be tried again.
 */
export const isProcessed = (rows: readonly BatchRow[], number: string, assetNum: string | null): boolean =>
  rows.some((row) => {
    if (row.number !== number && (assetNum === null || row.assetNum !== assetNum)) return false
    if (row.state.kind === 'sending') return true
    return row.state.kind === 'responded' && isFinal(row.state.entry)
  })
