import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomForStores = 1024 ** 3

/** In memory where there is room: every store is hundreds of small files. */
const fastPlace = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomForStores ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A new empty folder, and what removes it with all that is in it by then. */
export const temporaryFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(fastPlace(), 'lock-desk-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
