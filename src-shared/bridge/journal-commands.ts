import { z } from 'zod'
import type { ChangeState, JournalEntry } from '../model/changes/change'
import type { SharedResult } from '../model/branch/shared-results'
import { maxJournalSliceLength } from '../model/slices'
import type { Slice } from '../model/slices'
import { command, nonEmptyText, noInput, slice } from './command'
import type { SwitchResult } from './connect-commands'

/** The last record: its number and the SHA-256 of its line as 64 hex digits. */
export interface JournalHead {
  readonly n: number
  readonly hash: string
}

export interface JournalFacts {
  /** The format version being written. */
  readonly version: number
  /** The number of records; equals the head's number. */
  readonly records: number
  readonly head: JournalHead
  /** The number of rows in all jobs, as in `journal/slice`. */
  readonly rows: number
  /** The number of journal files. */
  readonly files: number
  readonly bytes: number
  readonly folder: string
}

export interface JournalFileReport {
  readonly name: string
  readonly bytes: number
  readonly records: number
  /** Line numbers of damaged or misplaced lines; the first hundred. */
  readonly damaged: readonly number[]
  readonly damagedCount: number
  /** Bytes of a partial line at the end. */
  readonly torn: number
}

/** The result of verifying every line and link of a journal. */
export interface JournalReport {
  readonly isWhole: boolean
  readonly files: readonly JournalFileReport[]
  readonly records: number
  /** Times of the first and last record, in ms since 1970; null without records. */
  readonly since: number | null
  readonly until: number | null
  readonly jobs: number
  readonly changes: Readonly<Record<ChangeState, number>>
  readonly head: JournalHead
  /** Damaged lines that were already copied aside. */
  readonly reportedDamage: number
  /** Signatures and their files in `signatures/` beside the journal. */
  readonly signatures: {
    readonly count: number
    /** Deleted by the app, which the journal records. */
    readonly deleted: number
    /** The names of files that are gone without a record; the first hundred. */
    readonly missing: readonly string[]
    /** The names of files with another checksum; the first hundred. */
    readonly differing: readonly string[]
  }
  /** A newer format version found in the journal. */
  readonly newer: number | null
}

/** A file chosen for a restore: copied and verified, but not restored yet. */
export interface StagedBackup {
  readonly name: string
  readonly report: JournalReport
  /** The current journal. */
  readonly present: JournalFacts
}

/** Commands about the journal as a whole. */
export const journalCommands = {
  /** Rows in the order of their request, starting at 0; `total` is their number. */
  'journal/slice': command(
    z.strictObject({
      from: z.int().min(0),
      limit: z.int().min(1).max(maxJournalSliceLength),
    }),
  ).returns<{ readonly rows: readonly JournalEntry[]; readonly total: number }>(),
  /** What other desks of the branch changed on this platform, the last first. */
  'journal/shared-slice': command(z.strictObject({ ...slice })).returns<
    Slice<SharedResult> & { readonly isInBranch: boolean }
  >(),
  /** The current entries; missing ones are left out. */
  'journal/entries': command(
    z.strictObject({
      entryIds: z.array(nonEmptyText).max(maxJournalSliceLength),
    }),
  ).returns<readonly JournalEntry[]>(),
  'journal/facts': command(noInput).returns<JournalFacts>(),
  /** Verifies the files in the background; null if stopped. */
  'journal/verify': command(noInput).returns<JournalReport | null>(),
  'journal/stop-verify': command(noInput).returns<null>(),
  /** Starts a new file. */
  'journal/rotate': command(noInput).returns<JournalFacts>(),
  /** Writes all files as one to a chosen location and reads it back; null if canceled. */
  'journal/back-up': command(noInput).returns<{
    readonly savedAs: string
    readonly head: JournalHead
    readonly records: number
    /** Files of signatures, which are not part of the backup, and their folder. */
    readonly signatures: number
    readonly signatureFolder: string
  } | null>(),
  /** Lets the user choose a file in a system dialog; null if canceled. */
  'journal/choose-backup': command(noInput).returns<StagedBackup | null>(),
  /**
   * Replaces the journal with the chosen file if it is intact; the old files are moved aside. Reloads the page
   * when done. `busy` while changes are being sent or jobs run.
   */
  'journal/restore': command(noInput).returns<SwitchResult>(),
  'journal/discard-backup': command(noInput).returns<null>(),
}
