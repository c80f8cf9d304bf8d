import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { ChangeReason } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { createListeners } from '../listeners'
import type { OpenFile } from './append-file'
import { changeAt, createBook, isOpen } from './book'
import type { JournaledChange, JournaledJob, RowOfJob } from './book'
import type { SureFile } from './file-chain'
import { createLinkedWriter } from './linked-writer'
import { NewerJournal, openFiles } from './open-files'
import { takeOwnership } from './owner-lock'
import type { Ending, Head, Intent, Json, NewRecord } from './record'
import { decideRestore } from './restore'

export { journalFile } from './journal-files'

type WriteFailure = Failure<'not-writable'>

export interface RowEnd {
  /** The row's place in its job. */
  readonly row: number
  readonly state: Ending
  readonly reason: ChangeReason | null
  /** What the platform gave for it and gives only once. */
  readonly result?: Json
}

export interface JournalChange {
  readonly jobId: string
  /** The rows that have a new state. */
  readonly places: readonly number[]
}

export interface Journal {
  /** Resolves when the intent is on the disk; only then may anything be sent. */
  intend(intent: Intent): Promise<Outcome<JournaledJob, WriteFailure>>
  /** Written right before the first byte of these rows may leave. Throws where the disk does not take it. */
  sending(jobId: string, places: readonly number[]): Promise<void>
  /** Of rows that were about to leave it is certain that they were not carried out: they wait again. */
  returned(jobId: string, places: readonly number[]): Promise<Outcome<null, WriteFailure>>
  end(jobId: string, ends: readonly RowEnd[]): Promise<Outcome<null, WriteFailure>>
  /** What still waits of the job will not be sent. */
  close(jobId: string, reason: ChangeReason): Promise<Outcome<null, WriteFailure>>
  job(jobId: string): JournaledJob | null
  change(entryId: string): JournaledChange | null
  /** Oldest first. */
  jobs(): readonly JournaledJob[]
  /** The rows of all jobs. */
  rows(): number
  /** Rows of all jobs in the order in which they were asked for; the first of all is number 0. */
  slice(from: number, limit: number): readonly JournaledChange[]
  /** Newest first. */
  recent(limit: number): readonly JournaledChange[]
  /** Whether a later change of the same lock was asked for, on the same platform: the earlier one is not wanted then. */
  hasLater(change: RowOfJob): boolean
  /** Whether one has left: the platform's record says nothing about the earlier one then. */
  hasLaterSent(change: RowOfJob): boolean
  /** Changes without a last word. */
  open(): readonly JournaledChange[]
  onChange(listener: (change: JournalChange) => void): () => void
  readonly folder: string
  head(): Head
  /** The files it is made of, the oldest first, with as much of each as is sure to be on the disk. */
  files(): readonly SureFile[]
  /** Begins a new file. */
  beginFile(): Promise<Outcome<null, WriteFailure>>
  /** Puts the staged file in its place (restore.ts); only while nobody writes. What was there is moved aside. */
  takeStaged(): Promise<Outcome<null, WriteFailure>>
  stop(): Promise<void>
}

/** Why a journal is not open. */
export type JournalProblem = Failure<'locked' | 'not-writable' | 'newer'>

export interface OpenedJournal {
  readonly journal: Journal
  /** The name of the copy of a damaged journal, where damage was found just now. */
  readonly quarantined: string | null
}

/** Some 40,000 changes; a file of this size is read in a quarter of a second. */
const longestFileBytes = 16 * 1024 * 1024

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

const newestFirst = (jobs: readonly JournaledJob[], limit: number): JournaledChange[] => {
  const found: JournaledChange[] = []
  for (const job of jobs.toReversed()) {
    for (let place = job.courses.length - 1; place >= 0; place -= 1) {
      if (found.length >= limit) return found
      const change = changeAt(job, place)
      if (change !== null) found.push(change)
    }
  }
  return found
}

/** The files of the folder, read and ready to be written. */
const open = async (options: {
  folder: string
  now: () => number
  longestFile: number
  openFile: OpenFile | undefined
}) => {
  const { folder, now, longestFile } = options
  const book = createBook()
  const { chain, read, quarantined, isRestored, backUpOlder } = await openFiles(
    folder,
    now(),
    options.openFile,
    book.apply,
  )
  const writer = createLinkedWriter({ files: chain, head: read.head, now, longestFile, backUpOlder })
  for (const { lines, copy, file } of quarantined) {
    // Where the disk does not take it, the damage is found and told once more the next time.
    await writer.append({ kind: 'damage', lines, copy, file }).catch(() => undefined)
  }
  if (isRestored) {
    // What waited when the backup was made may have left since: nobody knows, and nothing of it may be resumed.
    for (const { jobId, courses } of book.jobs()) {
      const ends = courses.flatMap(({ state }, row): RowEnd[] =>
        isOpen(state) ? [{ row, state: 'unknown', reason: { kind: 'interrupted' } }] : [],
      )
      if (ends.length > 0) book.apply(await writer.append({ kind: 'ended', job: jobId, ends }))
    }
  }
  return { book, chain, writer, quarantined: quarantined[0]?.copy ?? null }
}

/**
 * Opens the write-ahead record of every change asked of the platform: `journal.log` and what follows it in `folder`,
 * one record a line (record.ts), appended and synced before anything is sent. Damage is copied aside and skipped,
 * never wiped. `locked` where another process writes it, `newer` where a later version of the app wrote it: it is
 * left alone then.
 */
export const openJournal = async (options: {
  folder: string
  now?: () => number
  openFile?: OpenFile
  /** In bytes; longer, and a new file is begun. */
  longestFile?: number
}): Promise<Outcome<OpenedJournal, JournalProblem>> => {
  const { folder, now = Date.now, longestFile = longestFileBytes, openFile } = options
  let owner: { release: () => void } | null = null
  let opened: Awaited<ReturnType<typeof open>>
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    owner = await takeOwnership(folder)
    if (owner === null) return fail({ code: 'locked', message: 'another Lock Desk writes this journal' })
    opened = await open({ folder, now, longestFile, openFile })
  } catch (error) {
    owner?.release()
    const code = error instanceof NewerJournal ? 'newer' : 'not-writable'
    return fail({ code, message: messageOf(error) })
  }

  const listeners = createListeners<JournalChange>()

  const write = async (record: NewRecord): Promise<void> => {
    const { book, writer } = opened
    const change = book.apply(await writer.append(record))
    if (change !== null) listeners.tell(change)
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
    intend: async (intent) => {
      const jobId = randomUUID()
      const written = await attempt(() => write({ kind: 'job', job: jobId, intent }))
      if (!written.ok) return written
      const job = opened.book.job(jobId)
      return job === null ? fail({ code: 'not-writable', message: 'no such job' }) : succeed(job)
    },
    sending: (jobId, places) => write({ kind: 'sent', job: jobId, rows: [...places] }),
    returned: (jobId, places) => attempt(() => write({ kind: 'returned', job: jobId, rows: [...places] })),
    end: (jobId, ends) => attempt(() => write({ kind: 'ended', job: jobId, ends: [...ends] })),
    close: (jobId, reason) => attempt(() => write({ kind: 'closed', job: jobId, reason })),
    job: (jobId) => opened.book.job(jobId),
    change: (entryId) => opened.book.change(entryId),
    jobs: () => opened.book.jobs(),
    rows: () => opened.book.rows(),
    slice: (from, limit) => opened.book.slice(from, limit),
    recent: (limit) => newestFirst(opened.book.jobs(), limit),
    hasLater: (change) => opened.book.hasLater(change),
    hasLaterSent: (change) => opened.book.hasLaterSent(change),
    open: () =>
      opened.book.jobs().flatMap((job) => {
        const { intent, sent, unknown } = job.counts
        if (intent + sent + unknown === 0) return []
        return job.courses.flatMap(({ state }, place) =>
          isOpen(state) || state === 'unknown' ? (changeAt(job, place) ?? []) : [],
        )
      }),
    onChange: listeners.add,
    folder,
    head: () => opened.writer.head(),
    files: () => opened.chain.files(),
    beginFile: () => attempt(() => opened.writer.beginFile()),
    takeStaged: () =>
      attempt(async () => {
        await opened.writer.settled()
        await opened.chain.close()
        try {
          await decideRestore(folder, now())
        } finally {
          opened = await open({ folder, now, longestFile, openFile })
        }
      }),
    stop: async () => {
      await opened.writer.settled()
      await opened.chain.close()
      owner.release()
    },
  }
  return succeed({ journal, quarantined: opened.quarantined })
}
