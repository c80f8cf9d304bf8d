import { basename } from 'node:path'
import type { BrowserWindow, Dialog } from 'electron'
import { openFileToRead } from '../../util/files/regular-file'

export interface OpenedText {
  readonly name: string
  readonly text: string
}

const readLimited = async (path: string, maxBytes: number): Promise<string> => {
  const file = await openFileToRead(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Lets the user choose a file in a system dialog and reads at most one byte more than allowed, so that the
 * caller can detect a longer file. Null if canceled; throws the file system's error.
 */
export const openTextFile =
  (dialog: Pick<Dialog, 'showOpenDialog'>, window: () => BrowserWindow | null) =>
  async (extension: string, maxBytes: number): Promise<OpenedText | null> => {
    const options = {
      properties: ['openFile' as const],
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    }
    const parent = window()
    const { canceled, filePaths } =
      parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
    const [path] = filePaths
    if (canceled || path === undefined) return null
    return { name: basename(path), text: await readLimited(path, maxBytes) }
  }
