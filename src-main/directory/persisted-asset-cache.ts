import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createRunOnceScheduler, createSequencer, raceTimeout } from '../util/async'
import type { RunOnceScheduler } from '../util/async'
import type { EnterpriseList } from './enterprise-list'
import type { AssetDirectory } from './asset-directory'
import {
  persistedAssetsFile,
  persistedAssetsFolder,
  persistedAssetsVersion,
  findNewerVersion,
  readPersistedAssets,
  writePersistedAssets,
} from './persisted-asset-file'

export interface PersistedAssetCache {
  /** Resolves when the stored records are loaded. */
  readonly ready: Promise<void>
  /** Writes pending lists, with a time limit. */
  stop(): Promise<void>
}

/** The most rows stored per platform; further rows are unknown after a restart. */
export const maxStoredRows = 200_000
const rowsPerSlice = 500
/** Lists arrive in groups, and a changed lock reloads its list. */
const firstWriteDelayMs = 2_000
const minIntervalMs = 60_000
/** A large list takes tens of megabytes, so it is written rarely. */
const minIntervalLargeMs = 5 * 60_000
const largeRows = 5_000
const stopTimeoutMs = 3_000

/**
 * Stores a platform's records across restarts, so that a lock plugged in offline is recognized: one file per
 * enterprise with its read time. Contains no secrets.
 */
export const createPersistedAssetCache = (deps: {
  userData: string
  platformId: string
  register: Pick<EnterpriseList, 'list' | 'onChange'>
  directory: Pick<AssetDirectory, 'list' | 'enterprises' | 'onRefreshed' | 'seed'>
  onError: (error: unknown) => void
  /** Called when a newer version of the app wrote an enterprise's file; the file is not changed. */
  onLaterVersion: (version: number) => void
  /** The most rows stored. */
  maxRecords?: number
}): PersistedAssetCache => {
  const { platformId, register, directory, onError } = deps
  const folder = persistedAssetsFolder(deps.userData, platformId)
  const stopping = new AbortController()
  /** Writes that wait, by enterprise. */
  const waiting = new Map<string, RunOnceScheduler>()
  /** Per enterprise: what its file contains. */
  const files = new Map<string, { readonly readAt: number; readonly rows: number; readonly at: number }>()
  const sequencer = createSequencer()

  const ids = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

  const remainingCapacity = (enterpriseGlobalId: string): number => {
    let otherRows = 0
    for (const [id, { rows }] of files) if (id !== enterpriseGlobalId) otherRows += rows
    return Math.max(0, (deps.maxRecords ?? maxStoredRows) - otherRows)
  }

  const write = async (enterpriseGlobalId: string): Promise<void> => {
    const { readAt } = directory.list(enterpriseGlobalId, 0, 1)
    if (readAt === null || files.get(enterpriseGlobalId)?.readAt === readAt) return
    if (!ids().includes(enterpriseGlobalId)) return
    if ((await findNewerVersion(folder, enterpriseGlobalId)) !== null) return
    const maxRecords = remainingCapacity(enterpriseGlobalId)
    let rows = 0
    const isWritten = await writePersistedAssets(
      folder,
      { version: persistedAssetsVersion, environment: platformId, enterpriseGlobalId, readAt },
      (from) => {
        const slice = directory.list(enterpriseGlobalId, from, Math.min(rowsPerSlice, maxRecords - from))
        // A newer list has arrived and is written next.
        if (slice.readAt !== readAt) return null
        rows = from + slice.rows.length
        return slice.rows
      },
    )
    if (isWritten) files.set(enterpriseGlobalId, { readAt, rows, at: performance.now() })
  }

  const runInSequence = (work: () => Promise<unknown>): Promise<unknown> =>
    sequencer.queue(work).catch(onError)

  const writeSoon = (enterpriseGlobalId: string): void => {
    if (waiting.has(enterpriseGlobalId) || stopping.signal.aborted) return
    const file = files.get(enterpriseGlobalId)
    const intervalMs = (file?.rows ?? 0) > largeRows ? minIntervalLargeMs : minIntervalMs
    const since = file === undefined ? Number.POSITIVE_INFINITY : performance.now() - file.at
    const scheduler = createRunOnceScheduler(() => {
      waiting.delete(enterpriseGlobalId)
      void runInSequence(() => write(enterpriseGlobalId))
    })
    waiting.set(enterpriseGlobalId, scheduler)
    scheduler.schedule(Math.max(firstWriteDelayMs, intervalMs - since))
  }

  const load = async (): Promise<void> => {
    for (const enterpriseGlobalId of ids()) {
      const found = await readPersistedAssets(
        folder,
        { environment: platformId, enterpriseGlobalId },
        stopping.signal,
      )
      if (stopping.signal.aborted) return
      if (found === null) {
        const later = await findNewerVersion(folder, enterpriseGlobalId)
        if (later !== null) deps.onLaterVersion(later)
        continue
      }
      const { readAt } = found
      files.set(enterpriseGlobalId, {
        readAt,
        rows: found.records.length,
        at: performance.now() - minIntervalMs,
      })
      await directory.seed(enterpriseGlobalId, found.records, readAt)
    }
  }

  const unsubscribes = [
    directory.onRefreshed((id) => {
      const readAt = directory.enterprises([id])[0]?.readAt ?? null
      if (readAt !== null && readAt !== files.get(id)?.readAt) writeSoon(id)
    }),
    // Removed enterprises are deleted from the cache.
    register.onChange(() => {
      const known = new Set(ids())
      for (const id of files.keys()) {
        if (known.has(id)) continue
        files.delete(id)
        void runInSequence(() => rm(persistedAssetsFile(folder, id), { force: true }))
      }
    }),
  ]

  return {
    ready: load().catch(onError),
    stop: async () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const [id, scheduler] of waiting) {
        scheduler.cancel()
        void runInSequence(() => write(id))
      }
      await raceTimeout(sequencer.settled(), stopTimeoutMs)
      stopping.abort()
    },
  }
}

/** Deletes the cache of a removed platform. */
export const deletePersistedAssets = (userData: string, platformId: string): Promise<void> =>
  rm(persistedAssetsFolder(userData, platformId), { recursive: true, force: true })

/** Deletes the records of platforms outside `used` of which no file was written recently. */
export const deleteUnusedAssets = async (
  userData: string,
  used: ReadonlySet<string>,
  isRecent: (at: number) => boolean,
): Promise<void> => {
  const parent = join(userData, 'known-records')
  const usedFolders = new Set([...used].map((platformId) => persistedAssetsFolder(userData, platformId)))
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    if (usedFolders.has(folder)) continue
    const files = await readdir(folder)
    const times = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mtimeMs))
    if (!times.some(isRecent)) await rm(folder, { recursive: true, force: true })
  }
}
