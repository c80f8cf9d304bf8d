import type { ChangeReason, ChangeState, JournalEntry } from '#shared/model/change'
import { askedAssets } from '../record/asked-assets'
import type { Move } from './plan-assignment'

/**
 * `free`: taken from who had it and not given to who should have it · `open`: nobody knows · `stays`: as it was.
 */
export type AssetEnd = 'done' | 'free' | 'stays' | 'not-sent' | 'open' | 'waiting'

export interface AssetOutcome {
  readonly move: Move
  readonly end: AssetEnd
  /** The row that decides it: the one that failed or is unknown, or the last. */
  readonly entry: JournalEntry | null
}

const isWaiting = (state: ChangeState | undefined): boolean => state === 'intent' || state === 'sent'

const endOf = (taken: JournalEntry | undefined, given: JournalEntry | undefined): AssetEnd => {
  const states = [taken, given].flatMap((entry) => (entry === undefined ? [] : [entry.state]))
  if (states.length === 0) return 'not-sent'
  // Whatever came of the withdrawal: it is where it should be.
  if (given?.state === 'done') return 'done'
  if (states.includes('unknown')) return 'open'
  if (states.some(isWaiting)) return 'waiting'
  if (states.every((state) => state === 'done')) return 'done'
  if (taken?.state === 'done') return 'free'
  return states.includes('failed') ? 'stays' : 'not-sent'
}

/** What became of each asset, out of what became of the rows: one asset may be in two of them. */
export const outcomesOf = (
  moves: readonly Move[],
  entries: readonly JournalEntry[],
): readonly AssetOutcome[] => {
  const taken = new Map<string, JournalEntry>()
  const given = new Map<string, JournalEntry>()
  for (const entry of entries) {
    const { deleteAssets, addAssets } = askedAssets(entry)
    for (const assetNum of deleteAssets) taken.set(assetNum, entry)
    for (const assetNum of addAssets) given.set(assetNum, entry)
  }
  return moves.map((move) => {
    const { assetNum } = move.record
    const [take, give] = [
      move.from === null ? undefined : taken.get(assetNum),
      move.to === null ? undefined : given.get(assetNum),
    ]
    const deciding = [take, give].find((entry) => entry !== undefined && entry.state !== 'done')
    return { move, end: endOf(take, give), entry: deciding ?? give ?? take ?? null }
  })
}

export interface Trouble {
  readonly entry: JournalEntry
  readonly reason: ChangeReason | null
  readonly outcomes: readonly AssetOutcome[]
  /** Numbers of the row that the platform's own words name. */
  readonly named: readonly string[]
}

const wordsOf = (reason: ChangeReason | null): string =>
  reason?.kind === 'platform' ? reason.failure.message : reason?.kind === 'said' ? reason.message : ''

/** The rows that did not come about, each with its assets; the withdrawal that failed stands for both. */
export const troublesOf = (outcomes: readonly AssetOutcome[]): readonly Trouble[] => {
  const byEntry = new Map<JournalEntry, AssetOutcome[]>()
  for (const outcome of outcomes) {
    if (outcome.entry === null || outcome.end === 'done' || outcome.end === 'waiting') continue
    const known = byEntry.get(outcome.entry)
    if (known === undefined) byEntry.set(outcome.entry, [outcome])
    else known.push(outcome)
  }
  return [...byEntry].map(([entry, of]) => {
    const said = wordsOf(entry.reason)
    const numbers = of.map(({ move }) => move.record.assetNum)
    return {
      entry,
      reason: entry.reason,
      outcomes: of,
      named: said === '' ? [] : numbers.filter((number) => said.includes(number)),
    }
  })
}
