import { open, readFile, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './durable'

/** Of one file; a desk that was upgraded this often needs no older ones. */
const mostCopies = 5

/** A time as it stands in the names of copies, which sort by it. */
const stampOf = (now: number): string => new Date(now).toISOString().replaceAll(':', '')

const markOf = (path: string): string => `${basename(path)}.version-`

const copiesOf = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((name) => name.startsWith(markOf(path)))

/**
 * Keeps the file as it stands under a name with its version and the time, before a later version's is written over it.
 * `from` is where it stands if not there. Throws what the disk said; there is then no copy, and nothing may be written.
 */
export const keepOlderCopy = async (
  path: string,
  version: number,
  { from = path, now = Date.now() }: { readonly from?: string; readonly now?: number } = {},
): Promise<string> => {
  const copy = `${path}.version-${version}-${stampOf(now)}`
  const content = await readFile(from)
  try {
    const handle = await open(copy, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!(await readFile(copy)).equals(content)) throw new Error('the disk kept less than was written')
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
  const byTime = (name: string) => name.slice(markOf(path).length).replace(/^\d+-/, '')
  const copies = (await copiesOf(path)).sort((a, b) => (byTime(a) < byTime(b) ? -1 : 1))
  for (const name of copies.slice(0, Math.max(0, copies.length - mostCopies))) {
    await rm(join(dirname(path), name), { force: true })
  }
  return copy
}

/** All copies of older versions: what is forgotten must not stay behind in one. */
export const dropCopies = async (path: string): Promise<void> => {
  for (const name of await copiesOf(path)) {
    await rm(join(dirname(path), name), { force: true })
  }
}
