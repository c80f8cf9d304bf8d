import { open, stat, truncate } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

export interface AppendFile {
  /**
   * Resolves when the bytes are on disk. If it throws the file system's error, none of them remain in the file.
   * One call at a time.
   */
  append(text: string): Promise<void>
  close(): Promise<void>
}

/** The file system; replaced in tests. */
export type OpenFile = (path: string) => Promise<Pick<FileHandle, 'write' | 'datasync' | 'close'>>

const openToAppend: OpenFile = (path) => open(path, 'a', 0o600)

/** Identity and size of the file now at `path`; null if there is none. */
const statFile = async (
  path: string,
): Promise<{ readonly identity: string; readonly size: number } | null> => {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : { identity: `${found.dev} ${found.ino}`, size: Number(found.size) }
}

/**
 * Appends to `path`, whose valid content ends at `size` bytes. A write to a deleted or moved file succeeds but
 * is lost, so an append only counts if the same file is still at `path` and no other program has written to it.
 */
export const openAppendFile = async (
  path: string,
  size: number,
  openFile: OpenFile = openToAppend,
): Promise<AppendFile> => {
  const file = await openFile(path)
  const original = await statFile(path)
  let end = size
  /** The size the file may have after the app's own writes. */
  let maxSize = size
  let isClean = true
  let isClosed = false

  const assertUnchanged = async (): Promise<void> => {
    const found = await statFile(path)
    if (found === null || found.identity !== original?.identity)
      throw new Error(`${path} was moved or deleted`)
    if (found.size > maxSize) throw new Error(`another program has written to ${path}`)
  }

  /** Removes a partial line after a short write, before anything else is appended. */
  const truncateToEnd = async (): Promise<void> => {
    await assertUnchanged()
    // By path: Windows cannot truncate a file opened for appending (nodejs/node#3177).
    await truncate(path, end)
    isClean = true
  }

  const append = async (text: string): Promise<void> => {
    // After closing, another process may own the file, so it must not be truncated.
    if (isClosed) throw new Error('the file is closed')
    if (!isClean) await truncateToEnd()
    isClean = false
    const bytes = Buffer.from(text, 'utf8')
    maxSize = end + bytes.length
    try {
      let written = 0
      while (written < bytes.length) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written)
        if (bytesWritten === 0) throw new Error('no more bytes could be written')
        written += bytesWritten
      }
      await Promise.all([file.datasync(), assertUnchanged()])
    } catch (error) {
      // If this fails too, the next append retries it before writing.
      await truncateToEnd().catch(() => undefined)
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
