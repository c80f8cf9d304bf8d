import { fail, succeed } from '#shared/outcome'
import type { ChangingOperationId } from '#shared/operations'
import { failureOf, numbered } from '../../desk/support/engine'
import type { Answer } from '../../desk/support/engine'

/** The longest that a change may still be on its way after it was sent: the client's own deadline. */
export const deadlineMs = 60_000

/** What the platform makes of one row of a call, and says of it. */
export interface RowFate {
  readonly status: 1 | 2 | 3 | 4 | 9 | 'missing' | 'contradicted'
  /** Of rows about which the answer leaves it open. */
  readonly commits: boolean
}

/** What becomes of a call that has arrived. */
export type Fate =
  | {
      readonly kind: 'answered'
      readonly rows: readonly RowFate[]
      readonly turn: number
      readonly doubles: boolean
    }
  /** The answer is lost; `commitsAfterMs` of the sending, or never. */
  | { readonly kind: 'lost'; readonly code: 'timeout' | 'malformed'; readonly commitsAfterMs: number | null }
  | { readonly kind: 'unwell'; readonly commits: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'token-refused' }
  /** The connection never stood. */
  | { readonly kind: 'unreachable' }

export interface Attempt {
  readonly rowId: string
  readonly key: string
  readonly order: number
  readonly wanted: boolean
  readonly sentAt: number
  /** Null while it is under way. `open` is what the desk cannot know from the answer. */
  told: 'applied' | 'not-applied' | 'open' | null
  committedAt: number | null
  /** It has not committed yet and will. */
  isPending: boolean
}

export interface Call {
  readonly attempts: readonly Attempt[]
  readonly resolve: (answer: Answer) => void
}

/** The platform as it is in truth: locks, what was carried out, and calls that are under way. */
export const createPlatform = (lockCount: number, clock: { now: number }) => {
  const locked = new Map(Array.from({ length: lockCount }, (_one, index) => [numbered(index), false]))
  const hidden = new Set<string>()
  const attempts: Attempt[] = []
  const calls: Call[] = []
  let due: { readonly at: number; readonly attempt: Attempt }[] = []
  /** Every state that a lock was in, with the time it began. */
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
    const tell = (told: Attempt['told']) => call.attempts.forEach((each) => (each.told = told))
    switch (fate.kind) {
      case 'answered': {
        const results = call.attempts.flatMap((attempt, place) => {
          const { status, commits } = fate.rows[place % fate.rows.length] ?? { status: 1, commits: true }
          const isOpen = status === 9 || status === 'missing' || status === 'contradicted'
          attempt.told = isOpen ? 'open' : status === 1 ? 'applied' : 'not-applied'
          if (isOpen ? commits : status === 1) commit(attempt)
          const one = { assetNum: attempt.key, status: typeof status === 'number' ? status : 1 }
          if (status === 'missing') return []
          if (status === 'contradicted') return [one, { ...one, status: 3 }]
          return fate.doubles ? [one, one] : [one]
        })
        const turned = results.map(
          (_one, place) => results[(place + fate.turn) % results.length] ?? results[0]!,
        )
        // A lock that nobody asked about must change nothing.
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
    /** A call arrives and waits for its fate. */
    arrive: (operation: ChangingOperationId, rows: readonly Pick<Attempt, 'rowId' | 'key' | 'order'>[]) =>
      new Promise<Answer>((resolve) => {
        const arrived = rows.map(({ rowId, key, order }): Attempt => ({
          rowId,
          key,
          order,
          wanted: operation === 'order.lockAssets',
          sentAt: clock.now,
          told: null,
          committedAt: null,
          isPending: false,
        }))
        attempts.push(...arrived)
        calls.push({ attempts: arrived, resolve })
      }),
    answer,
    /** Late commits that come by then, in their order; the clock goes with them. */
    advanceTo: (time: number): void => {
      const now = due.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at)
      due = due.filter(({ at }) => at > time)
      for (const { at, attempt } of now) {
        clock.now = Math.max(clock.now, at)
        commit(attempt)
      }
    },
    /** Whoever asked is dead: what was under way is carried out, now or within the deadline, or is not. */
    orphan: (commitsAfterMs: number | null): void => {
      while (calls.length > 0) answer(0, { kind: 'lost', code: 'malformed', commitsAfterMs })
    },
  }
}
export type PlatformModel = ReturnType<typeof createPlatform>
