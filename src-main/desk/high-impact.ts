import type { ChangeAction } from '#shared/model/change'

/** What the dialog of main's own says, made from the frozen request. */
export type HighImpact =
  | {
      readonly kind: 'one-more'
      readonly action: ChangeAction
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
  | { readonly kind: 'arm'; readonly action: ChangeAction; readonly operatorIdentity: string }

/** A confirmation that the renderer cannot forge: a native dialog, its text made by main. */
export type ConfirmHighImpact = (what: HighImpact) => Promise<boolean>

const windowMs = 10 * 60_000
const mostRows = 50
/** The page disarms after 60 s without a lock; where the page is gone, this does. */
const armedLastsMs = 90_000

interface Armed {
  readonly action: ChangeAction
  readonly operatorIdentity: string
}

/**
 * Counts changed rows over ten minutes, so that many single commands do not slip by what one large job would have
 * to ask. The 51st asks; a yes opens the next fifty. Armed, the one yes counts for every lock of that action, until
 * it is disarmed or nothing happened for a while.
 */
export const createImpactGate = (deps: {
  confirm: ConfirmHighImpact
  now: () => number
  onIdle: () => void
}) => {
  const { confirm, now, onIdle } = deps
  let rows: number[] = []
  let allowed = mostRows
  let armed: Armed | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  const disarm = (): boolean => {
    clearTimeout(idle)
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
  const countLately = (): number => {
    rows = rows.filter((at) => now() - at < windowMs)
    if (rows.length === 0) allowed = mostRows
    return rows.length
  }

  return {
    passesOne: async (asked: Armed & { readonly number: string }): Promise<boolean> => {
      if (armed?.action === asked.action && armed.operatorIdentity === asked.operatorIdentity) {
        stayArmed()
        return true
      }
      const { action, operatorIdentity, number } = asked
      const rowsLately = countLately()
      if (rowsLately >= allowed) {
        if (!(await confirm({ kind: 'one-more', action, operatorIdentity, number, rowsLately }))) return false
        allowed = rowsLately + mostRows
      }
      rows.push(now())
      return true
    },
    passesJob: async (
      job: Armed & { readonly rows: number; readonly enterprises: number },
    ): Promise<boolean> => {
      // A job that was asked about by itself does not count towards the next.
      if (countLately() + job.rows > allowed) {
        const { action, operatorIdentity, enterprises } = job
        return confirm({ kind: 'job', action, operatorIdentity, rows: job.rows, enterprises })
      }
      rows.push(...Array.from({ length: job.rows }, now))
      return true
    },
    arm: async ({ action, operatorIdentity }: Armed): Promise<boolean> => {
      disarm()
      if (!(await confirm({ kind: 'arm', action, operatorIdentity }))) return false
      armed = { action, operatorIdentity }
      stayArmed()
      return true
    },
    disarm,
  }
}
