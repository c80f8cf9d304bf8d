import type { JobPause } from '#shared/model/changes/job'

/** What a job has sent since it last went on. */
export interface SentRows {
  tried: number
  /** The indexes of rows that failed or are unconfirmed. */
  readonly failed: Set<number>
  /** Unconfirmed rows that were read back once. */
  readonly readBack: Set<number>
  /** The row that was sent alone, until its result lets the job go on. */
  first: number | null
}

export const createSentRows = (): SentRows => ({
  tried: 0,
  failed: new Set(),
  readBack: new Set(),
  first: null,
})

/** The count after the user lets the job go on. A first row that has not been judged yet still is. */
export const restartCount = (sentRows: SentRows, pause: JobPause | null): SentRows => {
  const first = pause?.kind === 'first-failed' ? null : sentRows.first
  return { ...createSentRows(), first, failed: new Set(first === null ? [] : [first]) }
}
