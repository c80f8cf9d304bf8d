import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandOutcome } from '#shared/commands'
import { isLockAction } from '#shared/model/change'
import type { ChangeAction, ChangeState, JournalEntry } from '#shared/model/change'
import type { Job, JobRequest, JobRowResult } from '#shared/model/job'
import { succeed } from '#shared/outcome'
import { command, onEvent } from '../../bridge'

/** Rows turn in thousands; they are drawn together, often enough to look at once. */
const gatherFor = 60

/** The last word on a row; `unknown` becomes one when it is looked up. */
const isFinal = (state: ChangeState): boolean =>
  state === 'done' || state === 'failed' || state === 'not-sent'

/**
 * A read answer and an event may overtake each other: what is final stays. A row that was sent may wait again (the
 * platform was not reached), so the other way round nothing is kept.
 */
const isNews = (before: ChangeState, told: ChangeState): boolean => {
  if (isFinal(before)) return isFinal(told)
  return before !== 'unknown' || told === 'unknown' || isFinal(told)
}

/** The jobs of this desk, as far as they were asked for or told of, and the rows of those that are shown. */
export const useJobsStore = defineStore('jobs', () => {
  const jobs = shallowRef<ReadonlyMap<string, Job>>(new Map())
  const rows = shallowRef<ReadonlyMap<string, readonly JournalEntry[]>>(new Map())
  const settling = ref<ReadonlySet<string>>(new Set())
  /** Results by entry of a job, told and not drawn yet. */
  const told = new Map<string, Map<string, JobRowResult>>()

  const of = (jobId: string | null): Job | null => (jobId === null ? null : (jobs.value.get(jobId) ?? null))
  const rowsOf = (jobId: string | null): readonly JournalEntry[] | null =>
    jobId === null ? null : (rows.value.get(jobId) ?? null)

  /** An answer may be older than what was told meanwhile; a job that ended never runs again. */
  const keep = (job: Job): void => {
    if (of(job.jobId)?.state === 'ended' && job.state !== 'ended') return
    jobs.value = new Map(jobs.value).set(job.jobId, job)
  }

  let gathering: ReturnType<typeof setTimeout> | undefined
  const draw = (): void => {
    gathering = undefined
    const next = new Map(rows.value)
    for (const [jobId, results] of told) {
      const known = next.get(jobId)
      if (known === undefined) continue
      told.delete(jobId)
      next.set(
        jobId,
        known.map((entry) => {
          const result = results.get(entry.entryId)
          return result === undefined || !isNews(entry.state, result.state) ? entry : { ...entry, ...result }
        }),
      )
    }
    rows.value = next
  }
  const drawSoon = (): void => void (gathering ??= setTimeout(draw, gatherFor))

  const keepIfGiven = <Outcome extends CommandOutcome<'jobs/pause'>>(outcome: Outcome): Outcome => {
    if (outcome.ok) keep(outcome.value)
    return outcome
  }

  /** Reads a job with its rows; from then on they follow what is told. */
  const read = async (jobId: string): Promise<CommandOutcome<'jobs/read'>> => {
    if (!told.has(jobId)) told.set(jobId, new Map())
    const outcome = await command('jobs/read', { jobId })
    if (outcome.ok) {
      keep(outcome.value.job)
      rows.value = new Map(rows.value).set(jobId, outcome.value.rows)
      draw()
    }
    return outcome
  }

  const start = async (request: JobRequest) => keepIfGiven(await command('jobs/start', request))
  const pause = async (jobId: string) => keepIfGiven(await command('jobs/pause', { jobId }))
  const resume = async (jobId: string) => keepIfGiven(await command('jobs/resume', { jobId }))
  const cancel = async (jobId: string) => keepIfGiven(await command('jobs/cancel', { jobId }))

  /** Begins a job and waits for its end: for what a person stays at the screen for. */
  const run = async (request: JobRequest): Promise<CommandOutcome<'jobs/read'>> => {
    const started = await start(request)
    if (!started.ok) return started
    const { jobId } = started.value
    if (of(jobId)?.state !== 'ended') {
      await new Promise<void>((done) => {
        const stop = watch(
          () => of(jobId)?.state,
          (state) => {
            if (state !== 'ended') return
            stop()
            done()
          },
          { flush: 'sync' },
        )
      })
    }
    return read(jobId)
  }

  /** Looks the unknown rows of a job up. */
  const settle = async (jobId: string) => {
    settling.value = new Set([...settling.value, jobId])
    const outcome = keepIfGiven(await command('jobs/settle', { jobId }))
    settling.value = new Set([...settling.value].filter((id) => id !== jobId))
    if (outcome.ok) await read(jobId)
    return outcome
  }

  /**
   * The newest job of many rows that is not over, or null; of locks, where nothing else is wanted. A single change is
   * a job too, but of one row.
   */
  const findOpen = async (
    isWanted: (action: ChangeAction) => boolean = isLockAction,
  ): Promise<CommandOutcome<'jobs/pause'> | null> => {
    const outcome = await command('jobs/list', { limit: 100 })
    if (!outcome.ok) return outcome
    const open = outcome.value.find(
      ({ action, state, rows: count }) => isWanted(action) && state !== 'ended' && count > 1,
    )
    if (open === undefined) return null
    keep(open)
    return succeed(open)
  }

  const unsubscribes = [
    onEvent('jobs/changed', keep),
    onEvent('jobs/rows', ({ jobId, rows: results }) => {
      const waiting = told.get(jobId) ?? (rows.value.has(jobId) ? new Map<string, JobRowResult>() : null)
      if (waiting === null) return
      for (const result of results) waiting.set(result.entryId, result)
      told.set(jobId, waiting)
      drawSoon()
    }),
  ]
  onScopeDispose(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    clearTimeout(gathering)
  })

  return { jobs, rows, settling, of, rowsOf, read, start, run, pause, resume, cancel, settle, findOpen }
})
