import { basename } from 'node:path'
import type { CommandFailure } from '#shared/commands'
import type { JournalCommands, JournalFacts } from '#shared/journal-commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { entryOf } from '../desk/entry'
import type { Session, SessionSwitch } from '../environments/session-switch'
import { backUp } from '../journal/back-up'
import type { Journal } from '../journal/journal'
import { formatVersion } from '../journal/record'
import { dropStaged, stage } from '../journal/restore'
import type { Verifier } from '../journal/verify-thread'
import type { ChooseFile } from '../window/choose-file'
import type { CommandHandlers } from './registrar'

export interface JournalHandlerParts {
  readonly journal: Journal
  readonly verifier: Verifier
  readonly chooseFile: ChooseFile
  /** Whether a file there would lie among the app's own, or in place of one of them. */
  readonly isOwn: (path: string) => Promise<boolean>
  readonly sessions: Pick<SessionSwitch<Session>, 'to'>
  /** Nothing that waits in the queue is sent before a person has said so. */
  readonly holdQueue: () => Promise<void>
  /** Of the platform that is open. */
  readonly environmentId: string
  readonly now?: () => number
}

export type JournalHandlers = Pick<CommandHandlers, keyof JournalCommands>

/** What the disk says no to is data for the screen, not a fault of ours. */
const trying = async <Value>(
  code: 'not-saved' | 'not-found',
  work: () => Promise<Outcome<Value, CommandFailure>>,
): Promise<Outcome<Value, CommandFailure>> => {
  try {
    return await work()
  } catch (error) {
    return fail({ code, message: error instanceof Error ? error.message : 'unknown' })
  }
}

const closed = fail({ code: 'not-found' as const, message: 'the journal is not open' })

/** The commands about the journal as a whole: its rows in slices, its check, its backup and its files. */
export const createJournalHandlers = (parts: JournalHandlerParts): JournalHandlers => {
  const { journal, verifier, chooseFile } = parts
  const now = parts.now ?? Date.now
  const isClosed = journal.folder === ''
  /** Whether what is staged was found whole. */
  let isStagedWhole = false
  let isChoosing = false

  const facts = (): JournalFacts => {
    const files = journal.files()
    const head = journal.head()
    return {
      version: formatVersion,
      records: head.n,
      head,
      rows: journal.rows(),
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      folder: journal.folder,
    }
  }

  return {
    'journal/slice': ({ from, limit }) =>
      succeed({ rows: journal.slice(from, limit).map(entryOf), total: journal.rows() }),
    'journal/entries': ({ entryIds }) =>
      succeed(
        entryIds.flatMap((entryId) => {
          const change = journal.change(entryId)
          return change === null ? [] : [entryOf(change)]
        }),
      ),
    'journal/facts': () => (isClosed ? closed : succeed(facts())),
    'journal/verify': () =>
      isClosed ? closed : trying('not-found', async () => succeed(await verifier.verify(journal.files()))),
    'journal/stop-verify': () => {
      verifier.stop()
      return succeed(null)
    },
    'journal/begin-file': async () => {
      const begun = await journal.beginFile()
      return begun.ok ? succeed(facts()) : fail({ code: 'not-saved', message: begun.error.message })
    },
    'journal/back-up': () => {
      if (isClosed) return closed
      return trying('not-saved', async () => {
        const head = journal.head()
        const files = journal.files()
        const day = new Date(now()).toISOString().slice(0, 10)
        const path = await chooseFile.toSave(`lock-desk-journal-${day}-${head.n}.log`)
        if (path === null) return succeed(null)
        if (await parts.isOwn(path)) return fail({ code: 'own-folder', message: 'the app’s own folder' })
        await backUp(files, path)
        const report = await verifier.verify([{ path }])
        // A journal that is damaged is backed up as it is; what was written must be what was read.
        if (report !== null && report.head.hash !== head.hash) throw new Error('the disk kept something else')
        return succeed({ savedAs: path, head, records: head.n })
      })
    },
    'journal/choose-backup': () => {
      if (isClosed) return closed
      // A second file would be copied over the one that is being checked.
      if (isChoosing) return fail({ code: 'invalid-input', message: 'a backup is being chosen already' })
      isChoosing = true
      isStagedWhole = false
      return trying('not-found', async () => {
        const path = await chooseFile.toOpen()
        if (path === null) return succeed(null)
        const staged = await stage(journal.folder, path)
        const report = await verifier.verify([{ path: staged }])
        if (report === null) return succeed(null)
        isStagedWhole = report.isWhole && report.records > 0
        return succeed({ name: basename(path), report, present: facts() })
      }).finally(async () => {
        isChoosing = false
        if (!isStagedWhole) await dropStaged(journal.folder).catch(() => undefined)
      })
    },
    'journal/restore': () => {
      if (!isStagedWhole) return fail({ code: 'invalid-input', message: 'no whole journal was chosen' })
      return trying('not-saved', async () => {
        const between = async () => {
          isStagedWhole = false
          // The backup does not know what has left the queue since.
          await parts.holdQueue()
          const taken = await journal.takeStaged()
          if (!taken.ok) throw new Error(taken.error.message)
        }
        return succeed(await parts.sessions.to(parts.environmentId, { pauseJobs: false, between }))
      })
    },
    'journal/drop-backup': async () => {
      isStagedWhole = false
      if (!isClosed) await dropStaged(journal.folder)
      return succeed(null)
    },
  }
}
