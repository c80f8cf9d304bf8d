import { open } from 'node:fs/promises'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import type { CrashInput } from './crash-run'

const die = () => process.kill(process.pid, 'SIGKILL')

/** Kills the process before or after the nth write of its append-only files together, or after its sync. */
export const deadlyWrites = (at: CrashInput['killAtWrite']) => {
  let writes = 0
  const openFile: OpenFile = async (path) => {
    const file = await open(path, 'a', 0o600)
    return {
      write: (async (bytes: Uint8Array, offset: number, length: number) => {
        writes += 1
        const isDeadly = writes === at?.write
        if (isDeadly && at.moment === 'before') die()
        // A process that dies while writing can leave half a line.
        const writtenLength = isDeadly && at.moment === 'half' ? Math.ceil(length / 2) : length
        const written = await file.write(bytes, offset, writtenLength)
        if (isDeadly && (at.moment === 'half' || at.moment === 'written')) die()
        return written
      }) as typeof file.write,
      datasync: async () => {
        await file.datasync()
        if (writes === at?.write && at.moment === 'synced') die()
      },
      close: () => file.close(),
    }
  }
  return {
    openFile,
    /** A write of another kind, which is counted like the others. */
    during: async (write: () => Promise<void>): Promise<void> => {
      writes += 1
      if (writes === at?.write && at.moment === 'before') die()
      await write()
      if (writes === at?.write) die()
    },
  }
}
