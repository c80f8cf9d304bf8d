import type { JobPause, JobState } from '#shared/model/job'
import type { RowEnd } from '../journal/journal'
import type { JournalRow } from '../journal/record'
import { firstPauseMs } from './wait-for-platform'

/** What a job needs and the journal does not hold. */
export interface NotWritten {
  /** The plugged lock a row is for, by the row's place. */
  readonly plugIds: ReadonlyMap<number, string>
  /** Of each row until it has left. */
  readonly secrets: Map<JournalRow, string>
}

/** What of a job is not on the disk. */
export interface Course extends NotWritten {
  state: JobState
  pause: JobPause | null
  /** What the person asked for while a call was on its way. A cancelled job is not called back. */
  wanted: 'run' | 'pause' | 'cancel'
  /** Ends the waiting for the platform. */
  waiting: AbortController
  /** The next wait for the platform begins with this: it grows for as long as the job gets no further. */
  patienceMs: number
  running: Promise<void> | null
  /** Endings that the disk did not take. */
  unwritten: readonly RowEnd[]
  /** Endings on their way to the disk. */
  writing: Promise<void> | null
  /** No row before this one waits. */
  next: number
  /** It was begun by an earlier desk: what its rows need beside the journal is read back first. */
  isToRecall: boolean
}

export const newCourse = ({ plugIds, secrets }: NotWritten): Course => ({
  state: 'running',
  pause: null,
  wanted: 'run',
  waiting: new AbortController(),
  patienceMs: firstPauseMs,
  running: null,
  unwritten: [],
  writing: null,
  next: 0,
  isToRecall: false,
  plugIds,
  secrets,
})
