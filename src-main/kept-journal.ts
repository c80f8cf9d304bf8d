import { join } from 'node:path'
import { closedJournal } from './journal/closed-journal'
import { openJournal } from './journal/journal'
import type { Journal, JournalProblem } from './journal/journal'
import type { Log } from './log/log'
import type { Notices } from './notices/notices'

const told = {
  locked: 'journal-locked',
  newer: 'journal-newer',
  'not-writable': 'journal-shut',
} as const

/** The journal, or one that takes nothing in where it cannot be opened; the problem is then told in the notices. */
export const openKeptJournal = async (
  folder: string,
  { notices, log }: { readonly notices: Notices; readonly log: Log },
): Promise<{ readonly journal: Journal; readonly problem: JournalProblem | null }> => {
  const opened = await openJournal({ folder: join(folder, 'journal') })
  if (!opened.ok) {
    log.error('the journal could not be opened', opened.error)
    notices.add(told[opened.error.code], opened.error.message)
    return { journal: closedJournal(), problem: opened.error }
  }
  const { journal, quarantined } = opened.value
  if (quarantined !== null) notices.add('journal-unreadable', quarantined)
  return { journal, problem: null }
}
