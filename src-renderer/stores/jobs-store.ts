import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import { isLockAction } from '#shared/model/changes/change'
import type { ChangeAction, ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { Job, JobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { command, onEvent } from '../bridge'
import { oncePerSeries } from '../once-per-series'
import { useJobTable } from './job-table'
import { useReviewStore } from './review-store'

/**
 * What is the same in two requests of one hand: a list may be long, and a password is generated for each request. The
 * dates of a license order may be BigInts, which JSON has not.
 */
const seriesKeyOf = ({ action, operatorIdentity, retryOf, rows }: JobRequest): string =>
  JSON.stringify([action, operatorIdentity, retryOf, rows.length, rows[0]], (field, value: unknown) => {
    if (field === 'password') return null
    return typeof value === 'bigint' ? String(value) : value
  })

/** The jobs of this computer that were requested or reported by events, and the rows of the jobs on screen. */
export const useJobsStore = defineStore('jobs', () => {
  const review = useReviewStore()
  const { jobs, rows, of, rowsOf, put, remove, beginRead, endRead, takeJob, takeResults } = useJobTable()
  const checkingJobIds = ref<ReadonlySet<string>>(new Set())

  const putIfOk = <Outcome extends CommandOutcome<'jobs/pause'>>(outcome: Outcome): Outcome => {
    if (outcome.ok) put(outcome.value)
    return outcome
  }

  /** Reads a job with its rows; afterwards events update the rows. */
  const read = async (jobId: string): Promise<CommandOutcome<'jobs/read'>> => {
    beginRead(jobId)
    const outcome = await command('jobs/read', { jobId })
    endRead(jobId, outcome.ok ? outcome.value : null)
    return outcome
  }

  /** Where main refuses, the button that asked may stay: a hand that still presses it starts nothing else. */
  const start = oncePerSeries(async (request: JobRequest) => putIfOk(await command('jobs/start', request)), {
    keyOf: seriesKeyOf,
    endsSeries: (outcome) => outcome.ok || outcome.error.code === 'not-confirmed',
  })
  const pause = async (jobId: string) => putIfOk(await command('jobs/pause', { jobId }))
  const resume = oncePerSeries(async (jobId: string) => putIfOk(await command('jobs/resume', { jobId })), {
    keyOf: (jobId) => jobId,
  })
  const cancel = async (jobId: string) => putIfOk(await command('jobs/cancel', { jobId }))

  /** The job has ended, or continues only if the user resumes it. */
  const isIdle = (job: Job | null): boolean =>
    job?.state === 'ended' || (job?.state === 'paused' && job.pause?.kind !== 'platform')

  /**
   * Runs a job and resolves when it is idle, for changes the user waits for. If the journal could not be
   * written, no row stays pending: unsent rows are reported as not saved, sent rows as unconfirmed.
   */
  const run = async (request: JobRequest): Promise<CommandOutcome<'jobs/read'>> => {
    const started = await start(request)
    if (!started.ok) return started
    const { jobId } = started.value
    if (!isIdle(of(jobId))) {
      await new Promise<void>((done) => {
        const stop = watch(
          () => isIdle(of(jobId)),
          (idle) => {
            if (!idle) return
            stop()
            done()
          },
          { flush: 'sync' },
        )
      })
    }
    const outcome = await read(jobId)
    if (!outcome.ok || outcome.value.job.state === 'ended') return outcome
    const { job, rows: found } = outcome.value
    if (found.every(({ state }) => state === 'intent')) {
      // If the disk accepts writes again, this ends the job; otherwise the next start closes it unsent.
      await cancel(jobId)
      return fail({ code: 'not-saved', message: 'the journal could not be written' })
    }
    return succeed({
      job,
      rows: found.map((row) => (row.state === 'sent' ? { ...row, state: 'unknown' as const } : row)),
    })
  }

  /** Changes one lock: a job of one row, which no list shows. */
  const runOne = async ({
    action,
    operatorIdentity,
    ...row
  }: ChangeRequest): Promise<Outcome<JournalEntry, CommandFailure>> => {
    const outcome = await run({ action, operatorIdentity, rows: [row], retryOf: null })
    if (!outcome.ok) return outcome
    const { job, rows: found } = outcome.value
    remove(job.jobId)
    const [entry] = found
    return entry === undefined ? fail({ code: 'not-found', message: 'the job has no row' }) : succeed(entry)
  }

  const unconfirmedIn = (jobId: string): readonly string[] =>
    (rows.value.get(jobId) ?? []).filter(canCheckResult).map(({ entryId }) => entryId)

  /** Reconciles the unconfirmed rows of a job. */
  const checkResult = async (jobId: string) => {
    checkingJobIds.value = new Set([...checkingJobIds.value, jobId])
    const open = unconfirmedIn(jobId)
    const outcome = putIfOk(await command('jobs/check-results', { jobId }))
    if (outcome.ok) await read(jobId)
    await review.takeJobCheck(outcome.ok ? unconfirmedIn(jobId) : open, outcome.ok ? null : outcome.error)
    checkingJobIds.value = new Set([...checkingJobIds.value].filter((id) => id !== jobId))
    return outcome
  }

  /** A job of another platform can only go on there. */
  const isOpenHere = ({ state, elsewhere }: Job): boolean => state !== 'ended' && elsewhere === undefined

  /**
   * The newest job with several rows that has not ended, or null. Only lock actions by default. A job with one
   * row is a single change and is not returned. Keeps all jobs of the open platform that have not ended.
   */
  const findOpen = async (
    isWanted: (action: ChangeAction) => boolean = isLockAction,
  ): Promise<CommandOutcome<'jobs/pause'> | null> => {
    const outcome = await command('jobs/list', { limit: 100 })
    if (!outcome.ok) return outcome
    const unfinished = outcome.value.filter(isOpenHere)
    for (const job of unfinished) put(job)
    const open = unfinished.find(({ action, rows: count }) => isWanted(action) && count > 1)
    return open === undefined ? null : succeed(open)
  }

  /** The job of several rows that every page shows: a paused one, which needs a person, before a running one. */
  const inProgress = computed<Job | null>(() => {
    const open = [...jobs.value.values()].filter((job) => isOpenHere(job) && job.rows > 1)
    return open.find(({ state }) => state === 'paused') ?? open.at(-1) ?? null
  })

  onEvent('jobs/changed', takeJob)
  onEvent('jobs/rows', ({ jobId, rows: results }) => takeResults(jobId, results))

  return {
    jobs,
    inProgress,
    rows,
    checkingJobIds,
    of,
    rowsOf,
    read,
    start,
    run,
    runOne,
    pause,
    resume,
    cancel,
    checkResult,
    findOpen,
  }
})
