import type { JournalEntry } from './model/change'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/**
 * What the platform's lists say of a change: it is there, is not, they do not tell, could not be read, or it is on none
 * of the enterprises that this desk knows and names none itself.
 */
export type Seen = 'applied' | 'not-applied' | 'not-visible' | 'not-read' | 'no-enterprise'

/** What they said when they were read last. */
export interface LastLook {
  readonly seen: Seen
  readonly at: number
}

/** A change of which nobody knows what became. Times in ms since 1970. */
export interface UnsettledChange {
  readonly entry: JournalEntry
  readonly sentAt: number | null
  /** Whether the platform's lists tell what became of such a change. */
  readonly readable: boolean
  readonly look: LastLook | null
  /** From then on two readings without it are proof that it was not made: a late one can no longer arrive. */
  readonly certainFrom: number
  /** A later change of the same thing has left: what the record says now is that one's doing. */
  readonly overtaken: boolean
  /** It was asked of another platform than the one that is open, so it cannot be looked up now. */
  readonly elsewhere: boolean
  /** The platform it was asked of: its base URL, or `training`. */
  readonly environment: string
}

export interface ToSettle {
  /** All there are; `changes` holds the oldest of them. */
  readonly total: number
  readonly changes: readonly UnsettledChange[]
}

/** `left` closes a change that a later one has overtaken: nobody knows, and it no longer matters. */
export const settledAs = ['done', 'failed', 'left'] as const
export type SettledAs = (typeof settledAs)[number]

/** The most changes that one command settles or looks up. */
export const mostSettled = 10_000

/** Commands about changes whose outcome is unknown, of all 13 operations. */
export interface SettleCommands {
  /** Oldest first. */
  'changes/to-settle': Command<undefined, ToSettle>
  /** Reads the platform's lists now; sends nothing again. Answers the changes as they are then. */
  'changes/look-up': Command<{ readonly entryIds: readonly string[] }, readonly JournalEntry[]>
  /** A person says what became of changes; the journal keeps who did, and the note. Answers those it was taken for. */
  'changes/settle-by-hand': Command<
    {
      readonly entryIds: readonly string[]
      readonly as: SettledAs
      readonly note: string
      readonly operatorIdentity: string
    },
    readonly JournalEntry[]
  >
}

export const settleCommandNames: Record<keyof SettleCommands, true> = {
  'changes/to-settle': true,
  'changes/look-up': true,
  'changes/settle-by-hand': true,
}
