import { open, stat, truncate } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

export interface AppendFile {
  /**
   * Resolves when the bytes are on the disk. Throws what the disk said; nothing of them then stays in the file. One
   * call at a time.
   */
  append(text: string): Promise<void>
  close(): Promise<void>
}

/** What tests put in place of the disk. */
export type OpenFile = (path: string) => Promise<Pick<FileHandle, 'write' | 'datasync' | 'close'>>

const openToAppend: OpenFile = (path) => open(path, 'a', 0o600)

/** What stands at `path` now, by what the file system knows it by and not by its name; null where nothing does. */
const lookAt = async (path: string): Promise<{ readonly identity: string; readonly size: number } | null> => {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : { identity: `${found.dev} ${found.ino}`, size: Number(found.size) }
}

/**
 * Appends to `path`, whose good content ends at `size` bytes. A disk takes bytes for a file that has been deleted or
 * moved away, too, and they are gone with the process: what is written counts only where the file still stands in its
 * place, and nobody else has written to it.
 */
export const openAppendFile = async (
  path: string,
  size: number,
  openFile: OpenFile = openToAppend,
): Promise<AppendFile> => {
  const file = await openFile(path)
  const own = await lookAt(path)
  let end = size
  /** It is no longer than this by what was written here. */
  let most = size
  let isClean = true
  let isClosed = false

  const mustBeOurs = async (): Promise<void> => {
    const found = await lookAt(path)
    if (found === null || found.identity !== own?.identity) throw new Error(`${path} is not where it was`)
    if (found.size > most) throw new Error(`another program has written to ${path}`)
  }

  /** A short write leaves half a line: it is cut off before anything else may follow it. */
  const cutBack = async (): Promise<void> => {
    await mustBeOurs()
    // By its path: Windows does not let a file opened for appending be cut (nodejs/node#3177).
    await truncate(path, end)
    isClean = true
  }

  const append = async (text: string): Promise<void> => {
    // Another process may have it by now: cutting it back would take away what that one wrote.
    if (isClosed) throw new Error('the journal is closed')
    if (!isClean) await cutBack()
    isClean = false
    const bytes = Buffer.from(text, 'utf8')
    most = end + bytes.length
    try {
      let written = 0
      while (written < bytes.length) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written)
        if (bytesWritten === 0) throw new Error('the disk took no more bytes')
        written += bytesWritten
      }
      await Promise.all([file.datasync(), mustBeOurs()])
    } catch (error) {
      // Where even this fails, the next append tries it again before it writes.
      await cutBack().catch(() => undefined)
      throw error
    }
    end += bytes.length
    isClean = true
  }

  return {
    append,
    close: () => {
      isClosed = true
      return file.close()
    },
  }
}
