import { readFile, rename } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import { lastGoodOf, writeDurably } from './durable'

export interface JsonFile<Value> {
  read(): Value
  /**
   * Changes the value and the file, one change after the other, each on what the one before left. Throws what the
   * disk said; the value then stays as it was.
   */
  update(change: (current: Value) => Value): Promise<void>
}

export interface OpenedJsonFile<Value> {
  readonly file: JsonFile<Value>
  /** The name under which an unreadable file was put aside, or null where all was well. */
  readonly putAside: string | null
  /** What is read is the one before, or nothing: until something is written, at every opening. */
  readonly isOlder: boolean
}

const readParsed = async <Value>(
  path: string,
  schema: z.ZodType<Value>,
): Promise<Value | 'absent' | 'unreadable'> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'unreadable'
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

/**
 * A small JSON file of the user-data folder. One that cannot be read is put aside, never wiped, and the last good
 * one, or `initial`, takes its place.
 */
export const openJsonFile = async <Value extends object>(
  path: string,
  schema: z.ZodType<Value>,
  initial: Value,
): Promise<OpenedJsonFile<Value>> => {
  let putAside: string | null = null
  let value = await readParsed(path, schema)
  if (value === 'unreadable') {
    putAside = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '')}`
    await rename(path, putAside)
  }
  let isOlder = putAside !== null
  if (typeof value === 'string') {
    value = await readParsed(lastGoodOf(path), schema)
    isOlder ||= value !== 'absent'
  }
  let current = typeof value === 'string' ? initial : value
  let writing: Promise<void> = Promise.resolve()

  const update = (change: (current: Value) => Value): Promise<void> => {
    // A failed write does not keep the next from trying.
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const next = change(current)
        await writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
        current = next
      })
    return writing
  }

  return {
    file: { read: () => current, update },
    putAside: putAside === null ? null : basename(putAside),
    isOlder,
  }
}
