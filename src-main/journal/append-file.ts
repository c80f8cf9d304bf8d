import { open, truncate } from 'node:fs/promises'
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

/** Appends to `path`, whose good content ends at `size` bytes. */
export const openAppendFile = async (
  path: string,
  size: number,
  openFile: OpenFile = openToAppend,
): Promise<AppendFile> => {
  const file = await openFile(path)
  let end = size
  let isClean = true
  let isClosed = false

  /** A short write leaves half a line: it is cut off before anything else may follow it. */
  const cutBack = async (): Promise<void> => {
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
    try {
      let written = 0
      while (written < bytes.length) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written)
        if (bytesWritten === 0) throw new Error('the disk took no more bytes')
        written += bytesWritten
      }
      await file.datasync()
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
