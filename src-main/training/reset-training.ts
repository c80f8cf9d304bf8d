import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoanFactsContent } from '../changes/loans/loan-facts'
import type { QueueContent } from '../changes/offline-queue/queue-file'
import type { EnterpriseListContent } from '../directory/enterprise-list'
import { deletePersistedAssets } from '../directory/persisted-asset-cache'
import type { KeptListsContent } from '../lists/kept-lists'
import type { Journal, RowResult } from '../journal/journal'
import type { UnfinishedWorkContent } from '../lists/unfinished-work'
import type { DraftsContent } from '../orders/order-drafts'
import { deleteStocktakes } from '../stocktake/stocktake-file'
import type { JsonFile } from '../util/files/json-file'

/** The data folder of the training service, inside the user-data folder. */
export const trainingFolder = (userData: string): string => join(userData, 'training')

/** The number of former data folders that are kept. */
const maxCopies = 5

const deleteOldCopies = async (userData: string): Promise<void> => {
  const copies = (await readdir(userData)).filter((name) => name.startsWith('training-before-')).sort()
  for (const name of copies.slice(0, -maxCopies))
    await rm(join(userData, name), { recursive: true, force: true })
}

/**
 * Renames the training data folder, so that the next start creates new data, and deletes the oldest copies. The
 * service must have stopped.
 */
export const moveTrainingAside = async (userData: string, now: () => number = Date.now): Promise<void> => {
  const from = trainingFolder(userData)
  const stamp = new Date(now()).toISOString().replaceAll(':', '')
  try {
    await rename(from, `${from}-before-${stamp}`)
    await deleteOldCopies(userData)
  } catch (error) {
    // If training never started, there is nothing to move.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

const without = <Kept>(all: Readonly<Record<string, Kept>>, platformId: string): Record<string, Kept> => {
  const { [platformId]: _removed, ...others } = all
  return others
}

/** Deletes one platform from a file of several; a file without it is not written. */
const deleteFrom = async <Of extends 'platforms' | 'orders', Kept>(
  file: JsonFile<{ readonly version: number } & Record<Of, Record<string, Kept>>>,
  of: Of,
  platformId: string,
): Promise<void> => {
  if (!Object.hasOwn(file.read()[of], platformId)) return
  await file.update((content) => ({ ...content, [of]: without(content[of], platformId) }))
}

/** Deletes one platform's changes that wait to be sent, and the results of those that waited before. */
const deleteQueued = async (file: JsonFile<QueueContent>, platformId: string): Promise<void> => {
  const isOther = ({ environment }: { readonly environment: string }): boolean => environment !== platformId
  const { items, ended } = file.read()
  if (items.every(isOther) && ended.every(isOther)) return
  await file.update((content) => ({
    ...content,
    items: content.items.filter(isOther),
    ended: content.ended.filter(isOther),
  }))
}

/**
 * Ends the changes of the old data that have no result: what waits is not sent to the new data, and what is unconfirmed is
 * not looked for in it.
 */
const endChanges = async (
  journal: Pick<Journal, 'jobs' | 'closeJob' | 'recordResults'>,
  platformId: string,
  operatorIdentity: string,
): Promise<void> => {
  const write = async (written: ReturnType<Journal['closeJob']>): Promise<void> => {
    const outcome = await written
    if (!outcome.ok) throw new Error(outcome.error.message)
  }
  for (const { jobId, intent, counts, rowStates } of journal.jobs()) {
    if (intent.environment !== platformId) continue
    if (counts.intent > 0) await write(journal.closeJob(jobId, { kind: 'cancelled' }))
    const unknown = rowStates.flatMap(({ state, reason }, row): RowResult[] =>
      state === 'unknown' && reason?.kind !== 'left-unknown'
        ? [{ row, state, reason: { kind: 'left-unknown', operatorIdentity, note: '' } }]
        : [],
    )
    if (unknown.length > 0) await write(journal.recordResults(jobId, unknown))
  }
}

/**
 * Starts training with new data, ends the changes of the old data, and deletes what is about it: what was read of it,
 * counted in it, noted for its loans, or entered and not sent.
 * @param trainingId of its platform in the files and in the journal
 * @param operatorIdentity of who resets it
 */
export const resetTraining = async (
  userData: string,
  files: {
    readonly register: JsonFile<EnterpriseListContent>
    readonly drafts: JsonFile<DraftsContent>
    readonly lists: JsonFile<KeptListsContent>
    readonly unfinished: JsonFile<UnfinishedWorkContent>
    readonly queue: JsonFile<QueueContent>
    readonly loans: JsonFile<LoanFactsContent>
  },
  trainingId: string,
  journal: Pick<Journal, 'jobs' | 'closeJob' | 'recordResults'>,
  operatorIdentity: string,
): Promise<void> => {
  // First: with new data, nothing of the old one may go on.
  await endChanges(journal, trainingId, operatorIdentity)
  await moveTrainingAside(userData)
  await deletePersistedAssets(userData, trainingId)
  await deleteStocktakes(join(userData, 'stocktakes'), trainingId)
  await deleteQueued(files.queue, trainingId)
  await deleteFrom(files.loans, 'platforms', trainingId)
  await deleteFrom(files.register, 'platforms', trainingId)
  await deleteFrom(files.lists, 'platforms', trainingId)
  await deleteFrom(files.unfinished, 'platforms', trainingId)
  await deleteFrom(files.drafts, 'orders', trainingId)
}
