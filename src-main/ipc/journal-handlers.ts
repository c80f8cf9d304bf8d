import { basename } from 'node:path'
import type { journalCommands, JournalFacts } from '#shared/bridge/journal-commands'
import { dayOf } from '#shared/model/calendar-day'
import { fail, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import { holdAll } from '../changes/offline-queue/queue-file'
import { backUp } from '../journal/back-up'
import { formatVersion } from '../journal/record'
import { signatureFolderOf } from '../journal/signature-files'
import { dropStaged, stage } from '../journal/restore'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'
import { withFileErrors } from './outcomes'

export type JournalHandlers = HandlersOf<typeof journalCommands>

/** The next start completes the restore. */
class UnfinishedRestoreError extends Error {}

const journalClosed = fail({ code: 'not-found' as const, message: 'the journal is not open' })

/** Handlers for the whole journal: paged rows, verification, backup and export. */
export const createJournalHandlers = (
  {
    desktop: { chooseFile, isOwn },
    files,
    journal,
    sessions,
    verifier,
  }: Pick<AppContext, 'journal' | 'sessions' | 'verifier'> & {
    readonly desktop: Pick<AppContext['desktop'], 'chooseFile' | 'isOwn'>
    readonly files: { readonly queue: Pick<AppContext['files']['queue'], 'update'> }
  },
  {
    savedPlatformId,
    sharedActivity,
    changeService: { entryOf },
  }: Pick<PlatformSession, 'savedPlatformId' | 'sharedActivity'> & {
    readonly changeService: Pick<PlatformSession['changeService'], 'entryOf'>
  },
): JournalHandlers => {
  const isClosed = journal.folder === ''
  /** Whether the staged backup passed verification. */
  let isStagedValid = false
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
    'journal/shared-slice': ({ from, limit }) => succeed(sharedActivity.list(from, limit)),
    'journal/entries': ({ entryIds }) =>
      succeed(
        entryIds.flatMap((entryId) => {
          const change = journal.change(entryId)
          return change === null ? [] : [entryOf(change)]
        }),
      ),
    'journal/facts': () => (isClosed ? journalClosed : succeed(facts())),
    'journal/verify': () =>
      isClosed
        ? journalClosed
        : withFileErrors('not-found', async () => succeed(await verifier.verify(journal.files()))),
    'journal/stop-verify': () => {
      verifier.stop()
      return succeed(null)
    },
    'journal/rotate': async () => {
      const rotated = await journal.rotate()
      return rotated.ok ? succeed(facts()) : fail({ code: 'not-saved', message: rotated.error.message })
    },
    'journal/back-up': () => {
      if (isClosed) return journalClosed
      return withFileErrors('file-not-saved', async () => {
        const head = journal.head()
        const files = journal.files()
        const path = await chooseFile.toSave(`lock-desk-journal-${dayOf(Date.now())}-${head.n}.log`)
        if (path === null) return succeed(null)
        if (await isOwn(path)) return fail({ code: 'own-folder', message: 'the folder belongs to the app' })
        await backUp(files, path)
        const report = await verifier.verify([{ path }])
        // A damaged journal is backed up as it is; the written file must match what was read.
        if (report !== null && report.head.hash !== head.hash)
          throw new Error('the file on disk differs from what was written')
        const signatures = journal.signatures().filter(({ deleted }) => deleted === null).length
        return succeed({
          savedAs: path,
          head,
          records: head.n,
          signatures,
          signatureFolder: signatureFolderOf(journal.folder),
        })
      })
    },
    'journal/choose-backup': () => {
      if (isClosed) return journalClosed
      // A second file would overwrite the one that is being checked.
      if (isChoosing) return fail({ code: 'invalid-input', message: 'a backup is already being chosen' })
      isChoosing = true
      isStagedValid = false
      return withFileErrors('not-found', async () => {
        const path = await chooseFile.toOpen('journal')
        if (path === null) return succeed(null)
        const staged = await stage(journal.folder, path)
        const report = await verifier.verify([{ path: staged }])
        if (report === null) return succeed(null)
        isStagedValid = report.isWhole && report.records > 0
        return succeed({ name: basename(path), report, present: facts() })
      }).finally(async () => {
        isChoosing = false
        if (!isStagedValid) await dropStaged(journal.folder).catch(() => undefined)
      })
    },
    'journal/restore': () => {
      if (!isStagedValid) return fail({ code: 'invalid-input', message: 'no intact journal was chosen' })
      return withFileErrors('not-saved', async () => {
        const between = async () => {
          isStagedValid = false
          // The backup does not know which items have left the queue since.
          await files.queue.update((content) => holdAll(content, Date.now(), 'journal-restored'))
          const restored = await journal.restoreStaged()
          if (restored.ok) return
          const { code, message } = restored.error
          throw code === 'unfinished' ? new UnfinishedRestoreError(message) : new Error(message)
        }
        try {
          return succeed(await sessions.to(savedPlatformId, { pauseJobs: false, between }))
        } catch (error) {
          if (!(error instanceof UnfinishedRestoreError)) throw error
          return fail({ code: 'restore-unfinished', message: error.message })
        }
      })
    },
    'journal/discard-backup': async () => {
      isStagedValid = false
      if (!isClosed) await dropStaged(journal.folder)
      return succeed(null)
    },
  }
}
