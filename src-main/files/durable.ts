import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A folder's own entry must reach the disk too, or a rename may be undone; Windows has no such call. */
const syncFolder = async (folder: string): Promise<void> => {
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
 * Writes a small file so that after any crash either the old or the new content stands there: a temporary name,
 * fsync, read back, rename. The content before it stays as `….last`. Throws what the disk said; the file that was
 * there is then untouched. Only the owner may read it.
 */
export const writeDurably = async (path: string, content: string): Promise<void> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // On a full disk a write was seen to report success and leave a short file, so it is looked at.
    if ((await readFile(temporary, 'utf8')) !== content)
      throw new Error('the disk kept less than was written')
    if (await exists(path)) await rename(path, lastGoodOf(path))
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}
