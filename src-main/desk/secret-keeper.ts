import type { JobPause } from '#shared/model/job'
import type { JournaledJob } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { Course, NotWritten } from './course'
import { changeKinds } from './kinds/kinds'
import type { UnsentSecrets } from './unsent-secrets'

const placesIn = ({ courses }: JournaledJob, isMeant: (isWaiting: boolean) => boolean): number[] =>
  courses.flatMap(({ state }, place) => (isMeant(state === 'intent') ? [place] : []))

/** A job's passwords, in memory while it runs and beside it for the next process; each for as long as it is needed. */
export const createSecretKeeper = (journal: Journal, unsent: UnsentSecrets) => {
  let tidying: Promise<unknown> = Promise.resolve()
  const tidy = (work: Promise<void>): void => {
    tidying = Promise.all([tidying, work])
  }
  const needsSecret = ({ intent }: JournaledJob): boolean => changeKinds[intent.operation].needsSecret

  // What left in the process before, or ended, is needed no more. A journal that could not be opened says nothing.
  for (const jobId of journal.folder === '' ? [] : unsent.jobs()) {
    const job = journal.job(jobId)
    if (job === null || job.counts.intent === 0) tidy(unsent.drop(jobId))
    else
      tidy(
        unsent.erase(
          jobId,
          placesIn(job, (isWaiting) => !isWaiting),
        ),
      )
  }

  const drop = (jobId: string): void => {
    if (unsent.has(jobId)) tidy(unsent.drop(jobId))
  }

  return {
    /** A single change never outlives whoever asked for it: nothing of it is kept. */
    keep: async ({ jobId, intent }: JournaledJob, { secrets }: NotWritten): Promise<void> => {
      if (intent.rows.length === 1 || secrets.size === 0) return
      const byPlace = intent.rows.flatMap((row, place) => {
        const secret = secrets.get(row)
        return secret === undefined ? [] : [[place, secret] as const]
      })
      await unsent.keep(jobId, new Map(byPlace))
    },
    /** These rows need it no more. */
    forget: ({ jobId, intent }: JournaledJob, { secrets }: Course, places: readonly number[]): void => {
      for (const place of places) {
        const row = intent.rows[place]
        if (row !== undefined) secrets.delete(row)
      }
      if (places.length > 0 && unsent.has(jobId)) tidy(unsent.erase(jobId, places))
    },
    drop,
    /** How a job that an earlier desk left waits for a person. */
    leftBehind: (job: JournaledJob): { readonly pause: JobPause; readonly isToRecall: boolean } => {
      const isToRecall = needsSecret(job)
      const isGone = isToRecall && !unsent.has(job.jobId)
      return {
        pause: isGone ? { kind: 'interrupted', passwordsGone: true } : { kind: 'interrupted' },
        isToRecall,
      }
    },
    /** Takes up what was kept for the rows that wait; false where it cannot be opened now. */
    recall: async (job: JournaledJob, course: Course): Promise<boolean> => {
      const kept = await unsent.read(job.jobId)
      if (kept === 'locked') return false
      for (const place of placesIn(job, (isWaiting) => isWaiting)) {
        const row = job.intent.rows[place]
        const secret = kept.get(place)
        if (row !== undefined && secret !== undefined) course.secrets.set(row, secret)
      }
      course.isToRecall = false
      return true
    },
    /** Resolves when nothing is on its way to the disk. */
    settled: async (): Promise<void> => {
      await tidying
    },
  }
}
