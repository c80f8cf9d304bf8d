import type { SwitchAnswer } from './connect-commands'
import type { ChangeState, JournalEntry } from './model/change'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** The most rows that one answer carries across the bridge: some 20 ms of either side's time. */
export const longestJournalSlice = 2_000

/** The record written last: its number, and the SHA-256 of its line as 64 hex digits. */
export interface JournalHead {
  readonly n: number
  readonly hash: string
}

export interface JournalFacts {
  /** Of the format that is written. */
  readonly version: number
  /** Records up to now; the same as the head's number. */
  readonly records: number
  readonly head: JournalHead
  /** Rows of all jobs, as `journal/slice` gives them. */
  readonly rows: number
  /** Files that it is made of. */
  readonly files: number
  readonly bytes: number
  readonly folder: string
}

export interface JournalFileReport {
  readonly name: string
  readonly bytes: number
  readonly records: number
  /** Numbers of lines that are not what was written, or not in their place; the first hundred. */
  readonly damaged: readonly number[]
  readonly damagedCount: number
  /** Bytes of half a line at the end. */
  readonly torn: number
}

/** What every line and every link of a journal says. */
export interface JournalReport {
  readonly isWhole: boolean
  readonly files: readonly JournalFileReport[]
  readonly records: number
  /** Of the first and the last record, ms since 1970; null where there is none. */
  readonly since: number | null
  readonly until: number | null
  readonly jobs: number
  readonly changes: Readonly<Record<ChangeState, number>>
  readonly head: JournalHead
  /** Damaged lines that were found and copied aside before. */
  readonly noted: number
  /** A version that this program does not know wrote a part of it. */
  readonly newer: number | null
}

/** A file that a person chose to restore: copied beside the journal and read, but not in its place yet. */
export interface StagedBackup {
  readonly name: string
  readonly report: JournalReport
  /** What stands in the journal now. */
  readonly present: JournalFacts
}

/** Commands about the journal as a whole. */
export interface JournalCommands {
  /** Rows in the order in which they were asked for, the first of all being number 0; `total` is how many there are. */
  'journal/slice': Command<
    { readonly from: number; readonly limit: number },
    { readonly rows: readonly JournalEntry[]; readonly total: number }
  >
  /** As they are now; those that are not there are left out. */
  'journal/entries': Command<{ readonly entryIds: readonly string[] }, readonly JournalEntry[]>
  'journal/facts': Command<undefined, JournalFacts>
  /** Reads the files anew, beside the app's work; null where it was stopped. */
  'journal/verify': Command<undefined, JournalReport | null>
  'journal/stop-verify': Command<undefined, null>
  /** Begins a new file. */
  'journal/begin-file': Command<undefined, JournalFacts>
  /** Writes all files as one to where the person says, and reads it back; null where they thought better of it. */
  'journal/back-up': Command<
    undefined,
    { readonly savedAs: string; readonly head: JournalHead; readonly records: number } | null
  >
  /** Asks which file, in the system's dialog; null where the person thought better of it. */
  'journal/choose-backup': Command<undefined, StagedBackup | null>
  /**
   * Puts the chosen file in the journal's place, where it is whole; what was there is moved aside. The page is loaded
   * anew once it is done. `busy` while changes are on their way or jobs run.
   */
  'journal/restore': Command<undefined, SwitchAnswer>
  'journal/drop-backup': Command<undefined, null>
}

export const journalCommandNames: Record<keyof JournalCommands, true> = {
  'journal/slice': true,
  'journal/entries': true,
  'journal/facts': true,
  'journal/verify': true,
  'journal/stop-verify': true,
  'journal/begin-file': true,
  'journal/back-up': true,
  'journal/choose-backup': true,
  'journal/restore': true,
  'journal/drop-backup': true,
}
