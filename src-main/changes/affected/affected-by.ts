import { unknownTime } from '#shared/model/api/timestamp'
import type { EndTime } from '#shared/model/api/timestamp'
import type { Affected, AffectedRequest } from '#shared/model/changes/affected'
import type { Loan } from '#shared/model/changes/loan'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { joinKey } from '#shared/model/join-key'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LicensedPackage, LicensedProduct, Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { isRecent } from '#shared/model/recent'

/** What was read before; nothing is read for a confirmation. */
export interface KnownPeople {
  /** The assets of the registered enterprises, with changes made on this computer. */
  readonly records: () => Iterable<LockRecord>
  /** When the asset list was read, ms; null if it was not. */
  readonly readAt: (enterpriseGlobalId: string) => number | null
  readonly employees: (enterpriseGlobalId: string) => readonly EmployeeRecord[]
  readonly loans: readonly Loan[]
  readonly licenses: (assetId: string) => Licenses | null
  readonly now: number
}

/** Older data do not say what is now. */
const oldAfterMs = 10 * 60_000
/** Products are said for at most this many locks. */
const maxLocksWithProducts = 20
const maxKept = 3
const recordsPerStep = 500

interface Person {
  readonly memberGlobalId: string
  readonly enterprises: Set<string>
  /** The locks of the change that the lists show with this employee. */
  readonly locks: LockRecord[]
}

interface Concerned {
  readonly people: ReadonlyMap<string, Person>
  readonly records: ReadonlySet<LockRecord>
  readonly unassigned: number
  /** Locks of the request that no list has, or several times. */
  readonly notFound: number
  readonly unknownLocks: number
  /** Enterprises whose members’ lists were not read. */
  readonly withoutMembers: ReadonlySet<string>
}

const keyOf = (enterpriseGlobalId: string, name: string): string => joinKey(enterpriseGlobalId, name)
const recordKey = ({ enterpriseGlobalId, assetNum }: LockRecord): string =>
  keyOf(enterpriseGlobalId, assetNum)

const createPeople = () => {
  const people = new Map<string, Person>()
  const add = (memberGlobalId: string, enterpriseGlobalId: string): Person => {
    const person = people.get(memberGlobalId) ?? { memberGlobalId, enterprises: new Set<string>(), locks: [] }
    people.set(memberGlobalId, person)
    person.enterprises.add(enterpriseGlobalId)
    return person
  }
  return { people, add }
}

interface ListedLocks {
  /** The records with the asset number of each lock of the request; other enterprises may have the same number. */
  readonly byNumber: ReadonlyMap<string, readonly LockRecord[]>
  /** The locks of the employees that are deleted. */
  readonly ofDeleted: readonly LockRecord[]
  readonly withoutMembers: ReadonlySet<string>
}

/** Goes through the lists once, in slices. */
function* findInLists(
  { action, locks, employees }: AffectedRequest,
  known: KnownPeople,
): Generator<undefined, ListedLocks> {
  const deleted = new Set(
    action === 'delete-employee'
      ? employees.map(({ enterpriseGlobalId, memberGlobalId }) => keyOf(enterpriseGlobalId, memberGlobalId))
      : [],
  )
  const byNumber = new Map<string, LockRecord[]>(locks.map(({ assetNum }) => [assetNum, []]))
  const ofDeleted: LockRecord[] = []
  const withoutMembers = new Set<string>()
  let seen = 0
  for (const record of known.records()) {
    seen += 1
    if (seen % recordsPerStep === 0) yield
    const { holder, enterpriseGlobalId } = record
    if (record.lent === null) withoutMembers.add(enterpriseGlobalId)
    byNumber.get(record.assetNum)?.push(record)
    if (holder !== null && deleted.has(keyOf(enterpriseGlobalId, holder.memberGlobalId)))
      ofDeleted.push(record)
  }
  return { byNumber, ofDeleted, withoutMembers }
}

/** The record of each lock of the request, once; null if no list has it, or several do. */
const recordsOf = ({ locks }: AffectedRequest, { byNumber }: ListedLocks): readonly (LockRecord | null)[] => {
  const distinct = new Map(locks.map((lock) => [keyOf(lock.enterpriseGlobalId ?? '', lock.assetNum), lock]))
  return [...distinct.values()].map(({ assetNum, enterpriseGlobalId }) => {
    const [record, second] = (byNumber.get(assetNum) ?? []).filter(
      (one) => enterpriseGlobalId === null || one.enterpriseGlobalId === enterpriseGlobalId,
    )
    return record === undefined || second !== undefined ? null : record
  })
}

/** Finds the locks of the request and their employees in the lists. */
function* findConcerned(request: AffectedRequest, known: KnownPeople): Generator<undefined, Concerned> {
  const { people, add } = createPeople()
  for (const { memberGlobalId, enterpriseGlobalId } of request.employees)
    add(memberGlobalId, enterpriseGlobalId)
  const listed = yield* findInLists(request, known)
  const requested = recordsOf(request, listed)
  const found = requested.filter((record) => record !== null)
  const notFound = requested.length - found.length
  const records = new Set([...listed.ofDeleted, ...found])
  let [unassigned, unknownHolders] = [0, 0]
  const isDisable = request.action === 'disable'
  for (const { holder, enterpriseGlobalId, lent } of isDisable ? found : []) {
    if (holder !== null) add(holder.memberGlobalId, enterpriseGlobalId)
    else if (lent === null) unknownHolders += 1
    else unassigned += 1
  }
  for (const record of records) people.get(record.holder?.memberGlobalId ?? '')?.locks.push(record)
  return {
    people,
    records,
    unassigned,
    notFound,
    unknownLocks: isDisable ? notFound + unknownHolders : 0,
    withoutMembers: listed.withoutMembers,
  }
}

/** The rows of these employees in the lists of their enterprises. */
const rowsOf = (
  { people }: Concerned,
  known: KnownPeople,
): ReadonlyMap<string, readonly EmployeeRecord[]> => {
  const rows = new Map<string, EmployeeRecord[]>([...people.keys()].map((id) => [id, []]))
  const enterprises = new Set([...people.values()].flatMap((person) => [...person.enterprises]))
  for (const id of enterprises) {
    for (const row of known.employees(id)) {
      if (people.get(row.memberGlobalId)?.enterprises.has(id) === true)
        rows.get(row.memberGlobalId)?.push(row)
    }
  }
  return rows
}

const isOlder = (readAt: number | null, now: number): boolean =>
  readAt !== null && !isRecent(readAt, now, oldAfterMs)

/** Null where the lists do not say it, or did so too long ago. A lock that is not in use says nothing of its employee. */
const isOnline = (person: Person, rows: readonly EmployeeRecord[], now: number): boolean | null => {
  const current = rows.filter(({ readAt }) => !isOlder(readAt, now))
  const isInUse = person.locks.some(({ online, readAt }) => online === true && !isOlder(readAt, now))
  if (isInUse || current.some(({ onlineFlag }) => onlineFlag === true)) return true
  return current.some(({ onlineFlag }) => onlineFlag === false) ? false : null
}

/** The active loans of these locks. An asset of an employee with several loans is on one of them, but not known which. */
const loansOfLocks = (
  { records, notFound, withoutMembers }: Concerned,
  active: readonly Loan[],
): Affected['loans'] => {
  const keys = new Set([...records].map(recordKey))
  const has = ({ enterpriseGlobalId }: Loan, assetNum: string) =>
    keys.has(keyOf(enterpriseGlobalId, assetNum))
  const hasAsset = (loan: Loan) => loan.assets.some(({ assetNum }) => has(loan, assetNum))
  const certain = active.filter(
    (loan) => has(loan, loan.borrowedUsbKey) || (loan.assetsFrom !== 'lists-of-several' && hasAsset(loan)),
  )
  const employeeOf = (loan: Loan) => keyOf(loan.enterpriseGlobalId, loan.memberGlobalId ?? '')
  const withLoan = new Set(certain.map(employeeOf))
  const possible = active.filter((loan) => !certain.includes(loan) && hasAsset(loan))
  const others = new Set(possible.map(employeeOf).filter((employee) => !withLoan.has(employee)))
  const isUnread = [...records].some(({ enterpriseGlobalId }) => withoutMembers.has(enterpriseGlobalId))
  const mayBeMore = notFound > 0 || possible.length > 0 || isUnread
  return { of: 'locks', count: certain.length + others.size, mayBeMore }
}

/** The active loans of these employees. */
const loansOfPeople = (
  { people, withoutMembers }: Concerned,
  active: readonly Loan[],
  readAt: KnownPeople['readAt'],
): Affected['loans'] => {
  const enterprises = new Set([...people.values()].flatMap((person) => [...person.enterprises]))
  const isOf = ({ memberGlobalId, enterpriseGlobalId }: Loan) =>
    people.get(memberGlobalId ?? '')?.enterprises.has(enterpriseGlobalId) === true
  const mayBeOf = ({ memberGlobalId, enterpriseGlobalId }: Loan) =>
    memberGlobalId === null && enterprises.has(enterpriseGlobalId)
  const isUnread = [...enterprises].some((id) => readAt(id) === null || withoutMembers.has(id))
  const mayBeMore = isUnread || active.some(mayBeOf)
  return { of: 'employees', count: active.filter(isOf).length, mayBeMore }
}

const productsOf = ({
  products,
  packages,
}: Pick<LicensedPackage, 'products' | 'packages'>): LicensedProduct[] => [
  ...products,
  ...packages.flatMap(productsOf),
]

const isValid = (end: EndTime, now: number): boolean => end === null || (typeof end === 'number' && end > now)

/** The names of the products that are not expired, by what makes them the same. */
const validProducts = (licenses: Licenses, now: number): Map<string, string> =>
  new Map(
    productsOf(licenses)
      .filter(({ limitEnd, name }) => name !== '' && isValid(limitEnd, now))
      .map(({ productUri, gmsPid, name }) => [productUri ?? gmsPid ?? name, name]),
  )

/** A lent asset has its products on a borrowed lock, so that only this lock can be used. */
const isUsable = (record: LockRecord, now: number): boolean =>
  record.lent !== null &&
  unknownTime(record.limitEnd) === null &&
  statesOf(record, now).every(
    (state) => state === 'enabled' || (state === 'lent' && record.borrowedUsbKey === true),
  )

/** What the employees can still use by another lock that is not in the change. */
function* keptProducts(
  { people, records, notFound }: Concerned,
  known: KnownPeople,
  nameOf: (person: Person) => string,
): Generator<undefined, NonNullable<Affected['products']>> {
  const changed = new Set([...records].map(recordKey))
  const others = new Map<string, LockRecord[]>()
  let seen = 0
  for (const record of known.records()) {
    seen += 1
    if (seen % recordsPerStep === 0) yield
    const id = record.holder?.memberGlobalId ?? ''
    if (!people.has(id) || changed.has(recordKey(record)) || !isUsable(record, known.now)) continue
    others.set(id, [...(others.get(id) ?? []), record])
  }
  const readOn = (locks: readonly LockRecord[]) => {
    const licenses = locks.map(({ assetId, readAt }) =>
      assetId === null || isOlder(readAt, known.now) ? null : known.licenses(assetId),
    )
    return {
      valid: new Map(licenses.flatMap((one) => (one === null ? [] : [...validProducts(one, known.now)]))),
      unknown: licenses.filter((one) => one === null).length,
    }
  }
  let [unknownLocks, unknownOthers] = [notFound, 0]
  const kept: { readonly memberName: string; readonly product: string }[] = []
  for (const person of people.values()) {
    const lost = readOn(person.locks)
    const still = readOn(others.get(person.memberGlobalId) ?? [])
    unknownLocks += lost.unknown
    if (lost.valid.size > 0) unknownOthers += still.unknown
    for (const [product, name] of lost.valid) {
      if (still.valid.has(product)) kept.push({ memberName: nameOf(person), product: name })
    }
  }
  return { kept: kept.slice(0, maxKept), keptCount: kept.length, unknownLocks, unknownOthers }
}

/** Counts the people whom a change affects, from what was read before. Runs in time slices. */
export function* affectedBy(request: AffectedRequest, known: KnownPeople): Generator<undefined, Affected> {
  const { now, readAt } = known
  const concerned = yield* findConcerned(request, known)
  const { people, records, unassigned, unknownLocks } = concerned
  const rows = rowsOf(concerned, known)
  const rowsOfPerson = ({ memberGlobalId }: Person) => rows.get(memberGlobalId) ?? []
  const online = [...people.values()].map((person) => isOnline(person, rowsOfPerson(person), now))
  const active = known.loans.filter(({ state }) => state === 'active')
  const isOfLocks = request.action === 'disable' || request.action === 'withdraw'
  const nameOf = (person: Person): string => {
    const [row] = rowsOfPerson(person)
    return row?.name ?? person.locks[0]?.holder?.name ?? row?.userName ?? person.memberGlobalId
  }
  const hasProducts =
    request.action !== 'delete-employee' && request.locks.length <= maxLocksWithProducts && people.size > 0
  const enterprises = [...people.values()].flatMap((person) => [...person.enterprises])
  return {
    employees: people.size,
    online: {
      count: online.filter((one) => one === true).length,
      unknown: online.filter((one) => one === null).length,
    },
    loans: isOfLocks ? loansOfLocks(concerned, active) : loansOfPeople(concerned, active, readAt),
    unassigned,
    unknownLocks,
    products: hasProducts ? yield* keptProducts(concerned, known, nameOf) : null,
    isOld:
      [...records].some((record) => isOlder(record.readAt, now)) ||
      enterprises.some((id) => isOlder(readAt(id), now)),
  }
}
