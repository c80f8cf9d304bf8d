import type { ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { BranchComputer } from './database/branch-connection'

// What the exchange with the database needs of the files on this computer.

/** This computer's events, each on disk before it counts. */
export interface OwnEventLog {
  /** The number of the last one; 0 without any. */
  last(): number
  /** Events in order, from number `n` on, that one included; at most `limit`. */
  from(n: number, limit: number): Promise<readonly BranchEvent[]>
  /** Called after an event was added. Returns a function that unsubscribes. */
  onAppend(listener: () => void): () => void
}

/** Where reading goes on. */
export interface Cursor {
  readonly seq: number
  /** The event at that place: another one there means that the database was restored from a backup. */
  readonly id: string
}

/** What was read from the database, kept across starts. */
export interface ReceivedEvents {
  /** The last event that was taken; null before the first. */
  cursor(): Cursor | null
  /**
   * Takes what was read, in the order of `seq`, own events included; resolves when it is on disk. What does not verify is
   * kept apart and moves the cursor as well.
   */
  receive(events: readonly ArrivedEvent[], computers: readonly BranchComputer[]): Promise<void>
  /** Forgets all that was read, because everything is read again from the first event. */
  clear(): Promise<void>
}
