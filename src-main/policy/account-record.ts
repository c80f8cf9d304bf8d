import { dirname } from 'node:path'
import { z } from 'zod'
import { makePrivateFolder } from '../../src-system/private-folder'
import { createSequencer } from '../util/async'
import { writeWithoutCopy } from '../util/files/durable-file'
import { readText } from '../util/files/regular-file'

export const accountRecordSchema = z.object({
  version: z.literal(1),
  /** When the record began: what was before is not known. 0 if there was nothing before. */
  since: z.int().min(0),
  /** The latest time at which it was written. */
  at: z.int().min(0),
  /** The list of used orders: its lines, without the header, and the hash of the last one. Null if there was none. */
  used: z.object({ lines: z.int().min(0), hash: z.string().length(64) }).nullable(),
  /** Jobs without a work order that began within the ten minutes before `at`. */
  jobs: z
    .array(z.object({ id: z.string(), at: z.int(), training: z.boolean(), items: z.int().min(1) }))
    .max(100_000),
})
export type AccountRecordContent = z.infer<typeof accountRecordSchema>

export interface AccountRecord {
  /** Null if there is no record, or if it cannot be read: nothing is known then. */
  read(): AccountRecordContent | null
  /**
   * Changes the record and its file, and begins it if there is none. Throws the file system's error, and throws if another
   * program has changed the file since: this process would not know what another one has done.
   */
  update(change: (content: AccountRecordContent) => Partial<AccountRecordContent>): Promise<void>
}

/** Null if there is none, or none that can be read. */
const textOf = (path: string): Promise<string | null> => readText(path).catch(() => null)

const parseContent = (text: string | null): AccountRecordContent | null => {
  try {
    return accountRecordSchema.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

/**
 * What the account remembers of a data folder, in a small file outside that folder, so that an earlier copy of the folder
 * or of the journal does not reset limits and work orders. It keeps no copy of an earlier content either.
 */
export const openAccountRecord = async ({
  path,
  now = Date.now,
}: {
  readonly path: string
  readonly now?: () => number
}): Promise<AccountRecord> => {
  const text = await textOf(path)
  const found = parseContent(text)
  // A record that began in the future begins now: the clock was ahead.
  let content = found === null ? null : { ...found, since: Math.min(found.since, now()) }
  const sequencer = createSequencer()
  /** What the file may contain: two texts after a write that failed. */
  let expected: readonly (string | null)[] = [text]
  return {
    read: () => content,
    update: (change) =>
      sequencer.queue(async () => {
        const before = content ?? { version: 1, since: now(), at: now(), used: null, jobs: [] }
        const next = { ...before, ...change(before), at: Math.max(before.at, now()) }
        makePrivateFolder(dirname(path))
        const present = await textOf(path)
        if (!expected.includes(present)) throw new Error('another program has changed the record')
        const written = `${JSON.stringify(next)}\n`
        expected = [present, written]
        await writeWithoutCopy(path, Buffer.from(written))
        expected = [written]
        content = next
      }),
  }
}
