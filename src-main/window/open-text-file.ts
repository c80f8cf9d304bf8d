import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'

export interface OpenedText {
  readonly name: string
  readonly text: string
}

const readAtMost = async (path: string, most: number): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most + 1), 0, most + 1, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Asks for one file in the system's own dialog and reads it, at most so many bytes and one more, so that a longer one
 * shows. Null where the person thought better of it; throws what the disk said.
 */
export const openTextFile =
  (window: () => BrowserWindow | null) =>
  async (extension: string, most: number): Promise<OpenedText | null> => {
    const options = {
      properties: ['openFile' as const],
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    }
    const parent = window()
    const { canceled, filePaths } =
      parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
    const [path] = filePaths
    if (canceled || path === undefined) return null
    return { name: basename(path), text: await readAtMost(path, most) }
  }
