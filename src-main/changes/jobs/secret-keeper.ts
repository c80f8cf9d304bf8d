import type { JobPause } from '#shared/model/changes/job'
import type { JournaledJob } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'
import type { JobRuntime, UnjournaledData } from './job-runtime'
import { changeOperations } from '../operations/change-operations'
import type { UnsentSecrets } from './unsent-secrets'

const rowIndexesIn = ({ rowStates }: JournaledJob, isIncluded: (isWaiting: boolean) => boolean): number[] =>
  rowStates.flatMap(({ state }, rowIndex) => (isIncluded(state === 'intent') ? [rowIndex] : []))

/**
 * A job's passwords: in memory while it runs, and in a file beside it for the next process; each only as long
 * as needed.
 */
export const createSecretKeeper = (journal: Journal, unsent: UnsentSecrets) => {
  let tidying: Promise<unknown> = Promise.resolve()
  const runCleanup = (work: Promise<void>): void => {
    tidying = Promise.all([tidying, work])
  }
  const needsSecret = ({ intent }: JournaledJob): boolean => changeOperations[intent.operation].needsSecret

  // Deletes secrets of rows that were sent or ended. An unreadable journal proves nothing, so nothing is
  // deleted then.
  for (const jobId of journal.folder === '' ? [] : unsent.jobs()) {
    const job = journal.job(jobId)
    if (job === null || job.counts.intent === 0) runCleanup(unsent.drop(jobId))
    else
      runCleanup(
        unsent.erase(
          jobId,
          rowIndexesIn(job, (isWaiting) => !isWaiting),
        ),
      )
  }

  const drop = (jobId: string): void => {
    if (unsent.has(jobId)) runCleanup(unsent.drop(jobId))
  }

  return {
    /** A single change is never resumed, so its secrets are not stored. */
    keep: async ({ jobId, intent }: JournaledJob, { secrets }: UnjournaledData): Promise<void> => {
      if (intent.rows.length === 1 || secrets.size === 0) return
      const byRowIndex = intent.rows.flatMap((row, rowIndex) => {
        const secret = secrets.get(row)
        return secret === undefined ? [] : [[rowIndex, secret] as const]
      })
      await unsent.keep(jobId, new Map(byRowIndex))
    },
    /** Deletes the secrets of these rows. */
    forget: (
      { jobId, intent }: JournaledJob,
      { secrets }: JobRuntime,
      rowIndexes: readonly number[],
    ): void => {
      for (const rowIndex of rowIndexes) {
        const row = intent.rows[rowIndex]
        if (row !== undefined) secrets.delete(row)
      }
      if (rowIndexes.length > 0 && unsent.has(jobId)) runCleanup(unsent.erase(jobId, rowIndexes))
    },
    drop,
    /** Why a job of an earlier session is paused, and whether its secrets must be loaded. */
    pauseAfterRestart: (
      job: JournaledJob,
    ): { readonly pause: JobPause; readonly mustLoadSecrets: boolean } => {
      const mustLoadSecrets = needsSecret(job)
      const isGone = mustLoadSecrets && !unsent.has(job.jobId)
      return {
        pause: isGone ? { kind: 'interrupted', passwordsGone: true } : { kind: 'interrupted' },
        mustLoadSecrets,
      }
    },
    /** Loads the stored secrets of the waiting rows; false if they cannot be decrypted now. */
    loadSecrets: async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
      const stored = await unsent.read(job.jobId)
      if (stored === 'locked') return false
      for (const rowIndex of rowIndexesIn(job, (isWaiting) => isWaiting)) {
        const row = job.intent.rows[rowIndex]
        const secret = stored.get(rowIndex)
        if (row !== undefined && secret !== undefined) runtime.secrets.set(row, secret)
      }
      runtime.mustLoadSecrets = false
      return true
    },
    /** Resolves when no write is pending. */
    settled: async (): Promise<void> => {
      await tidying
    },
  }
}
export type SecretKeeper = ReturnType<typeof createSecretKeeper>
