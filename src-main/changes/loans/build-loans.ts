import { z } from 'zod'
import { groupBy } from '#shared/group-by'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { loanIdOf } from '#shared/model/changes/loan'
import type { Loan, LoanAct, LoanState } from '#shared/model/changes/loan'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { JournaledJob } from '../../journal/journal-index'

/** A loan made on this computer, completed or unconfirmed. */
export interface Lending {
  readonly borrowedUsbKey: string
  readonly memberGlobalId: string | null
  readonly memberName: string | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  readonly assets: Loan['assets']
  readonly operatorIdentity: string
  readonly jobId: string
  readonly requestedAt: number
  readonly endedAt: number | null
  /** False while the result is unconfirmed. */
  readonly isCertain: boolean
}

const storedLending = z.object({ assets: changeRowSchemas['member.lendAssets'].shape.assets })

/** Oldest first; of this platform only. */
export const lendingsOf = (jobs: readonly JournaledJob[], platformId: string): Lending[] =>
  jobs.flatMap(({ jobId, intent, rowStates, requestedAt }) => {
    if (intent.operation !== 'member.lendAssets' || intent.environment !== platformId) return []
    return intent.rows.flatMap((row, rowIndex) => {
      const rowState = rowStates[rowIndex]
      const request = storedLending.safeParse(row.request)
      if (rowState === undefined || !request.success || row.enterpriseGlobalId === null) return []
      if (rowState.state !== 'done' && rowState.state !== 'unknown') return []
      return [
        {
          borrowedUsbKey: row.key,
          memberGlobalId: row.memberGlobalId,
          memberName: row.memberName,
          enterpriseGlobalId: row.enterpriseGlobalId,
          enterpriseName: row.enterpriseName,
          assets: request.data.assets,
          operatorIdentity: intent.operatorIdentity,
          jobId,
          requestedAt,
          endedAt: rowState.endedAt,
          isCertain: rowState.state === 'done',
        },
      ]
    })
  })

const recordsPerStep = 500

interface LoanIndex {
  /** Borrowed locks by asset number. */
  readonly locks: ReadonlyMap<string, LockRecord>
  /** Lent locks by employee. */
  readonly locksOf: ReadonlyMap<string, readonly LockRecord[]>
  /** What each employee has lent, by ID. */
  readonly lent: ReadonlyMap<string, readonly LockRecord[]>
}

function* indexLoans(records: Iterable<LockRecord>): Generator<undefined, LoanIndex> {
  const locks = new Map<string, LockRecord>()
  const lent = new Map<string, LockRecord[]>()
  const locksOf = new Map<string, LockRecord[]>()
  const addTo = (index: Map<string, LockRecord[]>, record: LockRecord): void => {
    if (record.lent !== true || record.holder === null) return
    const employeeLoans = index.get(record.holder.memberGlobalId)
    if (employeeLoans === undefined) index.set(record.holder.memberGlobalId, [record])
    else employeeLoans.push(record)
  }
  let seen = 0
  for (const record of records) {
    seen += 1
    if (seen % recordsPerStep === 0) yield
    if (record.borrowedUsbKey === true) {
      locks.set(record.assetNum, record)
      addTo(locksOf, record)
    } else addTo(lent, record)
  }
  return { locks, locksOf, lent }
}

const assetsOf = (lendings: readonly Lending[]): Loan['assets'] => [
  ...new Map(lendings.flatMap(({ assets }) => assets).map((asset) => [asset.assetNum, asset])).values(),
]

/** The state of a loan that the lists do not show. They agree if they were read after the lock was back. */
const unlistedState = ({
  isReturned,
  isAgreed,
  isRead,
}: {
  readonly isReturned: boolean
  readonly isAgreed: boolean
  readonly isRead: boolean
}): LoanState => {
  if (isReturned) return isAgreed ? 'closed' : 'returned'
  return isRead ? 'not-listed' : 'unconfirmed'
}

const isLentTo = (lock: LockRecord | undefined, memberGlobalId: string | null): boolean =>
  lock?.lent === true && (lock.holder?.memberGlobalId ?? null) === memberGlobalId

/** A lock that was lent again after it was taken back is out again. */
const returnedOf = (fact: LoanFact | undefined, lendings: readonly Lending[]): Loan['returned'] => {
  const returned = fact?.returned ?? null
  return returned === null || lendings.some(({ requestedAt }) => requestedAt > returned.at) ? null : returned
}

const lentHereOf = (lendings: readonly Lending[]): Loan['lentHere'] => {
  const [first] = lendings
  const last = lendings.at(-1)
  if (first === undefined || last === undefined) return null
  return { since: first.requestedAt, operatorIdentity: last.operatorIdentity, jobId: last.jobId }
}

/** What only this computer knows of a loan. */
const knownHere = (
  lendings: readonly Lending[],
  fact: LoanFact | undefined,
): Pick<Loan, 'lentHere' | 'dueOn' | 'note'> => ({
  lentHere: lentHereOf(lendings),
  dueOn: fact?.dueOn ?? null,
  note: fact?.note ?? '',
})

/** What this computer knows of the loans that are not closed. */
const indexKnown = (lendings: readonly Lending[], facts: readonly LoanFact[]) => {
  const factsById = groupBy(facts, (fact) => loanIdOf(fact))
  const lendingsById = groupBy(lendings, (lending) => loanIdOf(lending))
  const lendingsByMember = groupBy(lendings, ({ memberGlobalId }) => memberGlobalId ?? '')
  return {
    openIds: (): ReadonlySet<string> => new Set([...lendingsById.keys(), ...factsById.keys()]),
    /** Lendings of the currently open loan; earlier ones belong to a closed loan. */
    openLendings: (openId: string): Lending[] => {
      const closedAt = Math.max(0, ...(factsById.get(openId) ?? []).map(({ closed }) => closed?.at ?? 0))
      return (lendingsById.get(openId) ?? []).filter(({ requestedAt }) => requestedAt > closedAt)
    },
    openFact: (openId: string): LoanFact | undefined =>
      factsById.get(openId)?.findLast(({ closed }) => closed === null),
    lendingsTo: (memberGlobalId: string): readonly Lending[] => lendingsByMember.get(memberGlobalId) ?? [],
  }
}
type KnownLoans = ReturnType<typeof indexKnown>

/** The assets of a loan that was not made here: those lent to the employee, and whether they may be on another lock. */
const assetsInLists = (
  lock: LockRecord,
  { locks, locksOf, lent }: LoanIndex,
  known: KnownLoans,
): Pick<Loan, 'assets' | 'assetsFrom'> => {
  const memberGlobalId = lock.holder?.memberGlobalId
  if (memberGlobalId === undefined) return { assets: [], assetsFrom: 'lists' }
  const lendingsOnOthers = known
    .lendingsTo(memberGlobalId)
    .filter(
      ({ borrowedUsbKey }) =>
        borrowedUsbKey !== lock.assetNum && isLentTo(locks.get(borrowedUsbKey), memberGlobalId),
    )
  // Assets that this computer lent on the employee's other locks are not on this one.
  const onOtherLocks = new Set(assetsOf(lendingsOnOthers).map(({ assetNum }) => assetNum))
  const hasOtherUnknown = (locksOf.get(memberGlobalId) ?? []).some(
    ({ assetNum }) =>
      assetNum !== lock.assetNum &&
      known.openLendings(loanIdOf({ borrowedUsbKey: assetNum, memberGlobalId })).length === 0,
  )
  return {
    assets: (lent.get(memberGlobalId) ?? []).flatMap(({ assetNum, assetId }) =>
      onOtherLocks.has(assetNum) ? [] : [{ assetNum, assetId }],
    ),
    assetsFrom: hasOtherUnknown ? 'lists-of-several' : 'lists',
  }
}

/** The loan of a lock that the lists show as lent. */
const activeLoan = (lock: LockRecord, index: LoanIndex, known: KnownLoans): Loan => {
  const memberGlobalId = lock.holder?.memberGlobalId ?? null
  const openId = loanIdOf({ borrowedUsbKey: lock.assetNum, memberGlobalId })
  const lendings = known.openLendings(openId)
  const fact = known.openFact(openId)
  const returned = returnedOf(fact, lendings)
  const assets: Pick<Loan, 'assets' | 'assetsFrom'> =
    lendings.length > 0
      ? { assets: assetsOf(lendings), assetsFrom: 'journal' }
      : assetsInLists(lock, index, known)
  return {
    loanId: openId,
    state: returned === null ? 'active' : 'returned',
    borrowedUsbKey: lock.assetNum,
    shellNumber: lock.shellNumber,
    enterpriseGlobalId: lock.enterpriseGlobalId,
    enterpriseName: lock.enterpriseName,
    memberGlobalId,
    memberName: lock.holder?.name ?? lendings.at(-1)?.memberName ?? null,
    ...assets,
    ...knownHere(lendings, fact),
    currentHolder: null,
    returned,
    closed: null,
  }
}

/** Whether the list of the lock was read after this time and says whether the lock is lent. */
const isReadAfter = (lock: LockRecord | undefined, time: number): boolean =>
  lock !== undefined && lock.lent !== null && lock.readAt > time

/** Whether the lists were read after the last lending that is certain. */
const isReadSince = (lock: LockRecord | undefined, lendings: readonly Lending[]): boolean => {
  const since = lendings.findLast(({ isCertain }) => isCertain)
  if (lendings.length > 0 && since === undefined) return false
  return isReadAfter(lock, since?.endedAt ?? since?.requestedAt ?? 0)
}

const assetsHere = (
  lendings: readonly Lending[],
  fact: LoanFact | undefined,
): Pick<Loan, 'assets' | 'assetsFrom'> =>
  lendings.length > 0
    ? { assets: assetsOf(lendings), assetsFrom: 'journal' }
    : { assets: fact?.assets ?? [], assetsFrom: 'lists' }

const otherHolderOf = (lock: LockRecord | undefined): string | null =>
  lock?.lent === true ? (lock.holder?.name ?? null) : null

/** A loan of this computer that the lists do not show; null if they do, or if it is closed. */
const unlistedLoan = (openId: string, { locks }: LoanIndex, known: KnownLoans): Loan | null => {
  const lendings = known.openLendings(openId)
  const fact = known.openFact(openId)
  const latest = lendings.at(-1) ?? fact
  if (latest === undefined) return null
  const lock = locks.get(latest.borrowedUsbKey)
  if (isLentTo(lock, latest.memberGlobalId)) return null
  const returned = returnedOf(fact, lendings)
  const isRead = isReadSince(lock, lendings)
  const closed = returned !== null && isReadAfter(lock, returned.at) ? returned : null
  const isAgreed = closed !== null
  return {
    loanId: isAgreed ? loanIdOf(latest, closed) : openId,
    state: unlistedState({ isReturned: returned !== null, isAgreed, isRead }),
    borrowedUsbKey: latest.borrowedUsbKey,
    shellNumber: lock?.shellNumber ?? shellNumberIn(latest.borrowedUsbKey),
    enterpriseGlobalId: latest.enterpriseGlobalId,
    enterpriseName: lock?.enterpriseName ?? latest.enterpriseName,
    memberGlobalId: latest.memberGlobalId,
    memberName: latest.memberName,
    ...assetsHere(lendings, fact),
    ...knownHere(lendings, fact),
    currentHolder: isAgreed ? null : otherHolderOf(lock),
    returned,
    closed,
  }
}

const closedLoan = (fact: LoanFact, closed: LoanAct, { locks }: LoanIndex): Loan => ({
  ...fact,
  loanId: loanIdOf(fact, closed),
  state: 'closed',
  shellNumber: locks.get(fact.borrowedUsbKey)?.shellNumber ?? shellNumberIn(fact.borrowedUsbKey),
  assetsFrom: fact.lentHere === null ? 'lists' : 'journal',
  currentHolder: null,
})

/**
 * Joins the platform's active loans with the loans and due dates known on this computer, and adds those that
 * the lists do not show. A loan whose lock is back is closed when the lists agree. Runs in time slices.
 */
export function* buildLoans(
  records: Iterable<LockRecord>,
  lendings: readonly Lending[],
  facts: readonly LoanFact[],
): Generator<undefined, Loan[]> {
  const index = yield* indexLoans(records)
  const known = indexKnown(lendings, facts)
  const active: Loan[] = []
  for (const lock of index.locks.values()) {
    yield
    if (lock.lent === true) active.push(activeLoan(lock, index, known))
  }
  const unlisted = [...known.openIds()].flatMap((openId) => unlistedLoan(openId, index, known) ?? [])
  const closed = facts.flatMap((fact) => (fact.closed === null ? [] : [closedLoan(fact, fact.closed, index)]))
  return [
    ...unlisted.filter((loan) => loan.closed === null),
    ...active,
    ...unlisted.filter((loan) => loan.closed !== null),
    ...closed.reverse(),
  ]
}
