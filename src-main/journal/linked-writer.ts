import { setImmediate as turn } from 'node:timers/promises'
import type { AppendFile } from './append-file'
import { hashOf, writeLine } from './record'
import type { JournalRecord, NewRecord } from './record'

interface Waiting {
  readonly record: NewRecord
  readonly written: (record: JournalRecord) => void
  readonly refused: (error: unknown) => void
}

/**
 * Gives each record its number, its time and its link to the line before, and appends it. Records that come in
 * the same turn, or while the disk is busy, go out together in one write and one sync: a hundred endings cost what one
 * does, and the endings of a call with the “sent” of the next one too.
 */
export const createLinkedWriter = (deps: {
  file: AppendFile
  head: { readonly n: number; readonly hash: string }
  now: () => number
}) => {
  const { file, now } = deps
  let { head } = deps
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  const writeWaiting = async (): Promise<void> => {
    // A job's next “sent” follows its endings within microtasks; without this it waited for a sync of its own.
    await turn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      let next = head
      const lines: string[] = []
      const linked = batch.map(({ record, written }) => {
        const whole = { v: 2, n: next.n + 1, at: now(), previous: next.hash, ...record } as JournalRecord
        const line = writeLine(whole)
        lines.push(`${line}\n`)
        next = { n: whole.n, hash: hashOf(line) }
        return { record: whole, written }
      })
      try {
        await file.append(lines.join(''))
        head = next
        for (const { record, written } of linked) written(record)
      } catch (error) {
        for (const { refused } of batch) refused(error)
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
    /** Resolves when nothing is being written any more. */
    settled: async (): Promise<void> => {
      while (writing !== null) await writing
    },
  }
}
