import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs'
import { join } from 'node:path'

/** The folder belongs to another user, who may own or read the files in it. */
export class ForeignFolderError extends Error {
  constructor(readonly folder: string) {
    super(`the folder ${folder} belongs to another user`)
  }
}

const otherUsers = 0o077
/** File systems without permissions (FAT, some shares): their mount options decide about access. */
const unsupportedModeCodes = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EROFS', 'EINVAL'])

const tighten = (change: () => void): void => {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unsupportedModeCodes.has(error.code))) throw error
  }
}

/**
 * Creates a folder that only this user can enter, or restricts an existing one. Throws `ForeignFolderError` or the
 * system's error. On Windows the user profile already restricts access to the user, the system and
 * administrators, and there is no mode to set.
 */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid === undefined) return
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const { uid, mode } = fstatSync(handle)
    if (uid !== process.getuid()) throw new ForeignFolderError(folder)
    if ((mode & otherUsers) !== 0) tighten(() => fchmodSync(handle, 0o700))
  } finally {
    closeSync(handle)
  }
}

/** Removes other users' permissions from the files and folders inside a private folder. */
export const makeContentPrivate = (folder: string): void => {
  if (process.getuid === undefined) return
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) makePrivateFolder(path)
    if (found?.isFile() === true && (found.mode & otherUsers) !== 0) tighten(() => chmodSync(path, 0o600))
  }
}
