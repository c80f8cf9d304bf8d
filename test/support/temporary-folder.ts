import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryFolder } from '../../scripts/setup/run-folder.mjs'

/** A new empty folder, in memory where possible, and a function that removes it. */
export const temporaryFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(memoryFolder(), 'lock-desk-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
