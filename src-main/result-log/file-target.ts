import { constants, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { userInfo } from 'node:os'

/** The path with the name of this user in place of `{user}`, so that users of a computer have a file each. */
export const pathOfUser = (path: string): string =>
  path.replaceAll('{user}', userInfo().username.replaceAll(/[^\w.-]/g, '_'))

const othersMayWrite = 0o022
const { O_APPEND, O_CREAT, O_RDWR } = constants
/** Windows has neither flag. Opening a pipe would wait for a reader. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/** The file system; replaced in tests. */
export type OpenLogFile = (path: string) => Promise<FileHandle>
const openToAppend: OpenLogFile = (path) =>
  open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)

const assertOwned = async (file: FileHandle): Promise<number> => {
  const found = await file.stat()
  if (!found.isFile()) throw new Error('is not a regular file')
  if (process.platform !== 'win32') {
    if (found.uid !== process.getuid?.()) throw new Error('belongs to another user')
    if ((found.mode & othersMayWrite) !== 0) throw new Error('can be changed by other users')
  }
  return found.size
}

const lineFeed = 0x0a

const endsInLine = async (file: FileHandle, size: number): Promise<boolean> => {
  if (size === 0) return false
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, size - 1)
  return last[0] !== lineFeed
}

/**
 * Appends to a file that only this user can write. It is opened for each delivery, so that it can be moved, deleted or
 * emptied by log rotation meanwhile.
 */
export const fileTarget =
  (path: string, openFile = openToAppend) =>
  async (lines: readonly string[]): Promise<void> => {
    const file = await openFile(pathOfUser(path))
    try {
      const size = await assertOwned(file)
      // A line that a power failure cut off is not continued.
      const bytes = Buffer.from(`${(await endsInLine(file, size)) ? '\n' : ''}${lines.join('\n')}\n`)
      let written = 0
      try {
        while (written < bytes.length) {
          const { bytesWritten } = await file.write(bytes, written)
          if (bytesWritten === 0) throw new Error('no more bytes could be written')
          written += bytesWritten
        }
        await file.datasync()
      } catch (error) {
        // The lines are written again later, so a part is removed unless another program has written behind it.
        if ((await file.stat()).size === size + written) await file.truncate(size).catch(() => undefined)
        throw error
      }
    } finally {
      await file.close()
    }
  }
