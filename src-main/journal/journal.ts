import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeReason } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { createListeners } from '../listeners'
import { openAppendFile } from './append-file'
import type { AppendFile, OpenFile } from './append-file'
import { changeAt, createBook, isOpen } from './book'
import type { JournaledChange, JournaledJob, RowOfJob } from './book'
import { createLinkedWriter } from './linked-writer'
import { takeOwnership } from './owner-lock'
import { readJournal } from './read-journal'
import type { Ending, Intent, Json, NewRecord } from './record'

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
  /** Newest first. */
  recent(limit: number): readonly JournaledChange[]
  /** Whether a later change of the same lock was asked for, on the same platform: the earlier one is not wanted then. */
  hasLater(change: RowOfJob): boolean
  /** Whether one has left: the platform's record says nothing about the earlier one then. */
  hasLaterSent(change: RowOfJob): boolean
  /** Changes without a last word. */
  open(): readonly JournaledChange[]
  onChange(listener: (change: JournalChange) => void): () => void
  stop(): Promise<void>
}

export interface OpenedJournal {
  readonly journal: Journal
  /** The name of the copy of a damaged journal, where damage was found just now. */
  readonly quarantined: string | null
}

export const journalFile = 'journal.log'

const stamp = (now: number): string => new Date(now).toISOString().replaceAll(':', '')

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

/**
 * Opens the write-ahead record of every change asked of the platform: `journal.log` in `folder`, one record a line
 * (record.ts), appended and synced before anything is sent. Damage is copied aside and skipped, never wiped.
 * `locked` where another process writes it.
 */
export const openJournal = async (options: {
  folder: string
  now?: () => number
  openFile?: OpenFile
}): Promise<Outcome<OpenedJournal, Failure<'locked' | 'not-writable'>>> => {
  const { folder } = options
  const now = options.now ?? Date.now
  const path = join(folder, journalFile)
  const book = createBook()
  let owner: { release: () => void } | null = null
  let file: AppendFile
  let quarantined: string | null = null
  let found: ReturnType<typeof readJournal>
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    owner = await takeOwnership(folder)
    if (owner === null) return fail({ code: 'locked', message: 'another Lock Desk writes this journal' })
    await (await open(path, 'a', 0o600)).close()
    const bytes = await readFile(path)
    found = readJournal(bytes)
    if (found.damaged.length > 0) {
      quarantined = `journal.damaged-${stamp(now())}.log`
      await copyFile(path, join(folder, quarantined))
    }
    if (found.torn.length > 0) {
      await writeFile(join(folder, `journal.torn-${stamp(now())}.log`), found.torn, { mode: 0o600 })
      await truncate(path, found.wholeBytes)
    }
    for (const record of found.records) book.apply(record)
    file = await openAppendFile(path, found.wholeBytes, options.openFile)
    if (found.wholeBytes > 0 && bytes[found.wholeBytes - 1] !== 0x0a) await file.append('\n')
  } catch (error) {
    owner?.release()
    return fail({ code: 'not-writable', message: error instanceof Error ? error.message : 'unknown' })
  }

  const listeners = createListeners<JournalChange>()
  const writer = createLinkedWriter({ file, head: found.head, now })

  const write = async (record: NewRecord): Promise<void> => {
    const change = book.apply(await writer.append(record))
    if (change !== null) listeners.tell(change)
  }

  const attempt = async (record: NewRecord): Promise<Outcome<null, WriteFailure>> => {
    try {
      await write(record)
      return succeed(null)
    } catch (error) {
      return fail({ code: 'not-writable', message: error instanceof Error ? error.message : 'unknown' })
    }
  }

  if (quarantined !== null) {
    // Where the disk does not take it, the damage is found and told once more the next time.
    await attempt({ kind: 'damage', lines: [...found.damaged], copy: quarantined })
  }

  const journal: Journal = {
    intend: async (intent) => {
      const jobId = randomUUID()
      const written = await attempt({ kind: 'job', job: jobId, intent })
      if (!written.ok) return written
      const job = book.job(jobId)
      return job === null ? fail({ code: 'not-writable', message: 'no such job' }) : succeed(job)
    },
    sending: (jobId, places) => write({ kind: 'sent', job: jobId, rows: [...places] }),
    returned: (jobId, places) => attempt({ kind: 'returned', job: jobId, rows: [...places] }),
    end: (jobId, ends) => attempt({ kind: 'ended', job: jobId, ends: [...ends] }),
    close: (jobId, reason) => attempt({ kind: 'closed', job: jobId, reason }),
    job: book.job,
    change: book.change,
    jobs: book.jobs,
    recent: (limit) => newestFirst(book.jobs(), limit),
    hasLater: book.hasLater,
    hasLaterSent: book.hasLaterSent,
    open: () =>
      book.jobs().flatMap((job) => {
        const { intent, sent, unknown } = job.counts
        if (intent + sent + unknown === 0) return []
        return job.courses.flatMap(({ state }, place) =>
          isOpen(state) || state === 'unknown' ? (changeAt(job, place) ?? []) : [],
        )
      }),
    onChange: listeners.add,
    stop: async () => {
      await writer.settled()
      await file.close()
      owner.release()
    },
  }
  return succeed({ journal, quarantined })
}
