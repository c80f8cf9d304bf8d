import type { JobPause, JobState } from '#shared/model/changes/job'
import type { RowResult } from '../../journal/journal'
import type { JournalRow } from '../../journal/record'
import { createBackOff } from '../../util/async'
import { noPlan } from './drift-guard'
import type { Plan } from './drift-guard'
import { createSentRows } from './sent-rows'
import type { SentRows } from './sent-rows'
import type { BackOff } from '../../util/async'

/** Data of a job that the journal does not contain. */
export interface UnjournaledData {
  /** Plug IDs by row index. */
  readonly plugIds: ReadonlyMap<number, string>
  /** Secrets of rows that are not sent yet. */
  readonly secrets: Map<JournalRow, string>
}

/** State of a job that is not on disk. */
export interface JobRuntime extends UnjournaledData {
  state: JobState
  pause: JobPause | null
  /** The last request of the user. A canceled job cannot be resumed. */
  requestedState: 'run' | 'pause' | 'cancel'
  /** Aborts waiting for the platform. */
  waiting: AbortController
  /** The delays between attempts; grow until the job makes progress. */
  readonly backOff: BackOff
  running: Promise<void> | null
  /** Results that could not be written. */
  unwritten: readonly RowResult[]
  /** Results being written. */
  writing: Promise<void> | null
  /** No row before this index is waiting. */
  next: number
  /** The job comes from an earlier session: its secrets must be loaded before it runs. */
  mustLoadSecrets: boolean
  /** Replaced when the user lets the job go on. */
  sentRows: SentRows
  /** The assets of its rows when it was confirmed; empty for a job of an earlier process. */
  plan: Plan
}

export const createJobRuntime = ({ plugIds, secrets }: UnjournaledData): JobRuntime => ({
  state: 'running',
  pause: null,
  requestedState: 'run',
  waiting: new AbortController(),
  backOff: createBackOff(),
  running: null,
  unwritten: [],
  writing: null,
  next: 0,
  mustLoadSecrets: false,
  sentRows: createSentRows(),
  plan: noPlan,
  plugIds,
  secrets,
})
