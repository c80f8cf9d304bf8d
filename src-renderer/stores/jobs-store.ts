import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import { isLockAction } from '#shared/model/changes/change'
import type { ChangeAction, ChangeRequest, ChangeState, JournalEntry } from '#shared/model/changes/change'
import type { Job, JobRequest, JobRowResult } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { command, onEvent } from '../bridge'
import { oncePerSeries } from '../once-per-series'
import { useReviewStore } from './review-store'

/** Thousands of row results are rendered in batches at this interval, ms. */
const batchDelayMs = 60

/** Whether a row's state is final; `unknown` becomes final by reconciliation. */
const isFinal = (state: ChangeState): boolean =>
  state === 'done' || state === 'failed' || state === 'not-sent'

/**
 * Whether a result replaces the known state. A command response and an event may arrive in either order, so a
 * final state stays. A sent row may go back to waiting (the platform was not reached), so other states are
 * replaced.
 */
const isNewer = (before: ChangeState, after: ChangeState): boolean => {
  if (isFinal(before)) return isFinal(after)
  return before !== 'unknown' || after === 'unknown' || isFinal(after)
}

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
  const jobs = shallowRef<ReadonlyMap<string, Job>>(new Map())
  const rows = shallowRef<ReadonlyMap<string, readonly JournalEntry[]>>(new Map())
  const checkingJobIds = ref<ReadonlySet<string>>(new Set())
  /** Reported results not yet rendered, by job and entry. */
  const pendingResults = new Map<string, Map<string, JobRowResult>>()
  /** Reported jobs that wait for their rows, so that the counts of both are the same. */
  const pendingJobs = new Map<string, Job>()

  const of = (jobId: string | null): Job | null => (jobId === null ? null : (jobs.value.get(jobId) ?? null))
  const rowsOf = (jobId: string | null): readonly JournalEntry[] | null =>
    jobId === null ? null : (rows.value.get(jobId) ?? null)

  let batchTimer: ReturnType<typeof setTimeout> | undefined
  const applyResults = (): void => {
    clearTimeout(batchTimer)
    batchTimer = undefined
    const next = new Map(rows.value)
    for (const [jobId, results] of pendingResults) {
      const known = next.get(jobId)
      if (known === undefined) continue
      pendingResults.delete(jobId)
      next.set(
        jobId,
        known.map((entry) => {
          const result = results.get(entry.entryId)
          return result === undefined || !isNewer(entry.state, result.state) ? entry : { ...entry, ...result }
        }),
      )
    }
    rows.value = next
    for (const [jobId, job] of pendingJobs) {
      if (!next.has(jobId)) continue
      pendingJobs.delete(jobId)
      put(job)
    }
  }
  const scheduleApply = (): void => void (batchTimer ??= setTimeout(applyResults, batchDelayMs))

  /**
   * A response may be older than a received event; an ended job never runs again. A job's new state and the results
   * reported before it are rendered together: a summary of older rows would be wrong.
   */
  const put = (job: Job): void => {
    const before = of(job.jobId)
    if (before?.state === 'ended' && job.state !== 'ended') return
    if (before?.state !== job.state && batchTimer !== undefined) applyResults()
    jobs.value = new Map(jobs.value).set(job.jobId, job)
  }

  const removeJob = (jobId: string): void => {
    pendingResults.delete(jobId)
    pendingJobs.delete(jobId)
    jobs.value = new Map([...jobs.value].filter(([id]) => id !== jobId))
    rows.value = new Map([...rows.value].filter(([id]) => id !== jobId))
  }

  const putIfOk = <Outcome extends CommandOutcome<'jobs/pause'>>(outcome: Outcome): Outcome => {
    if (outcome.ok) put(outcome.value)
    return outcome
  }

  /** Reads a job with its rows; afterwards events update the rows. */
  const read = async (jobId: string): Promise<CommandOutcome<'jobs/read'>> => {
    if (!pendingResults.has(jobId)) pendingResults.set(jobId, new Map())
    const outcome = await command('jobs/read', { jobId })
    const reported = pendingJobs.get(jobId)
    pendingJobs.delete(jobId)
    if (outcome.ok) {
      rows.value = new Map(rows.value).set(jobId, outcome.value.rows)
      applyResults()
      put(outcome.value.job)
    } else if (!rows.value.has(jobId)) pendingResults.delete(jobId)
    if (reported !== undefined) put(reported)
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
    removeJob(job.jobId)
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

  /**
   * The newest job with several rows that has not ended, or null. Only lock actions by default. A job with one
   * row is a single change and is not returned. Keeps all jobs that have not ended.
   */
  const findOpen = async (
    isWanted: (action: ChangeAction) => boolean = isLockAction,
  ): Promise<CommandOutcome<'jobs/pause'> | null> => {
    const outcome = await command('jobs/list', { limit: 100 })
    if (!outcome.ok) return outcome
    const unfinished = outcome.value.filter(({ state }) => state !== 'ended')
    for (const job of unfinished) put(job)
    const open = unfinished.find(({ action, rows: count }) => isWanted(action) && count > 1)
    return open === undefined ? null : succeed(open)
  }

  /** The job of several rows that every page shows: a paused one, which needs a person, before a running one. */
  const inProgress = computed<Job | null>(() => {
    const open = [...jobs.value.values()].filter(({ state, rows: count }) => state !== 'ended' && count > 1)
    return open.find(({ state }) => state === 'paused') ?? open.at(-1) ?? null
  })

  onEvent('jobs/changed', (job) => {
    const isReadFirst = pendingResults.has(job.jobId) && !rows.value.has(job.jobId)
    const isCount = job.state === 'running' && rows.value.has(job.jobId) && of(job.jobId)?.state === 'running'
    if (isReadFirst || isCount) pendingJobs.set(job.jobId, job)
    else put(job)
    if (isCount) scheduleApply()
  })
  onEvent('jobs/rows', ({ jobId, rows: results }) => {
    const waiting =
      pendingResults.get(jobId) ?? (rows.value.has(jobId) ? new Map<string, JobRowResult>() : null)
    if (waiting === null) return
    for (const result of results) waiting.set(result.entryId, result)
    pendingResults.set(jobId, waiting)
    scheduleApply()
  })
  onScopeDispose(() => clearTimeout(batchTimer))

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
