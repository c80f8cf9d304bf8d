import { checkIds, noDiagnosis } from '#shared/model/diagnosis'
import type { CheckId, Diagnosis, DiagnosisLine, Finding } from '#shared/model/diagnosis'
import { isTimeout, withDeadline } from '../environments/with-deadline'
import { createListeners } from '../listeners'
import { found, messageOf } from './check'
import type { Check } from './check'
import type { DiagnoseParts } from './parts'
import { lookAtWay } from './way'

export interface DiagnosisRunner {
  read(): Diagnosis
  /** All lines, or some of them again; what still runs of an earlier looking is ended. */
  start(only: readonly CheckId[] | null): Diagnosis
  cancel(): Diagnosis
  onChange(listener: (diagnosis: Diagnosis) => void): () => void
  /** Resolves when nothing runs. */
  settled(): Promise<void>
  stop(): void
}

/** Answers that come together are told together. */
const tellEveryMs = 60

const waitingLine = (id: CheckId): DiagnosisLine => ({
  id,
  state: 'waiting',
  finding: null,
  checkedAt: null,
  tookMs: null,
})

/** Runs the checks side by side, each under its own limit, and tells what they find as it comes. */
export const createDiagnosis = (
  parts: DiagnoseParts,
  deps: { readonly checks: readonly Check[]; readonly log: (check: CheckId, error: unknown) => void },
): DiagnosisRunner => {
  const { now } = parts
  const applying = deps.checks
    .filter(({ applies }) => applies?.(parts) ?? true)
    .sort((one, other) => checkIds.indexOf(one.id) - checkIds.indexOf(other.id))
  const listeners = createListeners<Diagnosis>()
  let diagnosis: Diagnosis = noDiagnosis
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let telling: NodeJS.Timeout | null = null

  const tell = () => {
    if (telling !== null) clearTimeout(telling)
    telling = null
    listeners.tell(diagnosis)
  }
  const tellSoon = () => {
    telling ??= setTimeout(tell, tellEveryMs)
  }
  const note = (id: CheckId, change: Partial<DiagnosisLine>) => {
    const lines = diagnosis.lines.map((line) => (line.id === id ? { ...line, ...change } : line))
    diagnosis = { ...diagnosis, lines }
    tellSoon()
  }

  const answerOf = async (
    check: Check,
    way: ReturnType<typeof lookAtWay>,
    signal: AbortSignal,
  ): Promise<Finding> => {
    const over = new AbortController()
    try {
      const work = Promise.resolve().then(() =>
        check.run(parts, { signal: AbortSignal.any([signal, over.signal]), way }),
      )
      return await withDeadline(work, check.limitMs, signal)
    } catch (error) {
      if (isTimeout(error)) return found('warning', 'late', { limit: check.limitMs })
      if (!signal.aborted) deps.log(check.id, error)
      return found('warning', 'broken', { detail: messageOf(error) })
    } finally {
      over.abort(new Error('the check is over'))
    }
  }

  const runOne = async (
    check: Check,
    way: ReturnType<typeof lookAtWay>,
    signal: AbortSignal,
  ): Promise<void> => {
    const from = performance.now()
    note(check.id, { state: 'running' })
    const finding = await answerOf(check, way, signal)
    if (signal.aborted) return
    const tookMs = Math.round(performance.now() - from)
    note(check.id, { state: 'done', finding, checkedAt: now(), tookMs })
  }

  const end = (state: 'done' | 'stopped') => {
    const isOver = (line: DiagnosisLine) => line.state === 'done' || line.state === 'stopped'
    const lines = diagnosis.lines.map((line) =>
      isOver(line) ? line : { ...line, state: 'stopped' as const },
    )
    diagnosis = { ...diagnosis, state, lines, endedAt: now() }
    tell()
  }

  const cancel = () => {
    stopping.abort(new Error('stopped'))
    if (diagnosis.state === 'running') end('stopped')
    return diagnosis
  }

  return {
    read: () => diagnosis,
    start: (only) => {
      stopping.abort(new Error('looked again'))
      stopping = new AbortController()
      const { signal } = stopping
      const asked = applying.filter(({ id }) => only === null || only.includes(id))
      const isAsked = (id: CheckId) => asked.some((check) => check.id === id)
      const before = new Map(diagnosis.lines.map((line) => [line.id, line]))
      const lines = applying.map(({ id }) => {
        const known = before.get(id) ?? waitingLine(id)
        if (isAsked(id)) return { ...known, state: 'waiting' as const }
        // What this looking takes the place of has no answer to come.
        return known.state === 'done' ? known : { ...known, state: 'stopped' as const }
      })
      diagnosis = { state: 'running', startedAt: now(), endedAt: null, lines }
      const way = lookAtWay(parts, signal)
      running = Promise.all(asked.map((check) => runOne(check, way, signal))).then(() => {
        if (!signal.aborted) end('done')
      })
      tell()
      return diagnosis
    },
    cancel,
    onChange: listeners.add,
    settled: () => running,
    stop: () => {
      listeners.clear()
      cancel()
      if (telling !== null) clearTimeout(telling)
    },
  }
}
