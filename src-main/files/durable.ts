import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** File systems that know no such call (shares, FUSE), and folders that may be written but not read. */
const knowsNoSync = new Set<unknown>(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EPERM'])

/** A folder's own entry must reach the disk too, or a rename may be undone; Windows has no such call. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && knowsNoSync.has(error.code))) throw error
  }
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export const lastGoodOf = (path: string): string => `${path}.last`

/** The new content stands in its place, whole, but a power failure may take it back: the folder was not synced. */
export class StandsUnsynced extends Error {}

/**
 * Puts `temporary` in place of `path`. Where the disk refuses any of it, the content before is put back in place, and
 * that holds for every later start; only a power failure in the same moment may bring either. Throws what the disk
 * said, and `StandsUnsynced` where it did not even take the way back.
 */
const putInPlace = async (temporary: string, path: string, keepsLast: boolean): Promise<void> => {
  const hadOne = keepsLast && (await exists(path))
  let isReplaced = false
  if (hadOne) await rename(path, lastGoodOf(path))
  try {
    await rename(temporary, path)
    isReplaced = true
    await syncFolder(dirname(path))
  } catch (error) {
    try {
      if (hadOne) await rename(lastGoodOf(path), path)
      // What a person's file replaced is not there any more; a file that was not there before can be taken away.
      else if (isReplaced && keepsLast) await rm(path)
      else if (isReplaced) throw new StandsUnsynced('the folder was not synced', { cause: error })
    } catch {
      if (isReplaced) throw new StandsUnsynced('the folder was not synced', { cause: error })
    }
    throw error
  }
}

/**
 * A temporary name, fsync, read back, rename: after any crash either the old or the new content stands there.
 * Throws what the disk said; the file that was there then stands there still, but for `StandsUnsynced`.
 */
const replaceFile = async (
  path: string,
  content: Uint8Array,
  { mode, keepsLast }: { mode: number; keepsLast: boolean },
): Promise<void> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // On a full disk a write was seen to report success and leave a short file, so it is looked at.
    if (!(await readFile(temporary)).equals(content)) throw new Error('the disk kept less than was written')
    await putInPlace(temporary, path, keepsLast)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes a small file of the app's own. The content before it stays as `….last`. Only the owner may read it. */
export const writeDurably = (path: string, content: string): Promise<void> =>
  replaceFile(path, Buffer.from(content), { mode: 0o600, keepsLast: true })

/** Writes a file of the app's own of which no copy may stay behind. Only the owner may read it. */
export const writeWithoutCopy = (path: string, content: Uint8Array): Promise<void> =>
  replaceFile(path, content, { mode: 0o600, keepsLast: false })

/** Writes a file where a person wants it: nothing else is left beside it, and the folder's own rights hold. */
export const saveDurably = (path: string, content: Uint8Array): Promise<void> =>
  replaceFile(path, content, { mode: 0o666, keepsLast: false })
