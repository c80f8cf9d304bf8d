import type { ChangeAction, ChangeState, LockAction } from '#shared/model/changes/change'

export interface LockToChange {
  readonly assetNum: string
  readonly enterpriseGlobalId: string
}

/** Input of the engine program, as JSON in its first argument. */
export interface CrashInput {
  readonly base: string
  readonly journalFolder: string
  readonly enterprises: readonly string[]
  readonly chunkSize: number
  /** If absent, recovers an interrupted job. */
  readonly run?: { readonly action: LockAction; readonly locks: readonly LockToChange[] }
  readonly killAtWrite?: {
    readonly write: number
    readonly moment: 'before' | 'half' | 'written' | 'synced'
  }
}

/** What the program reports about a recovered job. */
export interface JobAfterwards {
  readonly quarantined: string | null
  readonly action: ChangeAction | null
  /** Right after the start. */
  readonly found: readonly (readonly [assetNum: string, state: ChangeState])[]
  /** After reading back and resuming. */
  readonly settled: readonly (readonly [assetNum: string, state: ChangeState])[]
}

export interface Effect {
  readonly n: number
  readonly operation: string
  readonly target: string
}

/** The phase of a job at the kill, derived from the journal and the service alone. */
export const phases = ['before intent', 'intent on disk', 'sent', 'answered', 'recorded'] as const
export type Phase = (typeof phases)[number]

/** `carriedOut` are the service's commits: a sent chunk with effects counts as answered. */
export const phaseOf = (found: JobAfterwards['found'], carriedOut: ReadonlySet<string>): Phase => {
  if (found.length === 0) return 'before intent'
  const unknown = found.filter(([, state]) => state === 'unknown')
  if (unknown.length > 0) return unknown.some(([assetNum]) => carriedOut.has(assetNum)) ? 'answered' : 'sent'
  return found.every(([, state]) => state === 'intent' || state === 'not-sent')
    ? 'intent on disk'
    : 'recorded'
}

export interface Judgement {
  readonly phase: Phase
  /** Locks whose state in the journal is wrong or missing. */
  readonly lost: readonly string[]
  /** Locks that were changed more than once. */
  readonly twice: readonly string[]
  readonly unknown: number
}

/** The service's commits at three times. */
export interface EffectsOf {
  /** When the process had ended. */
  readonly atKill: readonly Effect[]
  /** When no request was in progress and no process had recovered the job yet. */
  readonly onceStill: readonly Effect[]
  readonly inTheEnd: readonly Effect[]
}

/** Compares the journal with the service's commits. */
export const judge = (
  locks: readonly LockToChange[],
  { found, settled }: JobAfterwards,
  { atKill, onceStill, inTheEnd }: EffectsOf,
  /** Before the settle delay is over, a change that was not carried out may stay unconfirmed. */
  hasSettleTimePassed = true,
): Judgement => {
  const times = new Map<string, number>()
  for (const { target } of inTheEnd) times.set(target, (times.get(target) ?? 0) + 1)
  const carriedOut = new Set(onceStill.map(({ target }) => target))
  const merged = new Map(found)
  const finally_ = new Map(settled)
  const lost = locks.flatMap(({ assetNum }) => {
    const before = merged.get(assetNum) ?? 'intent'
    const after = finally_.get(assetNum) ?? 'intent'
    const wasDone = carriedOut.has(assetNum)
    const isDone = times.has(assetNum)
    // Every state but unconfirmed must match the service.
    const isWrong = before !== 'unknown' && (before === 'done') !== wasDone
    const mayBeUnknown = !hasSettleTimePassed && after === 'unknown' && !isDone
    const hasEnded = after === 'done' || after === 'failed' || after === 'not-sent'
    const isOpen = settled.length > 0 && !hasEnded && !mayBeUnknown
    const isWrongAfterwards = settled.length > 0 && (after === 'done') !== isDone
    return isWrong || isOpen || isWrongAfterwards ? [assetNum] : []
  })
  return {
    phase: phaseOf(found, new Set(atKill.map(({ target }) => target))),
    lost,
    twice: [...times].filter(([, count]) => count > 1).map(([target]) => target),
    unknown: found.filter(([, state]) => state === 'unknown').length,
  }
}
