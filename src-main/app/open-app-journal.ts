import { join } from 'node:path'
import { createNullJournal } from '../journal/null-journal'
import { openJournal } from '../journal/journal'
import type { Journal, JournalProblem } from '../journal/journal'
import type { Log } from '../log/log'
import type { Notices } from '../notices/notices'

const noticeOf = {
  locked: 'journal-locked',
  elsewhere: 'journal-elsewhere',
  newer: 'journal-newer',
  'not-writable': 'journal-not-open',
} as const

/** Opens the journal. If it cannot be opened, adds a notice and returns a journal that rejects writes. */
export const openAppJournal = async (
  folder: string,
  { notices, log }: { readonly notices: Notices; readonly log: Log },
): Promise<{ readonly journal: Journal; readonly problem: JournalProblem | null }> => {
  const opened = await openJournal({ folder: join(folder, 'journal') })
  if (!opened.ok) {
    log.error('the journal cannot be opened', opened.error)
    notices.add(noticeOf[opened.error.code], opened.error.message)
    return { journal: createNullJournal(), problem: opened.error }
  }
  const { journal, quarantined } = opened.value
  if (quarantined !== null) notices.add('journal-unreadable', quarantined)
  return { journal, problem: null }
}
