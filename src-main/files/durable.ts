import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A folder's own entry must reach the disk too, or a rename may be undone; Windows has no such call. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export const lastGoodOf = (path: string): string => `${path}.last`

/**
 * A temporary name, fsync, read back, rename: after any crash either the old or the new content stands there.
 * Throws what the disk said; the file that was there is then untouched.
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
    if (keepsLast && (await exists(path))) await rename(path, lastGoodOf(path))
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes a small file of the app's own. The content before it stays as `….last`. Only the owner may read it. */
export const writeDurably = (path: string, content: string): Promise<void> =>
  replaceFile(path, Buffer.from(content), { mode: 0o600, keepsLast: true })

/** Writes a file where a person wants it: nothing else is left beside it, and the folder's own rights hold. */
export const saveDurably = (path: string, content: Uint8Array): Promise<void> =>
  replaceFile(path, content, { mode: 0o666, keepsLast: false })
