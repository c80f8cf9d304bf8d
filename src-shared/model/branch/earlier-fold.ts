import type { BranchFact } from './branch-event'
import { maxClosedLoans } from './fold'
import { isWinner, registerKey, writesOf } from './registers'
import type { Register, Registers, Stamp, Write } from './registers'

// Facts that are read from the newest to the oldest. Most of them change nothing, since later ones are known: those need
// neither a check nor a place.

export interface EarlierFact {
  readonly platform: string
  readonly fact: BranchFact
  readonly stamp: Stamp
}

/** What an earlier fact changes. */
export interface EarlierChange {
  readonly platform: string
  /** None for a closing that is not kept, but ends the loan for all that is older. */
  readonly registers: readonly Register[]
}

export interface EarlierChanges {
  /** Of each fact; null for one that changes nothing. */
  readonly changes: readonly (EarlierChange | null)[]
  /** Takes them. Before, they can be checked. */
  readonly take: () => void
}

/** The newest closing of a loan. */
interface End {
  readonly closedAt: string
  /** Something older was left out because of it. */
  readonly hasHidden: boolean
}

const loanKeyOf = (platform: string, loanId: string): string => JSON.stringify([platform, loanId])

export const createEarlierFold = (deps: {
  readonly registersOf: (platform: string) => Registers
  /** Of the facts that are read. */
  readonly era: number
  /** What is later than this `seq` was read before. */
  readonly until: number
  /** Only these loans, with all their closings; null for everything. */
  readonly only: ReadonlySet<string> | null
}) => {
  const { registersOf, era, until, only } = deps
  const ends = new Map<string, End>()
  /** How many closings of a platform are kept. */
  const closings = new Map<string, number>()
  /** A closing that came twice counts from the first time. What was left out because of the second has to be read again. */
  const uncertain = new Set<string>()

  const startWith = (platform: string): void => {
    if (closings.has(platform)) return
    const kept = [...registersOf(platform).values()].filter((one) => one.field === 'loan.closed')
    closings.set(platform, kept.length)
    const later = kept.filter(({ stamp }) => stamp.era === era && stamp.seq > until)
    for (const { of } of later.sort((one, other) => one.stamp.seq - other.stamp.seq))
      ends.set(loanKeyOf(platform, of[0]), { closedAt: of[1], hasHidden: false })
  }

  /** What each of these facts changes, newest first. */
  const changesOf = (facts: readonly EarlierFact[]): EarlierChanges => {
    const taken = new Map<string, Register>()
    const newEnds = new Map<string, End>()
    const newClosings = new Map<string, number>()
    const newUncertain = new Set<string>()
    const endOf = (loan: string): End | undefined => newEnds.get(loan) ?? ends.get(loan)

    const isHidden = (loan: string): boolean => {
      const end = endOf(loan)
      if (end === undefined || only !== null) return false
      newEnds.set(loan, { ...end, hasHidden: true })
      return true
    }
    /** Whether a closing is the newest one of its loan. */
    const isEnd = (loan: string, closedAt: string): boolean => {
      const end = endOf(loan)
      if (end === undefined) newEnds.set(loan, { closedAt, hasHidden: false })
      else if (end.closedAt === closedAt && end.hasHidden) newUncertain.add(loan)
      return end === undefined
    }
    const hasPlace = (platform: string): boolean =>
      only !== null || (closings.get(platform) ?? 0) + (newClosings.get(platform) ?? 0) < maxClosedLoans

    /** The loan that a write is about; null for a lock, and undefined for what is not read. */
    const loanOf = (platform: string, write: Write): string | null | undefined => {
      const loan = write.field.startsWith('loan.') ? loanKeyOf(platform, write.of[0]) : null
      // Results of changes are many, and only the newest are kept.
      const isRead = write.field !== 'change.result' && (only === null || (loan !== null && only.has(loan)))
      return isRead ? loan : undefined
    }
    /** Takes the field, unless a later fact has it or there is no place for it. */
    const takeField = (platform: string, register: Register): boolean => {
      const key = registerKey(register)
      const place = JSON.stringify([platform, key])
      const kept = taken.get(place) ?? registersOf(platform).get(key)
      if (kept !== undefined && !isWinner(register, kept)) return false
      if (kept === undefined && register.field === 'loan.closed') {
        if (!hasPlace(platform)) return false
        newClosings.set(platform, (newClosings.get(platform) ?? 0) + 1)
      }
      taken.set(place, register)
      return true
    }

    const changeOf = ({ platform, fact, stamp }: EarlierFact): EarlierChange | null => {
      startWith(platform)
      let endsLoan = false
      const registers: Register[] = []
      for (const write of writesOf(fact, stamp.computer)) {
        const loan = loanOf(platform, write)
        if (loan === undefined) continue
        if (write.field === 'loan.closed' && loan !== null) endsLoan = isEnd(loan, write.of[1]) || endsLoan
        else if (loan !== null && isHidden(loan)) continue
        const register = { ...write, stamp }
        if (takeField(platform, register)) registers.push(register)
      }
      return endsLoan || registers.length > 0 ? { platform, registers } : null
    }

    const take = (): void => {
      for (const [loan, end] of newEnds) ends.set(loan, end)
      for (const [platform, more] of newClosings) closings.set(platform, (closings.get(platform) ?? 0) + more)
      for (const loan of newUncertain) uncertain.add(loan)
    }
    return { changes: facts.map(changeOf), take }
  }

  return { changesOf, uncertain: (): ReadonlySet<string> => uncertain }
}
export type EarlierFold = ReturnType<typeof createEarlierFold>
