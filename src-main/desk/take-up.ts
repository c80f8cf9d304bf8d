import type { ChangeReason } from '#shared/model/change'
import type { Journal, RowEnd } from '../journal/journal'
import type { Endings } from './endings'
import { isFromQueue } from './queued-row'
import type { Settler } from './settle'

const interrupted: ChangeReason = { kind: 'interrupted' }

/**
 * What a process that died left behind: what was sent is unknown until it is read back; a single change that was
 * not is dropped, because whoever asked for it has gone on; a job's waiting rows stay, for a person to resume, but
 * those of the queue go back to it: their records are looked at anew before they leave.
 */
export const takeUp = async (journal: Journal, endings: Endings, settler: Settler): Promise<void> => {
  // All of it is looked at before the first wait: from then on what is on its way may be ours.
  const left = journal.jobs().flatMap((job) => {
    const { jobId, courses, counts } = job
    const dropsWaiting = courses.length === 1 || (counts.intent > 0 && isFromQueue(job))
    if (counts.sent === 0 && (counts.intent === 0 || !dropsWaiting)) return []
    const ends = courses.flatMap(({ state }, place): RowEnd[] => {
      if (state === 'sent') return [{ row: place, state: 'unknown', reason: interrupted }]
      return state === 'intent' && dropsWaiting
        ? [{ row: place, state: 'not-sent', reason: interrupted }]
        : []
    })
    return [{ jobId, ends }]
  })
  await Promise.all(left.map(({ jobId, ends }) => endings.write(jobId, ends)))
  settler.later(journal.open())
}
