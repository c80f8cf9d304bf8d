import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeReason, ChangeState } from '#shared/model/change'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { openAppendFile } from './append-file'
import type { AppendFile, OpenFile } from './append-file'
import { takeOwnership } from './owner-lock'
import { readJournal } from './read-journal'
import { hashOf, writeLine } from './record'
import type { Ending, Intent, JournalRecord, NewRecord } from './record'
import { createListeners } from '../listeners'

/** A change with all that is known of it. */
export interface JournaledChange {
  readonly entryId: string
  readonly intent: Intent
  readonly askedAt: number
  readonly sentAt: number | null
  readonly endedAt: number | null
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

type WriteFailure = Failure<'not-writable'>

export interface Journal {
  /** Resolves when the intent is on the disk; only then may anything be sent. */
  intend(intent: Intent): Promise<Outcome<JournaledChange, WriteFailure>>
  /** Written right before the first byte may leave. Throws where the disk does not take it. */
  sending(entryId: string): Promise<void>
  end(
    entryId: string,
    state: Ending,
    reason: ChangeReason | null,
  ): Promise<Outcome<JournaledChange, WriteFailure>>
  change(entryId: string): JournaledChange | null
  /** Newest first. */
  recent(limit: number): readonly JournaledChange[]
  /** Whether a later change of the same asset was asked for: then the record says nothing about the earlier one. */
  hasLater(change: JournaledChange): boolean
  open(): readonly JournaledChange[]
  onChange(listener: (change: JournaledChange) => void): () => void
  stop(): Promise<void>
}

export interface OpenedJournal {
  readonly journal: Journal
  /** The name of the copy of a damaged journal, where damage was found just now. */
  readonly quarantined: string | null
}

export const journalFile = 'journal.log'

const apply = (changes: Map<string, JournaledChange>, record: JournalRecord): JournaledChange | null => {
  if (record.kind === 'damage') return null
  if (record.kind === 'intent') {
    const change: JournaledChange = {
      entryId: record.entry,
      intent: record.intent,
      askedAt: record.at,
      sentAt: null,
      endedAt: null,
      state: 'intent',
      reason: null,
    }
    changes.set(record.entry, change)
    return change
  }
  const before = changes.get(record.entry)
  if (before === undefined) return null
  const after: JournaledChange =
    record.kind === 'sent'
      ? { ...before, state: 'sent', sentAt: record.at }
      : { ...before, state: record.kind, endedAt: record.at, reason: record.reason }
  changes.set(record.entry, after)
  return after
}

const stamp = (now: number): string => new Date(now).toISOString().replaceAll(':', '')

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
  let owner: { release: () => void } | null = null
  let file: AppendFile
  let quarantined: string | null = null
  const changes = new Map<string, JournaledChange>()
  let head: { n: number; hash: string }
  let damaged: readonly number[]
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    owner = await takeOwnership(folder)
    if (owner === null) return fail({ code: 'locked', message: 'another Lock Desk writes this journal' })
    await (await open(path, 'a', 0o600)).close()
    const bytes = await readFile(path)
    const found = readJournal(bytes)
    ;({ head, damaged } = found)
    if (damaged.length > 0) {
      quarantined = `journal.damaged-${stamp(now())}.log`
      await copyFile(path, join(folder, quarantined))
    }
    if (found.torn.length > 0) {
      await writeFile(join(folder, `journal.torn-${stamp(now())}.log`), found.torn, { mode: 0o600 })
      await truncate(path, found.wholeBytes)
    }
    for (const record of found.records) apply(changes, record)
    file = await openAppendFile(path, found.wholeBytes, options.openFile)
    if (found.wholeBytes > 0 && bytes[found.wholeBytes - 1] !== 0x0a) await file.append('\n')
  } catch (error) {
    owner?.release()
    return fail({ code: 'not-writable', message: error instanceof Error ? error.message : 'unknown' })
  }

  const listeners = createListeners<JournaledChange>()
  let appending: Promise<unknown> = Promise.resolve()

  const append = (record: NewRecord): Promise<JournalRecord> => {
    const next = appending
      .catch(() => undefined)
      .then(async () => {
        const linked = { v: 1, n: head.n + 1, at: now(), previous: head.hash, ...record } as JournalRecord
        const line = writeLine(linked)
        await file.append(`${line}\n`)
        head = { n: linked.n, hash: hashOf(line) }
        return linked
      })
    appending = next
    return next
  }

  const write = async (record: NewRecord): Promise<JournaledChange | null> => {
    const change = apply(changes, await append(record))
    if (change !== null) listeners.tell(change)
    return change
  }

  const attempt = async (record: NewRecord): Promise<Outcome<JournaledChange, WriteFailure>> => {
    try {
      const change = await write(record)
      return change === null ? fail({ code: 'not-writable', message: 'no such entry' }) : succeed(change)
    } catch (error) {
      return fail({ code: 'not-writable', message: error instanceof Error ? error.message : 'unknown' })
    }
  }

  if (quarantined !== null) await append({ kind: 'damage', lines: [...damaged], copy: quarantined })

  const all = () => [...changes.values()]
  const journal: Journal = {
    intend: (intent) => attempt({ kind: 'intent', entry: randomUUID(), intent }),
    sending: async (entryId) => {
      await write({ kind: 'sent', entry: entryId })
    },
    end: (entryId, state, reason) => attempt({ kind: state, entry: entryId, reason }),
    change: (entryId) => changes.get(entryId) ?? null,
    recent: (limit) => all().slice(-limit).reverse(),
    hasLater: (change) => {
      const ordered = all()
      const at = ordered.findIndex(({ entryId }) => entryId === change.entryId)
      return ordered
        .slice(at + 1)
        .some(({ intent, state }) => intent.assetNum === change.intent.assetNum && state !== 'not-sent')
    },
    open: () => all().filter(({ state }) => state === 'intent' || state === 'sent' || state === 'unknown'),
    onChange: listeners.add,
    stop: async () => {
      await appending.catch(() => undefined)
      await file.close()
      owner.release()
    },
  }
  return succeed({ journal, quarantined })
}
