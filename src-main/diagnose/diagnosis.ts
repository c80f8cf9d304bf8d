import { setMaxListeners } from 'node:events'
import { checkIds, noDiagnosis } from '#shared/model/app/diagnosis'
import type { CheckId, Diagnosis, DiagnosisLine, Finding } from '#shared/model/app/diagnosis'
import { createRunOnceScheduler, isTimeout, withDeadline } from '../util/async'
import { createEmitter } from '../util/emitter'
import { createFinding, detailOf } from './check'
import type { Check } from './check'
import type { DiagnosisSources } from './sources'
import { checkRoute } from './route'

export interface DiagnosisRunner {
  read(): Diagnosis
  /** Runs all checks or the given ones; cancels a running diagnosis. */
  start(only: readonly CheckId[] | null): Diagnosis
  cancel(): Diagnosis
  onChange(listener: (diagnosis: Diagnosis) => void): () => void
  /** Resolves when no check is running. */
  settled(): Promise<void>
  stop(): void
}

/** Results within this time are reported together. */
const notifyEveryMs = 60

const waitingLine = (id: CheckId): DiagnosisLine => ({
  id,
  state: 'waiting',
  finding: null,
  checkedAt: null,
  tookMs: null,
})

/** Runs the checks in parallel, each with its own time limit, and reports results as they arrive. */
export const createDiagnosis = (
  sources: DiagnosisSources,
  deps: { readonly checks: readonly Check[]; readonly log: (check: CheckId, error: unknown) => void },
): DiagnosisRunner => {
  const { now } = sources
  const applicable = deps.checks
    .filter(({ applies }) => applies?.(sources) ?? true)
    .sort((one, other) => checkIds.indexOf(one.id) - checkIds.indexOf(other.id))
  const listeners = createEmitter<Diagnosis>()
  let diagnosis: Diagnosis = noDiagnosis
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const scheduler = createRunOnceScheduler(() => listeners.emit(diagnosis))
  const notify = () => {
    scheduler.cancel()
    listeners.emit(diagnosis)
  }
  const updateLine = (id: CheckId, change: Partial<DiagnosisLine>) => {
    const lines = diagnosis.lines.map((line) => (line.id === id ? { ...line, ...change } : line))
    diagnosis = { ...diagnosis, lines }
    scheduler.schedule(notifyEveryMs)
  }

  const findingOf = async (
    check: Check,
    route: ReturnType<typeof checkRoute>,
    signal: AbortSignal,
  ): Promise<Finding> => {
    try {
      return await withDeadline(check.limitMs, signal, async (limit) =>
        check.run(sources, { signal: limit, route }),
      )
    } catch (error) {
      if (isTimeout(error)) return createFinding('warning', 'timed-out', { limit: check.limitMs })
      if (!signal.aborted) deps.log(check.id, error)
      return createFinding('warning', 'check-failed', { detail: detailOf(error) })
    }
  }

  const runOne = async (
    check: Check,
    route: ReturnType<typeof checkRoute>,
    signal: AbortSignal,
  ): Promise<void> => {
    const from = performance.now()
    updateLine(check.id, { state: 'running' })
    const finding = await findingOf(check, route, signal)
    if (signal.aborted) return
    const tookMs = Math.round(performance.now() - from)
    updateLine(check.id, { state: 'done', finding, checkedAt: now(), tookMs })
  }

  const end = (state: 'done' | 'stopped') => {
    const hasEnded = (line: DiagnosisLine) => line.state === 'done' || line.state === 'stopped'
    const lines = diagnosis.lines.map((line) =>
      hasEnded(line) ? line : { ...line, state: 'stopped' as const },
    )
    diagnosis = { ...diagnosis, state, lines, endedAt: now() }
    notify()
  }

  const cancel = () => {
    stopping.abort(new Error('stopped'))
    if (diagnosis.state === 'running') end('stopped')
    return diagnosis
  }

  return {
    read: () => diagnosis,
    start: (only) => {
      stopping.abort(new Error('started again'))
      stopping = new AbortController()
      const { signal } = stopping
      // Every running check listens to this signal.
      setMaxListeners(0, signal)
      const selected = applicable.filter(({ id }) => only === null || only.includes(id))
      const isSelected = (id: CheckId) => selected.some((check) => check.id === id)
      const previous = new Map(diagnosis.lines.map((line) => [line.id, line]))
      const lines = applicable.map(({ id }) => {
        const known = previous.get(id) ?? waitingLine(id)
        if (isSelected(id)) return { ...known, state: 'waiting' as const }
        // Checks of a replaced run that have no result are stopped.
        return known.state === 'done' ? known : { ...known, state: 'stopped' as const }
      })
      diagnosis = { state: 'running', startedAt: now(), endedAt: null, lines }
      const route = checkRoute(sources, signal)
      running = Promise.all(selected.map((check) => runOne(check, route, signal))).then(() => {
        if (!signal.aborted) end('done')
      })
      notify()
      return diagnosis
    },
    cancel,
    onChange: listeners.add,
    settled: () => running,
    stop: () => {
      listeners.clear()
      cancel()
      scheduler.cancel()
    },
  }
}
