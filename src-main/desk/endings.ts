import type { Journal, JournalChange, RowEnd } from '../journal/journal'

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Writes what became of rows; an ending that the disk does not take is kept, and tried again until it does. */
export const createEndings = (deps: {
  journal: Journal
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Fires at the end of the desk. */
  signal: AbortSignal
  /** An ending that was kept is on the disk. */
  onLate: (late: JournalChange) => void
}) => {
  const { journal, pause, signal, onLate } = deps
  const isOver = () => signal.aborted

  const keepTrying = async (jobId: string, ends: readonly RowEnd[]): Promise<void> => {
    for (let ms = firstPauseMs; !isOver(); ms = Math.min(ms * 2, longestPauseMs)) {
      await pause(ms, signal)
      if (isOver() || !(await journal.end(jobId, ends)).ok) continue
      onLate({ jobId, places: ends.map(({ row }) => row) })
      return
    }
  }

  return {
    /** Whether it is on the disk already. */
    write: async (jobId: string, ends: readonly RowEnd[]): Promise<boolean> => {
      if ((await journal.end(jobId, ends)).ok) return true
      void keepTrying(jobId, ends)
      return false
    },
  }
}
export type Endings = ReturnType<typeof createEndings>
