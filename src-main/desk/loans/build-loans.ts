import { z } from 'zod'
import { changeRows } from '#shared/model/change-rows'
import type { Loan, LoanState } from '#shared/model/loan'
import type { LockRecord } from '#shared/model/lock-record'
import { shellNumberIn } from '#shared/model/shell-number'
import type { JournaledJob } from '../../journal/book'
import { pairOf } from './loan-facts'
import type { LoanFact } from './loan-facts'

/** A lending of this desk's that went out, or of which that is not known. */
export interface Lending {
  readonly borrowedUsbKey: string
  readonly memberGlobalId: string | null
  readonly memberName: string | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  readonly assets: Loan['assets']
  readonly operatorIdentity: string
  readonly jobId: string
  readonly askedAt: number
  readonly endedAt: number | null
  /** False while it is unknown whether it went out. */
  readonly isCertain: boolean
}

const stored = z.object({ assets: changeRows['member.lendAssets'].shape.assets })

/** Oldest first; of this environment alone. */
export const lendingsOf = (jobs: readonly JournaledJob[], environment: string): Lending[] =>
  jobs.flatMap(({ jobId, intent, courses, askedAt }) => {
    if (intent.operation !== 'member.lendAssets' || intent.environment !== environment) return []
    return intent.rows.flatMap((row, place) => {
      const course = courses[place]
      const request = stored.safeParse(row.request)
      if (course === undefined || !request.success || row.enterpriseGlobalId === null) return []
      if (course.state !== 'done' && course.state !== 'unknown') return []
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
          askedAt,
          endedAt: course.endedAt,
          isCertain: course.state === 'done',
        },
      ]
    })
  })

const recordsPerStep = 500

interface Sorted {
  /** Borrowed locks by asset number. */
  readonly locks: ReadonlyMap<string, LockRecord>
  /** Those that are out, by who has them. */
  readonly locksOf: ReadonlyMap<string, readonly LockRecord[]>
  /** What each employee has lent, by their id. */
  readonly lent: ReadonlyMap<string, readonly LockRecord[]>
}

function* sorted(records: Iterable<LockRecord>): Generator<undefined, Sorted> {
  const locks = new Map<string, LockRecord>()
  const lent = new Map<string, LockRecord[]>()
  const locksOf = new Map<string, LockRecord[]>()
  const put = (into: Map<string, LockRecord[]>, record: LockRecord): void => {
    if (record.lent !== true || record.holder === null) return
    const theirs = into.get(record.holder.memberGlobalId)
    if (theirs === undefined) into.set(record.holder.memberGlobalId, [record])
    else theirs.push(record)
  }
  let seen = 0
  for (const record of records) {
    seen += 1
    if (seen % recordsPerStep === 0) yield
    if (record.borrowedUsbKey === true) {
      locks.set(record.assetNum, record)
      put(locksOf, record)
    } else put(lent, record)
  }
  return { locks, locksOf, lent }
}

const groupBy = <Of>(all: readonly Of[], keyOf: (one: Of) => string): Map<string, Of[]> => {
  const groups = new Map<string, Of[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}

const assetsOf = (lendings: readonly Lending[]): Loan['assets'] => [
  ...new Map(lendings.flatMap(({ assets }) => assets).map((asset) => [asset.assetNum, asset])).values(),
]

/**
 * What is out, by the platform's lists, joined with what this desk lent and what it keeps; and what it lent or kept a
 * date for that the lists do not show. Step by step (in-slices.ts).
 */
export function* buildLoans(
  records: Iterable<LockRecord>,
  lendings: readonly Lending[],
  facts: readonly LoanFact[],
): Generator<undefined, Loan[]> {
  const { locks, locksOf, lent } = yield* sorted(records)
  const factsOf = groupBy(facts, pairOf)
  const lendingsByPair = groupBy(lendings, pairOf)
  const lendingsByMember = groupBy(lendings, ({ memberGlobalId }) => memberGlobalId ?? '')
  const isOut = (lock: LockRecord | undefined, memberGlobalId: string | null): boolean =>
    lock?.lent === true && (lock.holder?.memberGlobalId ?? null) === memberGlobalId

  /** Those of the loan that is open now: what came before a closing belongs to the closed one. */
  const lendingsNow = (pair: string): Lending[] => {
    const closedAt = Math.max(0, ...(factsOf.get(pair) ?? []).map(({ closed }) => closed?.at ?? 0))
    return (lendingsByPair.get(pair) ?? []).filter(({ askedAt }) => askedAt > closedAt)
  }
  const openFact = (pair: string): LoanFact | undefined =>
    factsOf.get(pair)?.findLast(({ closed }) => closed === null)

  const lentHereOf = (here: readonly Lending[]): Loan['lentHere'] => {
    const [first] = here
    const last = here.at(-1)
    if (first === undefined || last === undefined) return null
    return { since: first.askedAt, operatorIdentity: last.operatorIdentity, jobId: last.jobId }
  }

  const out: Loan[] = []
  for (const lock of locks.values()) {
    yield
    if (lock.lent !== true) continue
    const memberGlobalId = lock.holder?.memberGlobalId ?? null
    const pair = pairOf({ borrowedUsbKey: lock.assetNum, memberGlobalId })
    const here = lendingsNow(pair)
    const fact = openFact(pair)
    const theirs = memberGlobalId === null ? [] : (lent.get(memberGlobalId) ?? [])
    // What this desk put on another lock of theirs does not stand on this one.
    const elsewhere = new Set(
      (memberGlobalId === null ? [] : (lendingsByMember.get(memberGlobalId) ?? [])).flatMap((one) =>
        one.borrowedUsbKey !== lock.assetNum && isOut(locks.get(one.borrowedUsbKey), memberGlobalId)
          ? one.assets.map(({ assetNum }) => assetNum)
          : [],
      ),
    )
    // Locks of theirs of which this desk does not know either what stands on them.
    const others = (memberGlobalId === null ? [] : (locksOf.get(memberGlobalId) ?? [])).filter(
      ({ assetNum }) =>
        assetNum !== lock.assetNum &&
        lendingsNow(pairOf({ borrowedUsbKey: assetNum, memberGlobalId })).length === 0,
    ).length
    out.push({
      loanId: pair,
      state: 'out',
      borrowedUsbKey: lock.assetNum,
      shellNumber: lock.shellNumber,
      enterpriseGlobalId: lock.enterpriseGlobalId,
      enterpriseName: lock.enterpriseName,
      memberGlobalId,
      memberName: lock.holder?.name ?? here.at(-1)?.memberName ?? null,
      assets:
        here.length > 0
          ? assetsOf(here)
          : theirs.flatMap(({ assetNum, assetId }) =>
              elsewhere.has(assetNum) ? [] : [{ assetNum, assetId }],
            ),
      assetsFrom: here.length > 0 ? 'journal' : others > 0 ? 'lists-of-several' : 'lists',
      lentHere: lentHereOf(here),
      dueOn: fact?.dueOn ?? null,
      note: fact?.note ?? '',
      heldNowBy: null,
      closed: null,
    })
  }

  const missing: Loan[] = []
  for (const pair of new Set([...lendingsByPair.keys(), ...factsOf.keys()])) {
    const here = lendingsNow(pair)
    const fact = openFact(pair)
    const any = here.at(-1) ?? fact
    if (any === undefined) continue
    const lock = locks.get(any.borrowedUsbKey)
    if (isOut(lock, any.memberGlobalId)) continue
    const since = here.findLast(({ isCertain }) => isCertain)
    const isRead =
      lock !== undefined && lock.lent !== null && lock.readAt > (since?.endedAt ?? since?.askedAt ?? 0)
    const state: LoanState = isRead && (here.length === 0 || since !== undefined) ? 'gone' : 'unseen'
    missing.push({
      loanId: pair,
      state,
      borrowedUsbKey: any.borrowedUsbKey,
      shellNumber: lock?.shellNumber ?? shellNumberIn(any.borrowedUsbKey),
      enterpriseGlobalId: any.enterpriseGlobalId,
      enterpriseName: lock?.enterpriseName ?? any.enterpriseName,
      memberGlobalId: any.memberGlobalId,
      memberName: any.memberName,
      assets: here.length > 0 ? assetsOf(here) : (fact?.assets ?? []),
      assetsFrom: here.length > 0 ? 'journal' : 'lists',
      lentHere: lentHereOf(here),
      dueOn: fact?.dueOn ?? null,
      note: fact?.note ?? '',
      heldNowBy: lock?.lent === true ? (lock.holder?.name ?? null) : null,
      closed: null,
    })
  }

  const closed = facts.flatMap((fact): Loan[] =>
    fact.closed === null
      ? []
      : [
          {
            ...fact,
            loanId: `${pairOf(fact)} ${fact.closed.at}`,
            state: 'closed',
            shellNumber: locks.get(fact.borrowedUsbKey)?.shellNumber ?? shellNumberIn(fact.borrowedUsbKey),
            assetsFrom: fact.lentHere === null ? 'lists' : 'journal',
            heldNowBy: null,
          },
        ],
  )
  return [...missing, ...out, ...closed.reverse()]
}
