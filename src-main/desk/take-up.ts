import type { ChangeReason } from '#shared/model/change'
import type { JournaledChange } from '../journal/book'
import type { Journal, RowEnd } from '../journal/journal'

const interrupted: ChangeReason = { kind: 'interrupted' }

/**
 * What a process that died left behind: what was sent is unknown until it is read back; a single change that was
 * not is dropped, because whoever asked for it has gone on; a job's waiting rows stay, for a person to resume.
 */
export const takeUp = async (
  journal: Journal,
  settleLater: (change: JournaledChange) => void,
): Promise<void> => {
  for (const job of journal.jobs()) {
    const ends = job.courses.flatMap(({ state }, place): RowEnd[] => {
      if (state === 'sent') return [{ row: place, state: 'unknown', reason: interrupted }]
      const isDropped = state === 'intent' && job.courses.length === 1
      return isDropped ? [{ row: place, state: 'not-sent', reason: interrupted }] : []
    })
    if (ends.length > 0) await journal.end(job.jobId, ends)
  }
  for (const left of journal.open()) settleLater(left)
}
