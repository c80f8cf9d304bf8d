import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The shortest limit among the systems (macOS, 104 bytes with the ending zero). */
const maxPathBytes = 103

const addressFile = (folder: string) => join(folder, 'command-line.pipe')

/**
 * Where the app that has this data folder open takes commands; null if there is none. Only the user can enter the folder,
 * so no other user reaches the socket in it. Windows has no sockets in folders: there the name of the pipe is random and
 * kept in the folder; by default a pipe takes data only from its own user.
 */
export const findSocket = async (folder: string): Promise<string | null> => {
  if (process.platform !== 'win32') return join(folder, 'command-line.sock')
  return readFile(addressFile(folder), 'utf8').catch(() => null)
}

/** A new address, while this process alone has the data folder open. Throws if there can be none. */
export const createSocketPath = async (folder: string): Promise<string> => {
  if (process.platform === 'win32') {
    const name = String.raw`\\.\pipe\lock-desk-${randomBytes(16).toString('hex')}`
    await writeFile(addressFile(folder), name, { mode: 0o600 })
    return name
  }
  const path = join(folder, 'command-line.sock')
  if (Buffer.byteLength(path) > maxPathBytes) throw new Error('the path is too long to take commands')
  // Left over from a process that was killed.
  await rm(path, { force: true })
  return path
}
