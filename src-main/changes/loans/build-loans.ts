import { z } from 'zod'
import { groupBy } from '#shared/group-by'
import { changeRows } from '#shared/model/changes/change-rows'
import { loanIdOf } from '#shared/model/changes/loan'
import type { Loan, LoanState } from '#shared/model/changes/loan'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { JournaledJob } from '../../journal/journal-index'
import type { LoanFact } from './loan-facts'

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

const stored = z.object({ assets: changeRows['member.lendAssets'].shape.assets })

/** Oldest first; of this platform only. */
export const lendingsOf = (jobs: readonly JournaledJob[], environment: string): Lending[] =>
  jobs.flatMap(({ jobId, intent, rowStates, requestedAt }) => {
    if (intent.operation !== 'member.lendAssets' || intent.environment !== environment) return []
    return intent.rows.flatMap((row, rowIndex) => {
      const rowState = rowStates[rowIndex]
      const request = stored.safeParse(row.request)
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

/**
 * Joins the platform's active loans with the loans and due dates known on this computer, and adds those that
 * the lists do not show. A loan whose lock is back is closed when the lists agree. Runs in time slices.
 */
export function* buildLoans(
  records: Iterable<LockRecord>,
  lendings: readonly Lending[],
  facts: readonly LoanFact[],
): Generator<undefined, Loan[]> {
  const { locks, locksOf, lent } = yield* indexLoans(records)
  const factsOf = groupBy(facts, (fact) => loanIdOf(fact))
  const lendingsById = groupBy(lendings, (lending) => loanIdOf(lending))
  const lendingsByMember = groupBy(lendings, ({ memberGlobalId }) => memberGlobalId ?? '')
  const isLentTo = (lock: LockRecord | undefined, memberGlobalId: string | null): boolean =>
    lock?.lent === true && (lock.holder?.memberGlobalId ?? null) === memberGlobalId

  /** Lendings of the currently open loan; earlier ones belong to a closed loan. */
  const openLendings = (openId: string): Lending[] => {
    const closedAt = Math.max(0, ...(factsOf.get(openId) ?? []).map(({ closed }) => closed?.at ?? 0))
    return (lendingsById.get(openId) ?? []).filter(({ requestedAt }) => requestedAt > closedAt)
  }
  const openFact = (openId: string): LoanFact | undefined =>
    factsOf.get(openId)?.findLast(({ closed }) => closed === null)
  /** A lock that was lent again after it was taken back is out again. */
  const returnedOf = (fact: LoanFact | undefined, lendings: readonly Lending[]): Loan['returned'] => {
    const returned = fact?.returned ?? null
    return returned === null || lendings.some(({ requestedAt }) => requestedAt > returned.at)
      ? null
      : returned
  }

  const lentHereOf = (lendings: readonly Lending[]): Loan['lentHere'] => {
    const [first] = lendings
    const last = lendings.at(-1)
    if (first === undefined || last === undefined) return null
    return { since: first.requestedAt, operatorIdentity: last.operatorIdentity, jobId: last.jobId }
  }

  const activeLoans: Loan[] = []
  for (const lock of locks.values()) {
    yield
    if (lock.lent !== true) continue
    const memberGlobalId = lock.holder?.memberGlobalId ?? null
    const openId = loanIdOf({ borrowedUsbKey: lock.assetNum, memberGlobalId })
    const lendings = openLendings(openId)
    const fact = openFact(openId)
    const returned = returnedOf(fact, lendings)
    const employeeLoans = memberGlobalId === null ? [] : (lent.get(memberGlobalId) ?? [])
    // Assets that this computer lent on the employee's other locks are not on this one.
    const onOtherLocks = new Set(
      (memberGlobalId === null ? [] : (lendingsByMember.get(memberGlobalId) ?? [])).flatMap((one) =>
        one.borrowedUsbKey !== lock.assetNum && isLentTo(locks.get(one.borrowedUsbKey), memberGlobalId)
          ? one.assets.map(({ assetNum }) => assetNum)
          : [],
      ),
    )
    // Other locks of the employee whose assets are unknown on this computer too.
    const others = (memberGlobalId === null ? [] : (locksOf.get(memberGlobalId) ?? [])).filter(
      ({ assetNum }) =>
        assetNum !== lock.assetNum &&
        openLendings(loanIdOf({ borrowedUsbKey: assetNum, memberGlobalId })).length === 0,
    ).length
    activeLoans.push({
      loanId: openId,
      state: returned === null ? 'active' : 'returned',
      borrowedUsbKey: lock.assetNum,
      shellNumber: lock.shellNumber,
      enterpriseGlobalId: lock.enterpriseGlobalId,
      enterpriseName: lock.enterpriseName,
      memberGlobalId,
      memberName: lock.holder?.name ?? lendings.at(-1)?.memberName ?? null,
      assets:
        lendings.length > 0
          ? assetsOf(lendings)
          : employeeLoans.flatMap(({ assetNum, assetId }) =>
              onOtherLocks.has(assetNum) ? [] : [{ assetNum, assetId }],
            ),
      assetsFrom: lendings.length > 0 ? 'journal' : others > 0 ? 'lists-of-several' : 'lists',
      lentHere: lentHereOf(lendings),
      dueOn: fact?.dueOn ?? null,
      note: fact?.note ?? '',
      currentHolder: null,
      returned,
      closed: null,
    })
  }

  const missing: Loan[] = []
  const agreed: Loan[] = []
  for (const openId of new Set([...lendingsById.keys(), ...factsOf.keys()])) {
    const lendings = openLendings(openId)
    const fact = openFact(openId)
    const known = lendings.at(-1) ?? fact
    if (known === undefined) continue
    const lock = locks.get(known.borrowedUsbKey)
    if (isLentTo(lock, known.memberGlobalId)) continue
    const since = lendings.findLast(({ isCertain }) => isCertain)
    const returned = returnedOf(fact, lendings)
    const isReadAfter = (time: number): boolean =>
      lock !== undefined && lock.lent !== null && lock.readAt > time
    const isRead =
      isReadAfter(since?.endedAt ?? since?.requestedAt ?? 0) && (lendings.length === 0 || since !== undefined)
    const isAgreed = returned !== null && isReadAfter(returned.at)
    const rows = isAgreed ? agreed : missing
    rows.push({
      loanId: isAgreed ? loanIdOf(known, returned) : openId,
      state: unlistedState({ isReturned: returned !== null, isAgreed, isRead }),
      borrowedUsbKey: known.borrowedUsbKey,
      shellNumber: lock?.shellNumber ?? shellNumberIn(known.borrowedUsbKey),
      enterpriseGlobalId: known.enterpriseGlobalId,
      enterpriseName: lock?.enterpriseName ?? known.enterpriseName,
      memberGlobalId: known.memberGlobalId,
      memberName: known.memberName,
      assets: lendings.length > 0 ? assetsOf(lendings) : (fact?.assets ?? []),
      assetsFrom: lendings.length > 0 ? 'journal' : 'lists',
      lentHere: lentHereOf(lendings),
      dueOn: fact?.dueOn ?? null,
      note: fact?.note ?? '',
      currentHolder: lock?.lent === true && !isAgreed ? (lock.holder?.name ?? null) : null,
      returned,
      closed: isAgreed ? returned : null,
    })
  }

  const closed = facts.flatMap((fact): Loan[] =>
    fact.closed === null
      ? []
      : [
          {
            ...fact,
            loanId: loanIdOf(fact, fact.closed),
            state: 'closed',
            shellNumber: locks.get(fact.borrowedUsbKey)?.shellNumber ?? shellNumberIn(fact.borrowedUsbKey),
            assetsFrom: fact.lentHere === null ? 'lists' : 'journal',
            currentHolder: null,
          },
        ],
  )
  return [...missing, ...activeLoans, ...agreed, ...closed.reverse()]
}
