import { rename } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#shared/error-message'
import { createSequencer } from '../async'
import { UnsyncedReplaceError, lastGoodPath, writeDurably } from './durable-file'
import { deleteOlderCopies, copyOlderVersion } from './older-copies'
import { NotAFile, readText } from './regular-file'
import { readVersioned } from './versioned-file'
import type { FileForm, Migrations, ParsedFile } from './versioned-file'

export interface JsonFile<Value> {
  read(): Value
  /**
   * Changes the value and the file; concurrent changes run in order, each on the previous result. Throws the
   * file system's error, also if the file must not be written; the value is then unchanged, except for
   * `UnsyncedReplaceError`.
   */
  update(change: (current: Value) => Value): Promise<void>
  /** The file exists but must not be written: `read` returns the initial value. */
  readonly isReadOnly?: boolean
  /** Deletes the copies kept from older versions. */
  deleteOlderCopies?(): Promise<void>
}

/** Why a file is not written until the app quits. */
export type ReadOnlyReason =
  /** A newer version of the app wrote it; `content` is its unvalidated content. */
  | {
      readonly because: 'newer'
      readonly version: number
      readonly content: Readonly<Record<string, unknown>>
    }
  /** It can be neither read nor renamed; with the system's message. */
  | { readonly because: 'unreachable'; readonly message: string }

export interface OpenedJsonFile<Value> {
  readonly file: JsonFile<Value>
  /** The new name of an unreadable file; null if the file was readable. */
  readonly quarantinedAs: string | null
  /** The content is an older copy or empty; true at every start until the file is written. */
  readonly isOlder: boolean
  readonly readOnlyReason: ReadOnlyReason | null
}

type FileRead<Value> = ParsedFile<Value> | { readonly state: 'absent' } | ReadOnlyReason

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

const readForm = async <Value>(path: string, form: FileForm<Value>): Promise<FileRead<Value>> => {
  let text: string
  try {
    text = await readText(path)
  } catch (error) {
    if (error instanceof NotAFile) return { state: 'damaged' }
    const code = codeOf(error)
    if (code === 'ENOENT') return { state: 'absent' }
    // The app never writes such a large file, so it is damaged. Other errors may be temporary.
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

/** The initial content has the current version; a file without a version is version 0. */
const formOf = <Value>(schema: z.ZodType<Value>, initial: Value, migrations: Migrations): FileForm<Value> => {
  const parsed = numbered.safeParse(initial)
  return { version: parsed.success ? parsed.data.version : 0, schema, migrations }
}

/** The content of a file or of its last valid copy. */
export interface FileContent<Value> {
  readonly found: FileRead<Value>
  /** The path it was read from. */
  readonly from: string
  /** The new path of an unreadable file; null if the file was readable. */
  readonly quarantinedAs: string | null
  readonly isOlder: boolean
}

/**
 * Reads a file of the user-data folder. An unreadable file is renamed, never deleted, and its last valid copy
 * is used if there is one.
 */
export const readOrQuarantine = async <Value>(
  path: string,
  form: FileForm<Value>,
): Promise<FileContent<Value>> => {
  let found = await readForm(path, form)
  let quarantinedAs: string | null = null
  if ('state' in found && found.state === 'damaged') {
    const quarantinePath = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '')}`
    try {
      await rename(path, quarantinePath)
      quarantinedAs = quarantinePath
    } catch (error) {
      // A file that cannot be renamed must not be overwritten.
      found = { because: 'unreachable', message: messageOf(error) }
    }
  }
  let isOlder = quarantinedAs !== null
  let from = path
  if ('state' in found && (found.state === 'absent' || found.state === 'damaged')) {
    from = lastGoodPath(path)
    found = await readForm(from, form)
    isOlder ||= !('state' in found && found.state === 'absent')
  }
  return { found, from, quarantinedAs, isOlder }
}

/**
 * Opens a small JSON file of the user-data folder. An older version is migrated, and copied before it is
 * overwritten; a newer version is never overwritten. An unreadable file is renamed, never deleted, and its last
 * valid copy or `initial` is used.
 */
export const openJsonFile = async <Value extends object>(
  path: string,
  schema: z.ZodType<Value>,
  initial: Value,
  migrations: Migrations = {},
): Promise<OpenedJsonFile<Value>> => {
  const { found, from, quarantinedAs, isOlder } = await readOrQuarantine(
    path,
    formOf(schema, initial, migrations),
  )
  const readOnlyReason = 'because' in found ? found : null
  let current = 'value' in found ? found.value : initial
  /** The file's older version until it has been copied. */
  let older = 'state' in found && found.state === 'older' ? found.version : null
  const sequencer = createSequencer()

  const write = async (change: (current: Value) => Value): Promise<void> => {
    if (readOnlyReason !== null) {
      const why =
        readOnlyReason.because === 'newer'
          ? `a newer Lock Desk wrote it (version ${readOnlyReason.version})`
          : readOnlyReason.message
      throw new Error(`${basename(path)} must not be written: ${why}`)
    }
    const next = change(current)
    if (older !== null) await copyOlderVersion(path, older, { from })
    older = null
    try {
      await writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
    } catch (error) {
      // The content on disk counts, now and at the next start.
      if (error instanceof UnsyncedReplaceError) current = next
      throw error
    }
    current = next
  }

  return {
    file: {
      read: () => current,
      update: (change) => sequencer.queue(() => write(change)),
      isReadOnly: readOnlyReason !== null,
      deleteOlderCopies: () => deleteOlderCopies(path),
    },
    quarantinedAs: quarantinedAs === null ? null : basename(quarantinedAs),
    isOlder,
    readOnlyReason,
  }
}
