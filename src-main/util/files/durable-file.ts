import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Errors of file systems without fsync (shares, FUSE), and of folders that are writable but not readable. */
const unsupportedSyncCodes = new Set<unknown>([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EACCES',
  'EPERM',
])

/** Syncs the folder entry, without which a rename may be undone after a power failure; Windows has no such call. */
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
    if (!(error instanceof Error && 'code' in error && unsupportedSyncCodes.has(error.code))) throw error
  }
}

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export const lastGoodPath = (path: string): string => `${path}.last`

/** The new file is in place and complete, but the folder was not synced: a power failure may undo it. */
export class UnsyncedReplaceError extends Error {}

/**
 * Renames `temporary` to `path`. If a step fails, restores the previous content for good; only a power failure
 * at that moment may leave either. Throws the file system's error, or `UnsyncedReplaceError` if restoring failed too.
 */
const moveIntoPlace = async (temporary: string, path: string, keepsLast: boolean): Promise<void> => {
  const hadFile = keepsLast && (await exists(path))
  let isReplaced = false
  if (hadFile) await rename(path, lastGoodPath(path))
  try {
    await rename(temporary, path)
    isReplaced = true
    await syncFolder(dirname(path))
  } catch (error) {
    try {
      if (hadFile) await rename(lastGoodPath(path), path)
      // A file replaced for the user has no copy to restore; one that did not exist before is removed.
      else if (isReplaced && keepsLast) await rm(path)
      else if (isReplaced) throw new UnsyncedReplaceError('the folder was not synced', { cause: error })
    } catch {
      if (isReplaced) throw new UnsyncedReplaceError('the folder was not synced', { cause: error })
    }
    throw error
  }
}

/** A name for a file that gets the name of `path` once it is complete. */
export const temporaryBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)

/** Writes a temporary file beside `path`, syncs it and reads it back; `place` then gives it its name. */
const throughTemporary = async (
  path: string,
  content: Uint8Array,
  mode: number,
  place: (temporary: string) => Promise<void>,
): Promise<void> => {
  const temporary = temporaryBeside(path)
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Verifies the write: on a full disk, a write can report success and leave a short file.
    if (!(await readFile(temporary)).equals(content))
      throw new Error('the file on disk is shorter than what was written')
    await place(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * After a crash, either the old or the new content is there. Throws the file system's error and keeps the old file, except
 * for `UnsyncedReplaceError`.
 */
const replaceFile = (
  path: string,
  content: Uint8Array,
  { mode, keepsLast }: { mode: number; keepsLast: boolean },
): Promise<void> =>
  throughTemporary(path, content, mode, (temporary) => moveIntoPlace(temporary, path, keepsLast))

/** Errors of file systems without hard links, such as FAT and some shares. */
const noLinkCodes = new Set<unknown>([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
  'UNKNOWN',
])

/**
 * Writes a new file that the user named, complete or not at all. Of several at once, exactly one succeeds; the others
 * throw `EEXIST`, and so does an existing file. Without hard links, a crash may leave a part of the file.
 */
export const saveNewDurably = (path: string, content: Uint8Array): Promise<void> =>
  throughTemporary(path, content, 0o600, async (temporary) => {
    try {
      await link(temporary, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && noLinkCodes.has(error.code))) throw error
      await copyFile(temporary, path, constants.COPYFILE_EXCL)
    }
    await syncFolder(dirname(path))
  })

/** Writes a small app file, readable only by its owner. The previous content stays as `….last`. */
export const writeDurably = (path: string, content: string): Promise<void> =>
  replaceFile(path, Buffer.from(content), { mode: 0o600, keepsLast: true })

/** Writes an app file without keeping a copy. Only the owner may read it. */
export const writeWithoutCopy = (path: string, content: Uint8Array): Promise<void> =>
  replaceFile(path, content, { mode: 0o600, keepsLast: false })

/**
 * Writes a file to a place chosen by the user, without other files next to it. Only the owner may read it,
 * because it may contain passwords.
 */
export const saveDurably = (path: string, content: Uint8Array): Promise<void> =>
  replaceFile(path, content, { mode: 0o600, keepsLast: false })
