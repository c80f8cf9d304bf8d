import type { DomainFailure } from '#shared/model/failure'
import type { Job } from '#shared/model/changes/job'
import type { CommandSession } from './command-services'

export const maxListedJobs = 100

export const heldBack: DomainFailure = {
  code: 'not-allowed',
  message: 'the policy requires the log of results, which cannot be reached',
}

/** Waits until the job sends no more. Resolves to the failure that stopped it, or null. */
export const followJob = (jobId: string, { changeService: { jobs } }: CommandSession, signal: AbortSignal) =>
  new Promise<DomainFailure | null>((done) => {
    let failure: DomainFailure | null = null
    const finish = () => {
      unsubscribe()
      signal.removeEventListener('abort', cancel)
      done(failure)
    }
    // A job that cannot be canceled now, because the disk is full, stays paused.
    const cancel = () =>
      void jobs.cancel(jobId).then((canceled) => (canceled.ok ? undefined : finish()), finish)
    const check = (job: Job) => {
      if (job.jobId !== jobId) return
      if (job.state === 'ended') finish()
      if (job.state !== 'paused') return
      // Paused in the window, where it can be continued.
      if (job.pause?.kind === 'requested') {
        finish()
        return
      }
      // A command does not wait for the platform to return; the rows that remain are reported as not sent.
      if (job.pause?.kind === 'platform') failure = job.pause.failure
      if (job.pause?.kind === 'log-not-delivered') failure = heldBack
      if (!signal.aborted) cancel()
      else if (job.pause?.kind === 'journal-not-writable') finish()
    }
    const unsubscribe = jobs.onChange(check)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    for (const job of jobs.list(maxListedJobs)) check(job)
    if (!jobs.list(maxListedJobs).some((job) => job.jobId === jobId)) finish()
  })
