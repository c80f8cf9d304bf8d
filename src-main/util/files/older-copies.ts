import { open, readFile, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './durable-file'

/** Copies kept per file. */
const maxCopies = 5

/** A timestamp for names of copies; sorts by time. */
const timestampOf = (now: number): string => new Date(now).toISOString().replaceAll(':', '')

const markOf = (path: string): string => `${basename(path)}.version-`

const copiesOf = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((name) => name.startsWith(markOf(path)))

/**
 * Copies the file to a name with its version and the time, before a newer version overwrites it. `from` is its
 * path if different. If it throws the file system's error, there is no copy and the file must not be written.
 */
export const copyOlderVersion = async (
  path: string,
  version: number,
  { from = path, now = Date.now() }: { readonly from?: string; readonly now?: number } = {},
): Promise<string> => {
  const copy = `${path}.version-${version}-${timestampOf(now)}`
  const content = await readFile(from)
  try {
    const handle = await open(copy, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!(await readFile(copy)).equals(content))
      throw new Error('the file on disk is shorter than what was written')
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
  const byTime = (name: string) => name.slice(markOf(path).length).replace(/^\d+-/, '')
  const copies = (await copiesOf(path)).sort((a, b) => (byTime(a) < byTime(b) ? -1 : 1))
  for (const name of copies.slice(0, Math.max(0, copies.length - maxCopies))) {
    await rm(join(dirname(path), name), { force: true })
  }
  return copy
}

/** Deletes all copies of older versions, so that deleted data does not stay in them. */
export const deleteOlderCopies = async (path: string): Promise<void> => {
  for (const name of await copiesOf(path)) {
    await rm(join(dirname(path), name), { force: true })
  }
}
