import type { QueueContent } from '../changes/offline-queue/queue-file'
import type { UnsentSecrets } from '../changes/jobs/unsent-secrets'
import type { Journal } from '../journal/journal'
import { deletePersistedAssets, deleteUnusedAssets } from '../directory/persisted-asset-cache'
import type { LockNamesContent } from '../directory/lock-names'
import type { EnterpriseListContent } from '../directory/enterprise-list'
import type { KeptListsContent } from '../lists/kept-lists'
import type { UnfinishedWorkContent } from '../lists/unfinished-work'
import type { LoanFactsContent } from '../changes/loans/loan-facts'
import type { DraftsContent } from '../orders/order-drafts'
import type { SavedViewsContent } from '../views/saved-views'
import type { JsonFile } from '../util/files/json-file'
import { trainingId } from './platform-id'

/** Data of a platform that is not saved are deleted after this time without use. */
export const unusedForMs = 90 * 24 * 3_600_000

/** The data that move with a platform, or stay, when its address changes to another server. */
export interface PlatformData {
  readonly enterprises: number
  readonly queued: number
  /** Jobs with unsent rows. */
  readonly unfinishedJobs: number
  /** Whether the journal has changes of the platform. */
  readonly hasHistory: boolean
}

/** Asks whether a platform's data move to another server. Null if canceled. */
export type ConfirmMove = (request: {
  readonly from: string
  readonly to: string
  readonly data: PlatformData
}) => Promise<'move' | 'separate' | null>

/** The files with data by platform ID. */
interface PlatformFiles {
  readonly queue: JsonFile<QueueContent>
  readonly register: JsonFile<EnterpriseListContent>
  readonly loans: Pick<JsonFile<LoanFactsContent>, 'read'>
  readonly drafts: Pick<JsonFile<DraftsContent>, 'read'>
  readonly lockNames: Pick<JsonFile<LockNamesContent>, 'read'>
  readonly savedViews: Pick<JsonFile<SavedViewsContent>, 'read'>
  readonly lists: Pick<JsonFile<KeptListsContent>, 'read'>
  readonly unfinished: Pick<JsonFile<UnfinishedWorkContent>, 'read'>
}

/** The platform IDs under which the files have data. */
export const knownPlatformIds = ({
  queue,
  register,
  loans,
  drafts,
  lockNames,
  savedViews,
  lists,
  unfinished,
}: PlatformFiles): string[] => {
  const { items, ended } = queue.read()
  const queued = [...items, ...ended].map(({ environment }) => environment)
  const listed = [
    register.read().platforms,
    loans.read().platforms,
    drafts.read().orders,
    lockNames.read().platforms,
    savedViews.read().platforms,
    lists.read().platforms,
    unfinished.read().platforms,
  ].flatMap(Object.keys)
  return [...new Set([...listed, ...queued])]
}

/** The data of the platforms outside `environments.json` and the vault, by platform ID. */
export const createPlatformData = (deps: {
  readonly folder: string
  readonly files: Pick<PlatformFiles, 'queue' | 'register'>
  readonly journal: Pick<Journal, 'jobs'>
  readonly unsentSecrets: Pick<UnsentSecrets, 'drop' | 'jobs'>
  readonly onError: (error: unknown) => void
}) => {
  const { folder, files, journal, unsentSecrets, onError } = deps

  const filterQueue = async (
    isKept: (one: { readonly platformId: string; readonly lastUsedAt: number }) => boolean,
  ): Promise<void> => {
    const withoutPlatform = (content: QueueContent): QueueContent => ({
      ...content,
      items: content.items.filter(({ environment, expiresAt }) =>
        isKept({ platformId: environment, lastUsedAt: expiresAt }),
      ),
      ended: content.ended.filter(({ environment, at }) =>
        isKept({ platformId: environment, lastUsedAt: at }),
      ),
    })
    const before = files.queue.read()
    const after = withoutPlatform(before)
    const isSame = after.items.length === before.items.length && after.ended.length === before.ended.length
    if (!isSame) await files.queue.update(withoutPlatform)
  }

  return {
    dataOf: (platformId: string): PlatformData => {
      const jobs = journal.jobs().filter(({ intent }) => intent.environment === platformId)
      return {
        enterprises: files.register.read().platforms[platformId]?.length ?? 0,
        queued: files.queue.read().items.filter(({ environment }) => environment === platformId).length,
        unfinishedJobs: jobs.filter(({ counts }) => counts.intent > 0).length,
        hasHistory: jobs.length > 0,
      }
    },
    /** Deletes a platform's queue, the passwords of its unsent rows and its known records. */
    forget: (platformId: string): void => {
      void deletePersistedAssets(folder, platformId).catch(onError)
      for (const { jobId, intent } of journal.jobs()) {
        if (intent.environment === platformId) void unsentSecrets.drop(jobId).catch(onError)
      }
      void filterQueue((one) => one.platformId !== platformId).catch(onError)
    },
    /**
     * Deletes the data of platforms that are not in `used` and were not used for 90 days. `now` is a confirmed time, in
     * ms since 1970.
     */
    forgetUnused: async (used: ReadonlySet<string>, now: number): Promise<void> => {
      const isUsed = (platformId: string) => platformId === trainingId || used.has(platformId)
      const isRecent = (at: number) => now - at < unusedForMs
      await filterQueue(({ platformId, lastUsedAt }) => isUsed(platformId) || isRecent(lastUsedAt)).catch(
        onError,
      )
      const jobsWithSecrets = new Set(unsentSecrets.jobs())
      for (const { jobId, intent, requestedAt } of journal.jobs()) {
        if (!jobsWithSecrets.has(jobId) || isUsed(intent.environment) || isRecent(requestedAt)) continue
        await unsentSecrets.drop(jobId).catch(onError)
      }
      await deleteUnusedAssets(folder, used, isRecent).catch(onError)
    },
  }
}
export type AllPlatformData = ReturnType<typeof createPlatformData>
