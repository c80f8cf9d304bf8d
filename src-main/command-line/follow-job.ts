import type { DomainFailure } from '#shared/model/failure'
import { businessCodes, isBusinessCode } from '#shared/model/api/business-codes'
import type { ChangeReason } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { failure, reason } from '#shared/texts/explanations-en'
import { isJobStop, jobStopSentences, sayJobStop } from '#shared/texts/job-stop'
import type { JobStop } from '#shared/texts/job-stop'
import { jobStop } from '#shared/texts/job-stops-en'
import { reasonOf } from '../changes/reported-outcome'
import type { CommandSession } from './command-services'

export const maxListedJobs = 100

export const heldBack: DomainFailure = {
  code: 'not-allowed',
  message: 'the policy requires the log of results, which cannot be reached',
}

export interface Followed {
  /** What stopped the job from outside; null if nothing did. */
  readonly failure: DomainFailure | null
  /** Why the job stopped itself, in English; null if it did not. */
  readonly stop: { readonly code: JobStop['kind']; readonly message: string } | null
}

const explanations: Readonly<Record<string, { readonly what: string }>> = { ...failure, ...reason }

const stopOf = ({ action, pause }: Job): Followed['stop'] => {
  if (!isJobStop(pause)) return null
  const explain = (why: ChangeReason): string => {
    const { reason: name, businessCode } = reasonOf(why)
    if (businessCode !== null && isBusinessCode(businessCode)) return businessCodes[businessCode].en.what
    return explanations[name ?? '']?.what ?? ''
  }
  const sentences = jobStopSentences(pause, action, sayJobStop(jobStop), explain)
  return { code: pause.kind, message: sentences.filter((sentence) => sentence !== '').join(' ') }
}

/** Waits until the job sends no more. */
export const followJob = (jobId: string, { changeService: { jobs } }: CommandSession, signal: AbortSignal) =>
  new Promise<Followed>((done) => {
    let failure: DomainFailure | null = null
    let stop: Followed['stop'] = null
    const finish = () => {
      unsubscribe()
      signal.removeEventListener('abort', cancel)
      done({ failure, stop })
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
      stop = stopOf(job) ?? stop
      if (!signal.aborted) cancel()
      else if (job.pause?.kind === 'journal-not-writable') finish()
    }
    const unsubscribe = jobs.onChange(check)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    for (const job of jobs.list(maxListedJobs)) check(job)
    if (!jobs.list(maxListedJobs).some((job) => job.jobId === jobId)) finish()
  })
