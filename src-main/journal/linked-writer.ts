import { setImmediate as turn } from 'node:timers/promises'
import type { FileChain } from './file-chain'
import { formatVersion, hashOf, writeLine } from './record'
import type { Head, JournalRecord, NewRecord } from './record'

interface Waiting {
  readonly record: NewRecord
  readonly written: (record: JournalRecord) => void
  readonly refused: (error: unknown) => void
}

/**
 * Gives each record its number, its time and its link to the line before, and appends it. Records that come in
 * the same turn, or while the disk is busy, go out together in one write and one sync: a hundred endings cost what one
 * does, and the endings of a call with the “sent” of the next one too. A file that has become too long is left for
 * a new one; where that fails, it grows on.
 */
export const createLinkedWriter = (deps: {
  files: Pick<FileChain, 'append' | 'begin' | 'nextNumber' | 'size'>
  head: Head
  now: () => number
  /** In bytes; longer, and a new file is begun. */
  longestFile: number
  /** Before anything is written, this is done and a new file begun: what is there is of an older format. */
  backUpOlder: (() => Promise<void>) | null
}) => {
  const { files, now, longestFile } = deps
  let { backUpOlder } = deps
  let { head } = deps
  let waiting: Waiting[] = []
  let asked: { readonly begun: () => void; readonly refused: (error: unknown) => void }[] = []
  let writing: Promise<void> | null = null

  const link = (record: NewRecord, before: Head): { whole: JournalRecord; line: string; after: Head } => {
    const whole = {
      v: formatVersion,
      n: before.n + 1,
      at: now(),
      previous: before.hash,
      ...record,
    } as JournalRecord
    const line = writeLine(whole)
    return { whole, line: `${line}\n`, after: { n: whole.n, hash: hashOf(line) } }
  }

  /** Answers why nothing may be written, or null. */
  const beginFile = async (): Promise<{ readonly error: unknown } | null> => {
    if (asked.length === 0 && backUpOlder === null && files.size() < longestFile) return null
    const waitingFor = asked
    asked = []
    const { line, after } = link({ kind: 'begins', file: files.nextNumber() }, head)
    try {
      await backUpOlder?.()
      await files.begin(line)
      head = after
      backUpOlder = null
      for (const { begun } of waitingFor) begun()
      return null
    } catch (error) {
      for (const { refused } of waitingFor) refused(error)
      return backUpOlder === null ? null : { error }
    }
  }

  const writeWaiting = async (): Promise<void> => {
    // A job's next “sent” follows its endings within microtasks; without this it waited for a sync of its own.
    await turn()
    while (waiting.length > 0 || asked.length > 0) {
      const refusal = await beginFile()
      const batch = waiting
      waiting = []
      if (refusal !== null) for (const { refused } of batch) refused(refusal.error)
      if (refusal !== null || batch.length === 0) continue
      let next = head
      const lines: string[] = []
      const linked = batch.flatMap(({ record, written, refused }) => {
        try {
          const { whole, line, after } = link(record, next)
          lines.push(line)
          next = after
          return [{ record: whole, written, refused }]
        } catch (error) {
          // No JSON, or longer than a text may be: the others are none the worse for it.
          refused(error)
          return []
        }
      })
      if (linked.length === 0) continue
      try {
        await files.append(lines.join(''))
        head = next
        for (const { record, written } of linked) written(record)
      } catch (error) {
        for (const { refused } of linked) refused(error)
      }
    }
    // Not in a `finally` behind the promise: what is appended in between would wait for ever.
    writing = null
  }

  return {
    /** Resolves when the record is on the disk; throws what the disk said, and nothing of it is then there. */
    append: (record: NewRecord): Promise<JournalRecord> =>
      new Promise((written, refused) => {
        waiting.push({ record, written, refused })
        writing ??= writeWaiting()
      }),
    /** Begins a new file. Resolves when it is on the disk; throws what the disk said, and all is as before. */
    beginFile: (): Promise<void> =>
      new Promise((begun, refused) => {
        asked.push({ begun, refused })
        writing ??= writeWaiting()
      }),
    head: (): Head => head,
    /** Resolves when nothing is being written any more. */
    settled: async (): Promise<void> => {
      while (writing !== null) await writing
    },
  }
}
