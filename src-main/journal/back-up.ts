import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../files/durable'
import type { SureFile } from './file-chain'

/** Copied in parts of this size, so that nothing waits for long. */
const partLength = 1024 * 1024

const append = async (to: FileHandle, { path, bytes }: SureFile): Promise<void> => {
  const from = await open(path, 'r')
  try {
    const part = Buffer.alloc(Math.min(partLength, bytes))
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await from.read(part, 0, Math.min(part.length, bytes - at), at)
      if (bytesRead === 0) throw new Error('the journal is shorter than it was')
      await to.writeFile(part.subarray(0, bytesRead))
      at += bytesRead
    }
  } finally {
    await from.close()
  }
}

/**
 * Writes the files of a journal one behind the other to `path`: as each links to the one before, that is a journal
 * of one file. Throws what the disk said; what was at `path` is then untouched.
 */
export const backUp = async (files: readonly SureFile[], path: string): Promise<void> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
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
