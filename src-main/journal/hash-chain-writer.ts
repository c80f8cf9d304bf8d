import { setImmediate as turn } from 'node:timers/promises'
import type { FileChain } from './file-chain'
import { formatVersion } from './record'
import { hashOf, writeLine } from './line'
import type { JournalRecord, NewRecord } from './record'
import type { Head } from './line'

interface Waiting {
  readonly record: NewRecord
  readonly written: (record: JournalRecord) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gives each record its number, time and hash link, and appends it. Records that arrive in the same turn, or
 * during a write, share one write and one sync, so a hundred results cost as much as one. If the file is too
 * long, starts a new one; if that fails, continues the old one.
 */
export const createHashChainWriter = (deps: {
  files: Pick<FileChain, 'append' | 'startNext' | 'nextNumber' | 'size'>
  head: Head
  now: () => number
  /** In bytes; a longer file is followed by a new one. */
  maxFileBytes: number
  /** Runs before the first write, which then starts a new file: the existing files have an older format. */
  backUpOlder: (() => Promise<void>) | null
}) => {
  const { files, now, maxFileBytes } = deps
  let { backUpOlder } = deps
  let { head } = deps
  let waiting: Waiting[] = []
  let rotations: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | null = null
  /** The head after the last rotation. */
  let rotatedAt: Head | null = null

  const link = (record: NewRecord, before: Head): { linked: JournalRecord; line: string; after: Head } => {
    const linked = {
      v: formatVersion,
      n: before.n + 1,
      at: now(),
      previous: before.hash,
      ...record,
    } as JournalRecord
    const line = writeLine(linked)
    return { linked, line: `${line}\n`, after: { n: linked.n, hash: hashOf(line) } }
  }

  /** Returns why nothing may be written, or null. */
  const rotate = async (): Promise<{ readonly error: unknown } | null> => {
    if (rotations.length === 0 && backUpOlder === null && files.size() < maxFileBytes) return null
    const requested = rotations
    rotations = []
    if (head === rotatedAt) {
      // The file is new and has no change yet.
      for (const { resolve } of requested) resolve()
      return null
    }
    const { line, after } = link({ kind: 'begins', file: files.nextNumber() }, head)
    try {
      await backUpOlder?.()
      await files.startNext(line)
      head = after
      rotatedAt = head
      backUpOlder = null
      for (const { resolve } of requested) resolve()
      return null
    } catch (error) {
      for (const { reject } of requested) reject(error)
      return backUpOlder === null ? null : { error }
    }
  }

  const writeWaiting = async (): Promise<void> => {
    // A job's next “sent” follows its results within microtasks; waiting a turn lets both share one sync.
    await turn()
    while (waiting.length > 0 || rotations.length > 0) {
      const failed = await rotate()
      const batch = waiting
      waiting = []
      if (failed !== null) for (const { reject } of batch) reject(failed.error)
      if (failed !== null || batch.length === 0) continue
      let next = head
      const lines: string[] = []
      const linked = batch.flatMap(({ record, written, reject }) => {
        try {
          const { linked, line, after } = link(record, next)
          lines.push(line)
          next = after
          return [{ record: linked, written, reject }]
        } catch (error) {
          // Not JSON, or too long for a string: rejects only this record.
          reject(error)
          return []
        }
      })
      if (linked.length === 0) continue
      try {
        await files.append(lines.join(''))
        head = next
        for (const { record, written } of linked) written(record)
      } catch (error) {
        for (const { reject } of linked) reject(error)
      }
    }
    // Not in a `finally` of the promise: a record appended before it runs would wait forever.
    writing = null
  }

  return {
    /** Resolves when the record is on disk. Throws the file system's error; then nothing of it remains. */
    append: (record: NewRecord): Promise<JournalRecord> =>
      new Promise((written, reject) => {
        waiting.push({ record, written, reject })
        writing ??= writeWaiting()
      }),
    /** Starts a new file unless the last one is new. Resolves when it is on disk; throws the file system's error and then changes nothing. */
    rotate: (): Promise<void> =>
      new Promise((resolve, reject) => {
        rotations.push({ resolve, reject })
        writing ??= writeWaiting()
      }),
    head: (): Head => head,
    /** Resolves when no write is pending. */
    settled: async (): Promise<void> => {
      while (writing !== null) await writing
    },
  }
}
