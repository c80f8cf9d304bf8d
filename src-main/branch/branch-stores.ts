import type { ApartReason, ArrivedEvent, BranchEvent } from '#shared/model/branch/branch-event'
import type { BranchComputer } from './database/branch-connection'
import type { Finding } from './witnesses'

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
  /** The number of the last own event that was read back; 0 before. */
  ownArrived(): number
  /**
   * Takes what was read, in the order of `seq`, own events included; resolves when it is on disk. What does not verify is
   * kept apart and moves the cursor as well.
   */
  receive(events: readonly ArrivedEvent[], computers: readonly BranchComputer[]): Promise<void>
  /** Forgets all that was read, because everything is read again from the first event. */
  clear(): Promise<void>
}

/** An event that was not applied. */
export interface ApartEvent {
  readonly seq: number
  /** What it says of itself; null where it does not. */
  readonly computer: string | null
  readonly n: number | null
  readonly reason: ApartReason
}

/** What is left of the events before the place at which reading in order began. */
export type EarlierWork =
  /** Facts before this `seq` are still to be read, newest first. */
  | { readonly kind: 'facts'; readonly before: number }
  /** The chains are still to be checked: the events after this `seq`, up to the other, that one included. */
  | { readonly kind: 'chains'; readonly after: number; readonly until: number }

/**
 * A new desk begins near the end of a long log, reads earlier facts from the newest to the oldest, and then checks the
 * chains from their first event on.
 */
export interface EarlierEvents {
  /** Null where nothing is left to do. */
  work(): EarlierWork | null
  /**
   * Reading goes on after this event.
   * @param ends the last event of each computer up to there
   */
  begin(
    last: ArrivedEvent,
    ends: readonly ArrivedEvent[],
    computers: readonly BranchComputer[],
  ): Promise<void>
  /** Takes facts that were read before `work().before`, newest first; without any, all were read. */
  takeFacts(events: readonly ArrivedEvent[], computers: readonly BranchComputer[]): Promise<void>
  /** Checks all events that follow `work().after`; without any, all were checked. Changes nothing that is known. */
  checkChains(events: readonly ArrivedEvent[], computers: readonly BranchComputer[]): Promise<void>
}

/** What a computer in a branch has on disk. */
export interface BranchStores {
  readonly own: OwnEventLog & {
    /** The first event that can no longer be read, or null. Those after it cannot be verified by others. */
    damagedAt(): number | null
  }
  readonly received: ReceivedEvents & {
    /** The newest events that were kept apart, oldest first. */
    apart(): readonly ApartEvent[]
    /** Computers whose journal or chain became shorter or different, oldest first. */
    findings(): readonly Finding[]
    /** Of the computers in the branch, by ID, as of the last reading. */
    names(): ReadonlyMap<string, string>
  }
  /** Null where everything is read from the first event on. */
  readonly earlier: EarlierEvents | null
}

/** The files of a branch, of which there is at most one. */
export interface BranchFiles {
  /** Opens what `create` made for this computer. Throws why it cannot. */
  open(computer: string): Promise<BranchStores>
  /** Makes them at the join, with the events that this computer's knowledge amounts to. Replaces earlier ones. */
  create(computer: string): Promise<void>
  /** Keeps what is known in the files that a computer without a branch has, and closes these. */
  close(): Promise<void>
}
