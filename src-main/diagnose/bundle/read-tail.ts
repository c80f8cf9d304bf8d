import { open } from 'node:fs/promises'

/** The last bytes of a file, from the beginning of a line on; null where there is no such file. */
export const readTail = async (path: string, most: number): Promise<string | null> => {
  try {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      const bytes = Buffer.alloc(Math.min(size, most))
      await handle.read(bytes, 0, bytes.length, size - bytes.length)
      const text = bytes.toString('utf8')
      return size > most ? text.slice(text.indexOf('\n') + 1) : text
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}
