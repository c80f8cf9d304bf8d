import { readFile, rename, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { StandsUnsynced, lastGoodOf, writeDurably } from './durable'
import { dropCopies, keepOlderCopy } from './older-copies'
import { readVersioned } from './versioned'
import type { FileForm, Migrations, Reading } from './versioned'

export interface JsonFile<Value> {
  read(): Value
  /**
   * Changes the value and the file, one change after the other, each on what the one before left. Throws what the
   * disk said, and where the file is left alone; the value then stays as it was, but for `StandsUnsynced`.
   */
  update(change: (current: Value) => Value): Promise<void>
  /** It stands there and is not to be written: `read` gives the initial value. */
  readonly isLeftAlone?: boolean
  /** Takes away the copies of older versions that were kept of it. */
  dropCopies?(): Promise<void>
}

/** Why a file is left as it is until the app ends. */
export type LeftAlone =
  /** A later version of the app wrote it; `content` is what it says, unchecked. */
  | {
      readonly because: 'newer'
      readonly version: number
      readonly content: Readonly<Record<string, unknown>>
    }
  /** The disk does not give it, or does not let it be put aside; with what it said. */
  | { readonly because: 'unreachable'; readonly message: string }

export interface OpenedJsonFile<Value> {
  readonly file: JsonFile<Value>
  /** The name under which an unreadable file was put aside, or null where all was well. */
  readonly putAside: string | null
  /** What is read is the one before, or nothing: until something is written, at every opening. */
  readonly isOlder: boolean
  readonly leftAlone: LeftAlone | null
}

type FileRead<Value> = Reading<Value> | { readonly state: 'absent' } | LeftAlone

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

const readForm = async <Value>(path: string, form: FileForm<Value>): Promise<FileRead<Value>> => {
  let text: string
  try {
    // A pipe or a device would be read for ever.
    if (!(await stat(path)).isFile()) return { state: 'damaged' }
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return { state: 'absent' }
    // A file too long for anything is nothing of ours. Anything else may be well tomorrow.
    return code === 'ERR_FS_FILE_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG'
      ? { state: 'damaged' }
      : { because: 'unreachable', message: messageOf(error) }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { state: 'damaged' }
  }
  const reading = readVersioned(json, form)
  return reading.state === 'newer' ? { because: 'newer', ...reading } : reading
}

const numbered = z.object({ version: z.int() })

/** Today's version is the one that the initial content says; a file without any is version 0 for ever. */
const formOf = <Value>(schema: z.ZodType<Value>, initial: Value, migrations: Migrations): FileForm<Value> => {
  const said = numbered.safeParse(initial)
  return { version: said.success ? said.data.version : 0, schema, migrations }
}

/**
 * A small JSON file of the user-data folder. An older version is read as today's, and copied aside before it is written
 * over; a later one is never written over. One that cannot be read is put aside, never wiped, and the last good one, or
 * `initial`, takes its place.
 */
export const openJsonFile = async <Value extends object>(
  path: string,
  schema: z.ZodType<Value>,
  initial: Value,
  migrations: Migrations = {},
): Promise<OpenedJsonFile<Value>> => {
  const form = formOf(schema, initial, migrations)
  let found = await readForm(path, form)
  let putAside: string | null = null
  if ('state' in found && found.state === 'damaged') {
    const place = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '')}`
    try {
      await rename(path, place)
      putAside = place
    } catch (error) {
      // What cannot be put aside must not be written over either.
      found = { because: 'unreachable', message: messageOf(error) }
    }
  }
  let isOlder = putAside !== null
  let from = path
  if ('state' in found && (found.state === 'absent' || found.state === 'damaged')) {
    from = lastGoodOf(path)
    found = await readForm(from, form)
    isOlder ||= !('state' in found && found.state === 'absent')
  }
  const leftAlone = 'because' in found ? found : null
  let current = 'value' in found ? found.value : initial
  /** The version of the file that is still to be copied aside. */
  let older = 'state' in found && found.state === 'older' ? found.version : null
  let writing: Promise<void> = Promise.resolve()

  const write = async (change: (current: Value) => Value): Promise<void> => {
    if (leftAlone !== null) {
      const why =
        leftAlone.because === 'newer'
          ? `a later Lock Desk wrote it (version ${leftAlone.version})`
          : leftAlone.message
      throw new Error(`${basename(path)} is left as it is: ${why}`)
    }
    const next = change(current)
    if (older !== null) await keepOlderCopy(path, older, { from })
    older = null
    try {
      await writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
    } catch (error) {
      // What stands on the disk is what counts, here and at the next start.
      if (error instanceof StandsUnsynced) current = next
      throw error
    }
    current = next
  }

  const update = (change: (current: Value) => Value): Promise<void> => {
    // A failed write does not keep the next from trying.
    writing = writing.catch(() => undefined).then(() => write(change))
    return writing
  }

  return {
    file: {
      read: () => current,
      update,
      isLeftAlone: leftAlone !== null,
      dropCopies: () => dropCopies(path),
    },
    putAside: putAside === null ? null : basename(putAside),
    isOlder,
    leftAlone,
  }
}
