import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/** The path names a folder, a pipe or a device. Reading a pipe or a device may never end. */
export class NotAFile extends Error {
  readonly code = 'ERR_NOT_A_FILE'
  constructor(path: string) {
    super(`${path} is not a file`)
  }
}

/** The app writes no file that is nearly as large, apart from the journal, whose files may have been joined. */
const maxBytesOfFile = 256 * 1024 * 1024

/** With Node's code for files that it cannot read at once. */
class FileTooLarge extends Error {
  readonly code = 'ERR_FS_FILE_TOO_LARGE'
  constructor(path: string, maxBytes: number) {
    super(`${path} is larger than ${maxBytes} bytes`)
  }
}

/** Opening a pipe would wait for a writer, and block one of the few threads that read and write files. */
const flags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK)

/** Opens a file for reading. Throws `NotAFile` or the file system's error. */
export const openFileToRead = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, flags)
  try {
    if (!(await handle.stat()).isFile()) throw new NotAFile(path)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The bytes of a file. Throws `NotAFile` or the file system's error, also for a file larger than `maxBytes`. */
export const readBytes = async (path: string, maxBytes = maxBytesOfFile): Promise<Buffer> => {
  const handle = await openFileToRead(path)
  try {
    if ((await handle.stat()).size > maxBytes) throw new FileTooLarge(path, maxBytes)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Like `readBytes`. */
export const readText = async (path: string): Promise<string> => (await readBytes(path)).toString('utf8')

/** Like `readBytes`; blocks. */
export const readTextSync = (path: string, maxBytes = maxBytesOfFile): string => {
  const descriptor = openSync(path, flags)
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile()) throw new NotAFile(path)
    if (found.size > maxBytes) throw new FileTooLarge(path, maxBytes)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}
