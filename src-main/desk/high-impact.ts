import type { ChangeAction, LockAction } from '#shared/model/change'
import type { Removal } from './impact-of'
import { mostRows, windowMs } from './rows-lately'

/** What the dialog of main's own says, made from the frozen request. */
export type HighImpact =
  | {
      readonly kind: 'one-more'
      readonly action: LockAction
      /** The shell number, or the asset number where there is none. */
      readonly number: string
      readonly operatorIdentity: string
      readonly rowsLately: number
    }
  | {
      readonly kind: 'job'
      readonly action: ChangeAction
      readonly rows: number
      readonly enterprises: number
      readonly operatorIdentity: string
    }
  /** A loan is not taken back by any operation. */
  | {
      readonly kind: 'lend'
      readonly operatorIdentity: string
      readonly loans: number
      /** Of the first loan, as the next three. */
      readonly memberName: string
      /** False where the name is only what the page gave: no list that was read has it. */
      readonly isNameListed: boolean
      /** Who it is in truth. */
      readonly memberGlobalId: string
      readonly borrowedUsbKey: string
      /** Of all loans. */
      readonly assets: number
    }
  | { readonly kind: 'removal'; readonly operatorIdentity: string; readonly removals: readonly Removal[] }
  | { readonly kind: 'arm'; readonly action: LockAction; readonly operatorIdentity: string }

/** A confirmation that the renderer cannot forge: a native dialog, its text made by main. */
export type ConfirmHighImpact = (what: HighImpact) => Promise<boolean>

/** The page disarms after 60 s without a lock; where the page is gone, this does. */
const armedLastsMs = 90_000

interface Armed {
  readonly action: LockAction
  readonly operatorIdentity: string
}

/**
 * Counts changed rows over ten minutes, so that many single commands do not slip by what one large job would have
 * to ask. The 51st asks; a yes opens the next fifty, and no more than fifty are ever open. Armed, the one yes counts
 * for every lock of that action, until it is disarmed or nothing happened for a while. One question at a time.
 */
export const createImpactGate = (deps: {
  confirm: ConfirmHighImpact
  now: () => number
  onIdle: () => void
  /** Rows that went without a question before this gate stood (rows-lately.ts). */
  before?: number
}) => {
  const { now, onIdle } = deps
  let rows: { readonly at: number; readonly isCovered: boolean }[] = []
  let armed: Armed | null = null
  /** Counts what ended an arming, a question about one that is still open included. */
  let disarmings = 0
  let idle: ReturnType<typeof setTimeout> | undefined
  let questions: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let giveUp: () => void = () => undefined
  const givenUp = new Promise<false>((done) => {
    giveUp = () => done(false)
  })

  const disarm = (): boolean => {
    clearTimeout(idle)
    disarmings += 1
    const wasArmed = armed !== null
    armed = null
    return wasArmed
  }
  const stayArmed = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (disarm()) onIdle()
    }, armedLastsMs)
    idle.unref()
  }
  const isArmedFor = (asked: Armed): boolean =>
    armed?.action === asked.action && armed.operatorIdentity === asked.operatorIdentity

  const countLately = () => {
    rows = rows.filter(({ at }) => now() - at < windowMs)
    return { all: rows.length, uncovered: rows.filter(({ isCovered }) => !isCovered).length }
  }
  const count = (added: number): void => {
    const at = now()
    for (let index = 0; index < added; index += 1) rows.push({ at, isCovered: false })
  }

  count(deps.before ?? 0)

  /** A dialog that cannot be shown, or that the desk does not outlive, is a no. */
  const ask = (what: HighImpact): Promise<boolean> =>
    isStopped ? givenUp : Promise.race([deps.confirm(what).catch(() => false), givenUp])

  /** Whoever comes while a question is open waits for its answer, which may be theirs too. */
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const result = questions.then(work)
    questions = result
    return result
  }

  return {
    passesOne: (asked: Armed & { readonly number: string }): Promise<boolean> => {
      if (isArmedFor(asked)) {
        stayArmed()
        return Promise.resolve(true)
      }
      return inTurn(async () => {
        const { action, operatorIdentity, number } = asked
        const { all: rowsLately, uncovered } = countLately()
        if (uncovered >= mostRows) {
          const question = { kind: 'one-more', action, operatorIdentity, number, rowsLately } as const
          if (!(await ask(question))) return false
          rows = rows.map(({ at }) => ({ at, isCovered: true }))
        }
        count(1)
        return !isStopped
      })
    },
    passesJob: (
      job: {
        readonly action: ChangeAction
        readonly operatorIdentity: string
        readonly rows: number
        readonly enterprises: number
      },
      /** The question that is asked however few its rows are. */
      always: HighImpact | null,
    ): Promise<boolean> =>
      inTurn(async () => {
        if (always !== null) return ask(always)
        // A job that was asked about by itself does not count towards the next.
        if (countLately().uncovered + job.rows > mostRows) {
          const { action, operatorIdentity, enterprises } = job
          return ask({ kind: 'job', action, operatorIdentity, rows: job.rows, enterprises })
        }
        count(job.rows)
        return !isStopped
      }),
    arm: ({ action, operatorIdentity }: Armed): Promise<boolean> => {
      disarm()
      const since = disarmings
      return inTurn(async () => {
        if (!(await ask({ kind: 'arm', action, operatorIdentity }))) return false
        // Whoever left meanwhile is not armed by the yes that comes after.
        if (disarmings !== since) return false
        armed = { action, operatorIdentity }
        stayArmed()
        return true
      })
    },
    disarm,
    /** Open questions are answered with no, and so is everything after. */
    stop: (): void => {
      isStopped = true
      disarm()
      giveUp()
    },
  }
}
