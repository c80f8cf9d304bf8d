import { fail, succeed } from '#shared/outcome'
import type { ChangingOperationId } from '#shared/operations'
import { failureOf, numbered } from '../../changes/support/engine'
import type { Answer } from '../../changes/support/engine'

/** The longest time that a change may be in progress after it was sent: the client's timeout. */
export const deadlineMs = 60_000

/** The effect and the result of one row of a request. */
export interface RowFate {
  readonly status: 1 | 2 | 3 | 4 | 9 | 'missing' | 'contradicted'
  /** For rows that the response leaves open. */
  readonly commits: boolean
}

/** The fate of a request that has arrived. */
export type Fate =
  | {
      readonly kind: 'answered'
      readonly rows: readonly RowFate[]
      readonly turn: number
      readonly doubles: boolean
    }
  /** The response is lost; the commit follows `commitsAfterMs` after the sending, or never. */
  | { readonly kind: 'lost'; readonly code: 'timeout' | 'malformed'; readonly commitsAfterMs: number | null }
  | { readonly kind: 'unwell'; readonly commits: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'token-refused' }
  /** The connection failed. */
  | { readonly kind: 'unreachable' }

export interface Attempt {
  readonly rowId: string
  readonly key: string
  readonly order: number
  readonly wanted: boolean
  readonly sentAt: number
  /** null while in progress. `open` is what the app cannot know from the response. */
  reported: 'applied' | 'not-applied' | 'open' | null
  committedAt: number | null
  /** It will commit later. */
  isPending: boolean
}

export interface Call {
  readonly attempts: readonly Attempt[]
  readonly resolve: (answer: Answer) => void
}

/** The simulated platform: locks, effects and requests in progress. */
export const createPlatform = (lockCount: number, clock: { now: number }) => {
  const locked = new Map(Array.from({ length: lockCount }, (_one, index) => [numbered(index), false]))
  const hidden = new Set<string>()
  const attempts: Attempt[] = []
  const calls: Call[] = []
  let due: { readonly at: number; readonly attempt: Attempt }[] = []
  /** Every state of each lock, with its start time. */
  const history: {
    readonly key: string
    readonly locked: boolean
    readonly at: number
    readonly by: string
  }[] = []

  const commit = (attempt: Attempt): void => {
    attempt.committedAt = clock.now
    attempt.isPending = false
    locked.set(attempt.key, attempt.wanted)
    history.push({ key: attempt.key, locked: attempt.wanted, at: clock.now, by: attempt.rowId })
  }
  const commitAt = (attempt: Attempt, at: number): void => {
    if (at <= clock.now) commit(attempt)
    else {
      attempt.isPending = true
      due.push({ at, attempt })
    }
  }

  const answer = (index: number, fate: Fate): void => {
    const [call] = calls.splice(index, 1)
    if (call === undefined) return
    const tell = (reported: Attempt['reported']) =>
      call.attempts.forEach((each) => (each.reported = reported))
    switch (fate.kind) {
      case 'answered': {
        const results = call.attempts.flatMap((attempt, rowIndex) => {
          const { status, commits } = fate.rows[rowIndex % fate.rows.length] ?? { status: 1, commits: true }
          const isOpen = status === 9 || status === 'missing' || status === 'contradicted'
          attempt.reported = isOpen ? 'open' : status === 1 ? 'applied' : 'not-applied'
          if (isOpen ? commits : status === 1) commit(attempt)
          const one = { assetNum: attempt.key, status: typeof status === 'number' ? status : 1 }
          if (status === 'missing') return []
          if (status === 'contradicted') return [one, { ...one, status: 3 }]
          return fate.doubles ? [one, one] : [one]
        })
        const turned = results.map(
          (_one, rowIndex) => results[(rowIndex + fate.turn) % results.length] ?? results[0]!,
        )
        // A result for a lock that was not requested must have no effect.
        call.resolve(succeed([...turned, { assetNum: 'LD8999999999', status: 1 }]))
        return
      }
      case 'lost': {
        tell('open')
        const { commitsAfterMs, code } = fate
        if (commitsAfterMs !== null) {
          for (const attempt of call.attempts) commitAt(attempt, attempt.sentAt + commitsAfterMs)
        }
        call.resolve(fail(failureOf({ code, changed: 'unknown' })))
        return
      }
      case 'unwell':
        tell('open')
        if (fate.commits) call.attempts.forEach(commit)
        call.resolve(fail(failureOf({ businessCode: '500', changed: 'unknown' })))
        return
      case 'refused':
        tell('not-applied')
        call.resolve(fail(failureOf({ businessCode: '70001' })))
        return
      case 'token-refused':
        tell('not-applied')
        call.resolve(fail(failureOf({ code: 'unauthorized', businessCode: '60000' })))
        return
      case 'unreachable':
        tell('not-applied')
        call.resolve(fail(failureOf({ code: 'unreachable' })))
    }
  }

  return {
    locked,
    hidden,
    attempts,
    calls,
    history,
    /** A request arrives and waits for its fate. */
    arrive: (operation: ChangingOperationId, rows: readonly Pick<Attempt, 'rowId' | 'key' | 'order'>[]) =>
      new Promise<Answer>((resolve) => {
        const arrived = rows.map(({ rowId, key, order }): Attempt => ({
          rowId,
          key,
          order,
          wanted: operation === 'order.lockAssets',
          sentAt: clock.now,
          reported: null,
          committedAt: null,
          isPending: false,
        }))
        attempts.push(...arrived)
        calls.push({ attempts: arrived, resolve })
      }),
    answer,
    /** Applies late commits up to that time, in order, and moves the clock. */
    advanceTo: (time: number): void => {
      const now = due.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at)
      due = due.filter(({ at }) => at > time)
      for (const { at, attempt } of now) {
        clock.now = Math.max(clock.now, at)
        commit(attempt)
      }
    },
    /** The requesting process is dead: its requests commit now, before the timeout, or never. */
    orphan: (commitsAfterMs: number | null): void => {
      while (calls.length > 0) answer(0, { kind: 'lost', code: 'malformed', commitsAfterMs })
    },
  }
}
export type PlatformModel = ReturnType<typeof createPlatform>
