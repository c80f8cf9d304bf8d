import { randomUUID } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import type { ChangeReason } from '#shared/model/changes/change'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { OwnedElsewhereError, takeOwnership } from '../../src-system/owner-lock'
import type { Ownership } from '../../src-system/owner-lock'
import { makeContentPrivate, makePrivateFolder } from '../../src-system/private-folder'
import type { Computer } from '../../src-system/this-computer'
import { createEmitter } from '../util/emitter'
import type { OpenFile } from '../util/files/append-file'
import { changeAt, createJournalIndex, isOpen } from './journal-index'
import type { JournaledChange, JournaledJob, RowOfJob } from './journal-index'
import type { SyncedFile } from './file-chain'
import { createHashChainWriter } from './hash-chain-writer'
import { NewerJournalError, openFiles } from './open-files'
import type { JournaledSignature } from './signature-index'
import type { FinalState, Intent, Json, NewRecord } from './record'
import type { Head } from './line'
import { commitRestore, endRestore, isRestoreCommitted } from './restore'

export { journalFile } from './journal-files'

type WriteFailure = Failure<'not-writable'>

export interface RowResult {
  /** The row's index in its job. */
  readonly row: number
  readonly state: FinalState
  readonly reason: ChangeReason | null
  /** Data that the platform returns only once. */
  readonly result?: Json
}

export interface JournalChange {
  readonly jobId: string
  /** The indexes of rows with a new state. */
  readonly rowIndexes: readonly number[]
}

export interface Journal {
  /** Resolves when the intent is on disk; nothing may be sent before. */
  recordIntent(intent: Intent): Promise<Outcome<JournaledJob, WriteFailure>>
  /** Must be called right before the first byte of these rows is sent. Throws if the write fails. */
  recordSent(jobId: string, rowIndexes: readonly number[]): Promise<void>
  /** Records that rows marked “sent” were certainly not carried out and wait again. */
  recordReturned(jobId: string, rowIndexes: readonly number[]): Promise<Outcome<null, WriteFailure>>
  recordResults(jobId: string, results: readonly RowResult[]): Promise<Outcome<null, WriteFailure>>
  /** Records that the job's waiting rows will not be sent. */
  closeJob(jobId: string, reason: ChangeReason): Promise<Outcome<null, WriteFailure>>
  /** Records a signature whose file is on disk. */
  recordSignature(
    signature: Pick<JournaledSignature, 'id' | 'sha256' | 'line' | 'jobs' | 'loan'>,
  ): Promise<Outcome<null, WriteFailure>>
  /** Records that the app deletes a signature's file. */
  recordDeletedSignature(id: string, because: string): Promise<Outcome<null, WriteFailure>>
  /** Records that a platform is look only from now on, or no longer. */
  recordLookOnly(platformId: string, isOn: boolean): Promise<Outcome<null, WriteFailure>>
  /** Oldest first. */
  signatures(): readonly JournaledSignature[]
  job(jobId: string): JournaledJob | null
  change(entryId: string): JournaledChange | null
  /** Oldest first. */
  jobs(): readonly JournaledJob[]
  /** The number of rows in all jobs. */
  rows(): number
  /** Rows of all jobs in the order of their request; the first has index 0. */
  slice(from: number, limit: number): readonly JournaledChange[]
  /** Newest first. */
  recent(limit: number): readonly JournaledChange[]
  /**
   * Whether a later change of the same lock was requested on the same platform; it replaces the earlier one.
   */
  hasLater(change: RowOfJob): boolean
  /** Whether a later change was sent; then the platform's record says nothing about the earlier one. */
  hasLaterSent(change: RowOfJob): boolean
  /** Changes without a final state. */
  open(): readonly JournaledChange[]
  onChange(listener: (change: JournalChange) => void): () => void
  /** After each write, also of records that change no row. */
  onWrite(listener: (value: null) => void): () => void
  readonly folder: string
  head(): Head
  /** The journal's files, oldest first, with the number of bytes certainly on disk. */
  files(): readonly SyncedFile[]
  /** Starts a new file. */
  rotate(): Promise<Outcome<null, WriteFailure>>
  /**
   * Replaces the journal with the staged file (restore.ts); only while nothing is written. Moves the old files
   * aside. Fails with `unfinished` if the next start completes the restore; the journal is closed until then.
   */
  restoreStaged(): Promise<Outcome<null, Failure<'not-writable' | 'unfinished'>>>
  stop(): Promise<void>
}

/** Why a journal is not open. */
export type JournalProblem = Failure<'locked' | 'elsewhere' | 'not-writable' | 'newer'>

export interface OpenedJournal {
  readonly journal: Journal
  /** The name of the copy of a damaged journal, if damage was found at this start. */
  readonly quarantined: string | null
}

/** About 40,000 changes; a file of this size is read in a quarter of a second. */
export const defaultMaxFileBytes = 16 * 1024 * 1024

const newestFirst = (jobs: readonly JournaledJob[], limit: number): JournaledChange[] => {
  const found: JournaledChange[] = []
  for (const job of jobs.toReversed()) {
    for (let rowIndex = job.rowStates.length - 1; rowIndex >= 0; rowIndex -= 1) {
      if (found.length >= limit) return found
      const change = changeAt(job, rowIndex)
      if (change !== null) found.push(change)
    }
  }
  return found
}

/** Opens the folder's files for reading and appending. */
const open = async (options: {
  folder: string
  now: () => number
  maxFileBytes: number
  openFile: OpenFile | undefined
}) => {
  const { folder, now, maxFileBytes } = options
  const index = createJournalIndex()
  const { chain, read, quarantined, isRestored, backUpOlder } = await openFiles(
    folder,
    now(),
    options.openFile,
    index.apply,
  )
  const writer = createHashChainWriter({ files: chain, head: read.head, now, maxFileBytes, backUpOlder })
  for (const { lines, copy, file } of quarantined) {
    // If this write fails, the damage is found and reported again at the next start.
    await writer.append({ kind: 'damage', lines, copy, file }).catch(() => undefined)
  }
  const endWaiting = async (): Promise<void> => {
    // Rows that waited at the time of the backup may have been sent since, so they become unconfirmed and
    // cannot be resumed.
    for (const { jobId, rowStates } of index.jobs()) {
      const results = rowStates.flatMap(({ state }, row): RowResult[] =>
        isOpen(state) ? [{ row, state: 'unknown', reason: { kind: 'interrupted' } }] : [],
      )
      if (results.length > 0) index.apply(await writer.append({ kind: 'ended', job: jobId, ends: results }))
    }
    await endRestore(folder)
  }
  try {
    if (isRestored) await endWaiting()
  } catch (error) {
    await chain.close()
    throw error
  }
  return { index, chain, writer, isRestored, quarantined: quarantined[0]?.copy ?? null }
}

/**
 * Opens the write-ahead journal of all changes: `journal.log` and its successors in `folder`, one record per
 * line (record.ts), synced before anything is sent. Damaged lines are copied aside and skipped, never deleted.
 * Fails with `locked` if another process writes it, with `elsewhere` and the host name if another computer does, and with `newer` if a newer version of the app wrote it;
 * the files are then unchanged.
 */
export const openJournal = async (options: {
  folder: string
  now?: () => number
  openFile?: OpenFile
  /** In bytes; a longer file is followed by a new one. */
  maxFileBytes?: number
  computer?: Computer
}): Promise<Outcome<OpenedJournal, JournalProblem>> => {
  const { folder, now = Date.now, maxFileBytes = defaultMaxFileBytes, openFile } = options
  let owner: Ownership | null = null
  let opened: Awaited<ReturnType<typeof open>>
  try {
    makePrivateFolder(folder)
    makeContentPrivate(folder)
    owner = await takeOwnership(folder, options.computer)
    if (owner === null) return fail({ code: 'locked', message: 'another Lock Desk uses this journal' })
    opened = await open({ folder, now, maxFileBytes, openFile })
  } catch (error) {
    await owner?.release()
    if (error instanceof OwnedElsewhereError) return fail({ code: 'elsewhere', message: error.host })
    const code = error instanceof NewerJournalError ? 'newer' : 'not-writable'
    return fail({ code, message: messageOf(error) })
  }

  const listeners = createEmitter<JournalChange>()
  const writes = createEmitter<null>()

  const write = async (record: NewRecord): Promise<void> => {
    const { index, writer } = opened
    const change = index.apply(await writer.append(record))
    if (change !== null) listeners.emit(change)
    writes.emit(null)
  }

  const attempt = async (work: () => Promise<void>): Promise<Outcome<null, WriteFailure>> => {
    try {
      await work()
      return succeed(null)
    } catch (error) {
      return fail({ code: 'not-writable', message: messageOf(error) })
    }
  }

  const journal: Journal = {
    recordIntent: async (intent) => {
      const jobId = randomUUID()
      const written = await attempt(() => write({ kind: 'job', job: jobId, intent }))
      if (!written.ok) return written
      const job = opened.index.job(jobId)
      return job === null ? fail({ code: 'not-writable', message: 'no such job' }) : succeed(job)
    },
    recordSent: (jobId, rowIndexes) => write({ kind: 'sent', job: jobId, rows: [...rowIndexes] }),
    recordReturned: (jobId, rowIndexes) =>
      attempt(() => write({ kind: 'returned', job: jobId, rows: [...rowIndexes] })),
    recordResults: (jobId, results) =>
      attempt(() => write({ kind: 'ended', job: jobId, ends: [...results] })),
    closeJob: (jobId, reason) => attempt(() => write({ kind: 'closed', job: jobId, reason })),
    recordSignature: ({ id, sha256, line, jobs, loan }) =>
      attempt(() => write({ kind: 'signed', signature: id, sha256, line, jobs: [...jobs], loan })),
    recordDeletedSignature: (id, because) =>
      attempt(() => write({ kind: 'signature-deleted', signature: id, because })),
    recordLookOnly: (platform, isOn) => attempt(() => write({ kind: 'look-only', platform, isOn })),
    signatures: () => opened.index.signatures(),
    job: (jobId) => opened.index.job(jobId),
    change: (entryId) => opened.index.change(entryId),
    jobs: () => opened.index.jobs(),
    rows: () => opened.index.rows(),
    slice: (from, limit) => opened.index.slice(from, limit),
    recent: (limit) => newestFirst(opened.index.jobs(), limit),
    hasLater: (change) => opened.index.hasLater(change),
    hasLaterSent: (change) => opened.index.hasLaterSent(change),
    open: () =>
      opened.index.jobs().flatMap((job) => {
        const { intent, sent, unknown } = job.counts
        if (intent + sent + unknown === 0) return []
        return job.rowStates.flatMap(({ state }, rowIndex) =>
          isOpen(state) || state === 'unknown' ? (changeAt(job, rowIndex) ?? []) : [],
        )
      }),
    onChange: listeners.add,
    onWrite: writes.add,
    folder,
    head: () => opened.writer.head(),
    files: () => opened.chain.files(),
    rotate: async () => {
      const rotated = await attempt(() => opened.writer.rotate())
      writes.emit(null)
      return rotated
    },
    restoreStaged: async () => {
      await opened.writer.settled()
      await opened.chain.close()
      const committed = await attempt(() => commitRestore(folder, now()))
      // Renaming back may have failed too; then what is on disk decides.
      const isCommitted = committed.ok || (await isRestoreCommitted(folder).catch(() => false))
      const reopened = await attempt(async () => {
        opened = await open({ folder, now, maxFileBytes, openFile })
      })
      writes.emit(null)
      if (reopened.ok) return opened.isRestored ? succeed(null) : committed
      return isCommitted ? fail({ ...reopened.error, code: 'unfinished' }) : reopened
    },
    stop: async () => {
      await opened.writer.settled()
      await opened.chain.close()
      await owner.release()
    },
  }
  return succeed({ journal, quarantined: opened.quarantined })
}
