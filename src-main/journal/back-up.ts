import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, temporaryBeside } from '../util/files/durable-file'
import type { SyncedFile } from './file-chain'

/** Copies in small parts, so that nothing else is blocked for long. */
const partLength = 1024 * 1024

const append = async (to: FileHandle, { path, bytes }: SyncedFile): Promise<void> => {
  const from = await open(path, 'r')
  try {
    const part = Buffer.alloc(Math.min(partLength, bytes))
    for (let position = 0; position < bytes;) {
      const { bytesRead } = await from.read(part, 0, Math.min(part.length, bytes - position), position)
      if (bytesRead === 0) throw new Error('the journal file has become shorter')
      await to.writeFile(part.subarray(0, bytesRead))
      position += bytesRead
    }
  } finally {
    await from.close()
  }
}

/**
 * Concatenates a journal's files to `path`; because each links to the previous one, the result is a valid
 * journal of one file. Throws the file system's error and then leaves `path` unchanged.
 */
export const backUp = async (files: readonly SyncedFile[], path: string): Promise<void> => {
  const temporary = temporaryBeside(path)
  try {
    const to = await open(temporary, 'wx', 0o600)
    try {
      for (const file of files) await append(to, file)
      await to.sync()
    } finally {
      await to.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}
