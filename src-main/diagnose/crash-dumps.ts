import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface CrashDump {
  readonly path: string
  readonly at: Date
  readonly bytes: number
}

/** A dump contains memory of the app; keeping more has no use and is a risk. */
const maxKept = 5

/** Newest first; searches the subfolders used by each system's crash handler. */
export const listCrashDumps = async (folder: string): Promise<readonly CrashDump[]> => {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.dmp'))
      .map(async (name): Promise<CrashDump[]> => {
        const path = join(folder, name)
        const stats = await stat(path).catch(() => null)
        return stats?.isFile() === true ? [{ path, at: stats.mtime, bytes: stats.size }] : []
      }),
  )
  return found.flat().sort((one, other) => other.at.getTime() - one.at.getTime())
}

export const pruneCrashDumps = async (folder: string): Promise<void> => {
  for (const { path } of (await listCrashDumps(folder)).slice(maxKept)) {
    await rm(path, { force: true })
    await rm(path.replace(/\.dmp$/, '.meta'), { force: true })
  }
}
