import { z } from 'zod'
import type { JournalEntry } from '../model/changes/change'
import { command, freeText, nonEmptyText, noInput, operatorName } from './command'

/**
 * What the platform's lists show of a change: applied, not applied, not visible in them, lists not readable, or
 * no known enterprise to read.
 */
export type ReadBackFinding = 'applied' | 'not-applied' | 'not-visible' | 'not-read' | 'no-enterprise'

/** The last read-back result. */
export interface LastReadBack {
  readonly seen: ReadBackFinding
  readonly at: number
}

/** A change without a confirmed result. Times in ms since 1970. */
export interface UnresolvedChange {
  readonly entry: JournalEntry
  readonly sentAt: number | null
  /** Whether the platform's lists can show the result. */
  readonly readable: boolean
  readonly look: LastReadBack | null
  /**
   * From then on, two reads without the change prove that it was not applied, because it can no longer arrive
   * late.
   */
  readonly certainFrom: number
  /** A later change of the same item was sent, so the record now shows that one's result. */
  readonly superseded: boolean
  /** It belongs to a platform that is not open, so it cannot be read back now. */
  readonly elsewhere: boolean
  /** The target platform: its base URL, or `training`. */
  readonly environment: string
}

export interface UnresolvedChanges {
  /** The total; `changes` contains the oldest ones. */
  readonly total: number
  readonly changes: readonly UnresolvedChange[]
}

/** `left` closes a change without a result because a later one has replaced it. */
export const reviewResults = ['done', 'failed', 'left'] as const

export type ReviewResult = (typeof reviewResults)[number]

/** The most changes per command. */
export const maxReviewed = 10_000

const entryIds = z.array(nonEmptyText).min(1).max(maxReviewed)

/** Commands about changes without a confirmed result, of all 13 changing operations. */
export const reviewCommands = {
  /** Oldest first. */
  'changes/unresolved': command(noInput).returns<UnresolvedChanges>(),
  /** Reads the platform's lists now; resends nothing. Returns the changes with their new state and what was read. */
  'changes/check-results': command(z.strictObject({ entryIds })).returns<readonly UnresolvedChange[]>(),
  /**
   * Records a manual review; the journal stores the operator and the note. Returns the changes that accepted
   * it.
   */
  'changes/mark-result': command(
    z.strictObject({
      entryIds,
      as: z.enum(reviewResults),
      note: freeText(1000),
      operatorIdentity: operatorName,
    }),
  ).returns<readonly JournalEntry[]>(),
}
