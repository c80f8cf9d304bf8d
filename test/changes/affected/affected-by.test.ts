import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affectedSentences } from '#shared/model/changes/affected'
import type { Affected, AffectedRequest } from '#shared/model/changes/affected'
import type { Loan } from '#shared/model/changes/loan'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LicensedProduct, Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { affectedBy } from '../../../src-main/changes/affected/affected-by'
import type { KnownPeople } from '../../../src-main/changes/affected/affected-by'
import { testSeed } from '../../support/test-seed'

const now = 100 * 60_000
const fresh = now - 60_000
const old = now - 11 * 60_000

const lock = (assetNum: string, holder: string | null, part: Partial<LockRecord> = {}): LockRecord => ({
  shellNumber: null,
  assetNum,
  assetId: `id-${assetNum}`,
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North Bridge',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked: false,
  freezing: false,
  borrowedUsbKey: false,
  lent: false,
  holder: holder === null ? null : { memberGlobalId: holder, name: `Name ${holder}` },
  limitStart: null,
  limitEnd: null,
  createdAt: null,
  updatedAt: null,
  grantable: true,
  assignStatus: null,
  online: false,
  extensions: [],
  customerId: null,
  readAt: fresh,
  ...part,
})
const employee = (
  id: string,
  online: boolean | null,
  part: Partial<EmployeeRecord> = {},
): EmployeeRecord => ({
  memberGlobalId: id,
  enterpriseGlobalId: 'E1',
  userName: id.toLowerCase(),
  name: `Name ${id}`,
  departmentId: null,
  departmentName: null,
  passwordMobile: null,
  remark: null,
  assetNums: null,
  borrowNum: null,
  onlineFlag: online,
  deleted: false,
  createdAt: null,
  updatedAt: null,
  readAt: fresh,
  ...part,
})
const loan = (borrowedUsbKey: string, member: string | null, part: Partial<Loan> = {}): Loan => ({
  loanId: `${borrowedUsbKey} ${String(member)}`,
  state: 'active',
  borrowedUsbKey,
  shellNumber: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North Bridge',
  memberGlobalId: member,
  memberName: member,
  assets: [],
  assetsFrom: 'lists',
  lentHere: null,
  dueOn: null,
  note: '',
  currentHolder: null,
  returned: null,
  closed: null,
  ...part,
})
const product = (name: string, limitEnd: LicensedProduct['limitEnd'] = null): LicensedProduct => ({
  name,
  productUri: `uri:${name}`,
  gmsPid: null,
  appKey: null,
  licenseOrderId: null,
  concurrentNodes: null,
  limitEnd,
  trial: false,
})
const licenses = (...products: readonly LicensedProduct[]): Licenses => ({
  products,
  packages: [],
  count: products.length,
})

interface World {
  readonly records?: readonly LockRecord[]
  readonly employees?: readonly EmployeeRecord[]
  readonly loans?: readonly Loan[]
  readonly licenses?: Readonly<Record<string, Licenses>>
  readonly readAt?: number | null
}
const knownOf = (world: World): KnownPeople => ({
  records: () => world.records ?? [],
  readAt: () => (world.readAt === undefined ? fresh : world.readAt),
  employees: (id) => (world.employees ?? []).filter(({ enterpriseGlobalId }) => enterpriseGlobalId === id),
  loans: world.loans ?? [],
  licenses: (assetId) => world.licenses?.[assetId.slice(3)] ?? null,
  now,
})
const run = (request: AffectedRequest, world: World): Affected => {
  const work = affectedBy(request, knownOf(world))
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
const locksOf = (assetNums: readonly string[], enterpriseGlobalId: string | null = 'E1') =>
  assetNums.map((assetNum) => ({ assetNum, enterpriseGlobalId }))
const disable = (...assetNums: readonly string[]): AffectedRequest => ({
  action: 'disable',
  locks: locksOf(assetNums),
  employees: [],
})
const member = (memberGlobalId: string, enterpriseGlobalId = 'E1') => ({ memberGlobalId, enterpriseGlobalId })
const keys = (affected: Affected) => affectedSentences(affected).map((said) => said.map(({ key }) => key))

describe('who is affected', () => {
  it('counts an employee with several of the locks once, and the loans of the locks', () => {
    const affected = run(disable('A', 'B', 'C', 'D'), {
      records: [
        lock('A', 'M1'),
        lock('B', 'M1'),
        lock('C', 'M2', { borrowedUsbKey: true, lent: true }),
        lock('D', null),
        lock('E', 'M3'),
      ],
      employees: [employee('M1', true), employee('M2', false), employee('M3', true)],
      loans: [loan('C', 'M2'), loan('X', 'M3'), loan('A', 'M1', { state: 'closed' })],
    })
    expect(affected).toMatchObject({
      employees: 2,
      online: { count: 1, unknown: 0 },
      loans: { of: 'locks', count: 1, mayBeMore: false },
      unassigned: 1,
      unknownLocks: 0,
      isOld: false,
    })
  })

  it.each<[string, World, Partial<Affected>]>([
    [
      'an employee of two enterprises counts once',
      {
        records: [lock('A', 'M1'), lock('B', 'M1', { enterpriseGlobalId: 'E2' })],
        employees: [employee('M1', false), employee('M1', true, { enterpriseGlobalId: 'E2' })],
      },
      { employees: 1, online: { count: 1, unknown: 0 } },
    ],
    [
      'a lock in use says that its employee is online, also without an employee list',
      { records: [lock('A', 'M1', { online: true }), lock('B', 'M2')] },
      { employees: 2, online: { count: 1, unknown: 1 } },
    ],
    [
      'what was read more than 10 minutes ago says nothing of now',
      {
        records: [lock('A', 'M1', { online: true, readAt: old }), lock('B', 'M2')],
        employees: [employee('M1', true, { readAt: old }), employee('M2', false)],
      },
      { online: { count: 0, unknown: 1 }, isOld: true },
    ],
    [
      'a lock on no list has no known employee',
      { records: [lock('A', 'M1')], employees: [employee('M1', false)] },
      { employees: 1, unknownLocks: 1, unassigned: 0, loans: { of: 'locks', count: 0, mayBeMore: true } },
    ],
    [
      'without the lists of members a lock is not unassigned',
      { records: [lock('A', null, { lent: null }), lock('B', 'M1', { lent: null })] },
      { employees: 1, unknownLocks: 1, unassigned: 0, loans: { of: 'locks', count: 0, mayBeMore: true } },
    ],
    [
      'two assets with one number are not known apart',
      { records: [lock('A', 'M1'), lock('A', 'M2', { assetId: 'other' }), lock('B', null)] },
      { employees: 0, unknownLocks: 1, unassigned: 1 },
    ],
    [
      'an asset is on one of several loans',
      {
        records: [lock('A', 'M1', { lent: true }), lock('B', 'M1')],
        loans: ['X', 'Y'].map((number) =>
          loan(number, 'M1', {
            assetsFrom: 'lists-of-several',
            assets: [{ assetNum: 'A', assetId: 'id-A' }],
          }),
        ),
      },
      { loans: { of: 'locks', count: 1, mayBeMore: true } },
    ],
  ])('%s', (_name, world, expected) => {
    const request = disable('A', 'B')
    expect(run({ ...request, locks: locksOf(['A', 'B'], null) }, world)).toMatchObject(expected)
  })

  it('of a deletion concerns all locks and loans of these employees in this enterprise', () => {
    const world: World = {
      records: [
        lock('A', 'M1', { online: true }),
        lock('B', 'M1', { enterpriseGlobalId: 'E2', online: true }),
      ],
      employees: [employee('M1', false), employee('M2', null)],
      loans: [loan('X', 'M1'), loan('Y', 'M1', { enterpriseGlobalId: 'E2' }), loan('Z', 'M3')],
    }
    const request = (...employees: AffectedRequest['employees']): AffectedRequest => ({
      action: 'delete-employee',
      locks: [],
      employees,
    })
    expect(run(request(member('M1'), member('M2')), world)).toEqual({
      employees: 2,
      online: { count: 1, unknown: 1 },
      loans: { of: 'employees', count: 1, mayBeMore: false },
      unassigned: 0,
      unknownLocks: 0,
      products: null,
      isOld: false,
    })
    expect(run(request(member('M2', 'E2')), world).loans).toEqual({
      of: 'employees',
      count: 0,
      mayBeMore: false,
    })
    expect(run(request(member('M1')), { ...world, readAt: null }).loans).toEqual({
      of: 'employees',
      count: 1,
      mayBeMore: true,
    })
    const unnamed = { ...world, loans: [loan('X', null)] }
    expect(run(request(member('M1')), unnamed).loans).toEqual({ of: 'employees', count: 0, mayBeMore: true })
  })

  it('of a loan or a withdrawal are the employees who are named', () => {
    const world: World = {
      records: [lock('A', 'M1'), lock('B', 'M2')],
      employees: [employee('M1', true)],
      loans: [loan('X', 'M1'), loan('Y', 'M1')],
    }
    const of = (action: 'withdraw' | 'lend') =>
      run({ action, locks: locksOf(['A', 'Q']), employees: [member('M1'), member('M1')] }, world)
    expect(of('lend')).toMatchObject({
      employees: 1,
      online: { count: 1 },
      loans: { of: 'employees', count: 2, mayBeMore: false },
    })
    expect(of('withdraw')).toMatchObject({
      employees: 1,
      unknownLocks: 0,
      loans: { of: 'locks', count: 0, mayBeMore: true },
    })
  })
})

describe('a product that is kept', () => {
  const bridge = licenses(product('Bridge 3D'))
  const of = (other: Partial<LockRecord>, otherLicenses: Licenses | null = bridge, assetNums = ['A']) =>
    run(disable(...assetNums), {
      records: [lock('A', 'M1'), lock('B', 'M1', other)],
      licenses: { A: bridge, ...(otherLicenses === null ? {} : { B: otherLicenses }) },
    }).products

  it('is named with its employee', () => {
    expect(of({})).toEqual({
      kept: [{ memberName: 'Name M1', product: 'Bridge 3D' }],
      keptCount: 1,
      unknownLocks: 0,
      unknownOthers: 0,
    })
    // A borrowed lock that the employee has works; so does a lock in another enterprise.
    expect(of({ borrowedUsbKey: true, lent: true })?.keptCount).toBe(1)
    expect(of({ enterpriseGlobalId: 'E2' })?.keptCount).toBe(1)
  })

  it.each<[string, Partial<LockRecord>]>([
    ['is disabled', { locked: true }],
    ['is expired', { limitEnd: now }],
    ['is frozen', { freezing: true }],
    ['has an unknown end', { limitEnd: { unknown: 'soon' } }],
    ['has an unknown state', { locked: null }],
    ['is lent, so that its products are elsewhere', { lent: true }],
    ['may be lent', { lent: null }],
    ['has another employee', { holder: { memberGlobalId: 'M2', name: null } }],
  ])('is not by a lock that %s', (_name, part) => {
    expect(of(part)).toEqual({ kept: [], keptCount: 0, unknownLocks: 0, unknownOthers: 0 })
  })

  it('is not by a lock of the same change, or with another or an expired product', () => {
    expect(of({}, bridge, ['A', 'B'])).toEqual({ kept: [], keptCount: 0, unknownLocks: 0, unknownOthers: 0 })
    expect(of({}, licenses(product('Draw')))?.keptCount).toBe(0)
    expect(of({}, licenses(product('Bridge 3D', now)))?.keptCount).toBe(0)
    expect(of({}, licenses(product('Bridge 3D', { unknown: 'soon' })))?.keptCount).toBe(0)
  })

  it('is not known where the products of a lock were not read', () => {
    expect(of({}, null)).toEqual({ kept: [], keptCount: 0, unknownLocks: 0, unknownOthers: 1 })
    expect(
      run(disable('A'), { records: [lock('A', 'M1'), lock('B', 'M1')], licenses: { B: bridge } }).products,
    ).toEqual({ kept: [], keptCount: 0, unknownLocks: 1, unknownOthers: 0 })
    expect(of({ readAt: old })).toEqual({ kept: [], keptCount: 0, unknownLocks: 0, unknownOthers: 1 })
  })

  it('is said for at most 20 locks, three at most with their names', () => {
    const many = Array.from({ length: 21 }, (_one, index) => `L${String(index)}`)
    const records = many.map((number) => lock(number, 'M1'))
    expect(run(disable(...many), { records }).products).toBeNull()
    expect(run(disable(...many.slice(1)), { records }).products).toMatchObject({
      unknownLocks: 20,
      unknownOthers: 0,
    })
    const five = licenses(...['a', 'b', 'c', 'd', 'e'].map((name) => product(name)))
    const affected = run(disable('L0'), { records: records.slice(0, 2), licenses: { L0: five, L1: five } })
    expect(affected.products).toMatchObject({ keptCount: 5, kept: [{}, {}, {}] })
    expect(keys(affected).slice(1)).toEqual([['keeps'], ['keeps'], ['keeps'], ['keepsMore']])
  })
})

describe('the sentences', () => {
  const none: Affected = {
    employees: 0,
    online: { count: 0, unknown: 0 },
    loans: { of: 'employees', count: 0, mayBeMore: false },
    unassigned: 0,
    unknownLocks: 0,
    products: null,
    isOld: false,
  }
  it.each<[Partial<Affected>, readonly (readonly string[])[]]>([
    [{}, [['employees', 'loans']]],
    [{ employees: 1 }, [['employees', 'isOffline', 'loans']]],
    [{ employees: 1, online: { count: 1, unknown: 0 } }, [['employees', 'isOnline', 'loans']]],
    [{ employees: 12, online: { count: 3, unknown: 0 } }, [['employees', 'online', 'loans']]],
    [{ employees: 12, online: { count: 3, unknown: 1 } }, [['employees', 'onlineAtLeast', 'loans']]],
    [{ employees: 12, online: { count: 0, unknown: 1 } }, [['employees', 'onlineUnknown', 'loans']]],
    [{ loans: { of: 'employees', count: 2, mayBeMore: true } }, [['employees', 'loansAtLeast']]],
    [{ loans: { of: 'employees', count: 0, mayBeMore: true } }, [['employees', 'loansUnknown']]],
    [{ loans: { of: 'locks', count: 0, mayBeMore: false } }, [['employees', 'loansOfLocks']]],
    [{ loans: { of: 'locks', count: 2, mayBeMore: true } }, [['employees', 'loansOfLocksAtLeast']]],
    [{ loans: { of: 'locks', count: 0, mayBeMore: true } }, [['employees', 'loansOfLocksUnknown']]],
    [{ unknownLocks: 2 }, [['employeesUnknown', 'loans'], ['unknownLocks']]],
    [{ employees: 1, unknownLocks: 2 }, [['employeesAtLeast', 'isOffline', 'loans'], ['unknownLocks']]],
    [{ unassigned: 1, isOld: true }, [['employees', 'loans'], ['unassigned'], ['old']]],
    [
      { products: { kept: [], keptCount: 0, unknownLocks: 4, unknownOthers: 2 } },
      [['employees', 'loans'], ['productsUnknown'], ['othersUnknown']],
    ],
  ])('of %j', (part, expected) => {
    expect(keys({ ...none, ...part })).toEqual(expected)
  })
})

describe('any lists', () => {
  const ids = ['M1', 'M2', 'M3', 'M4'] as const
  const enterprise = fc.constantFrom('E1', 'E2')
  const randomLock = fc.record({
    enterpriseGlobalId: enterprise,
    holder: fc.option(fc.constantFrom(...ids)),
    locked: fc.constantFrom(true, false, null),
    lent: fc.constantFrom(true, false, null),
    borrowedUsbKey: fc.boolean(),
    online: fc.constantFrom(true, false, null),
    readAt: fc.constantFrom(fresh, old),
    limitEnd: fc.constantFrom(null, now - 1, now + 1),
    isChanged: fc.boolean(),
    products: fc.option(fc.subarray(['P', 'Q', 'R'])),
  })
  const randomWorld = fc.record({
    locks: fc.array(randomLock, { maxLength: 30 }),
    missing: fc.nat(2),
    flags: fc.array(
      fc.record({
        id: fc.constantFrom(...ids),
        enterpriseGlobalId: enterprise,
        flag: fc.constantFrom(true, false, null),
        readAt: fc.constantFrom(fresh, old),
      }),
      { maxLength: 8 },
    ),
    loans: fc.subarray([...Array(30).keys()]),
  })

  it('are counted as one counts them one by one', () => {
    fc.assert(
      fc.property(randomWorld, ({ locks, missing, flags, loans }) => {
        const all = locks.map(({ holder, isChanged: _isChanged, products: _products, ...part }, index) =>
          lock(`L${String(index)}`, holder, part),
        )
        const changed = locks.flatMap(({ isChanged }, index) => (isChanged ? [index] : []))
        const request: AffectedRequest = {
          action: 'disable',
          locks: [
            ...changed.map((index) => ({
              assetNum: `L${String(index)}`,
              enterpriseGlobalId: locks[index]!.enterpriseGlobalId,
            })),
            ...Array.from({ length: missing }, (_one, index) => ({
              assetNum: `N${String(index)}`,
              enterpriseGlobalId: 'E1',
            })),
          ],
          employees: [],
        }
        const read = Object.fromEntries(
          locks.flatMap(({ products }, index) =>
            products === null
              ? []
              : [[`L${String(index)}`, licenses(...products.map((name) => product(name)))] as const],
          ),
        )
        const lent = loans.flatMap((index) => {
          const one = all[index]
          return one === undefined
            ? []
            : [loan(one.assetNum, 'M1', { enterpriseGlobalId: one.enterpriseGlobalId })]
        })
        const affected = run(request, {
          records: all,
          employees: flags.map(({ id, flag, ...part }) => employee(id, flag, part)),
          loans: lent,
          licenses: read,
        })

        let [assigned, unassigned, unknown] = [0, 0, missing]
        const people = new Set<string>()
        for (const index of changed) {
          const { holder, lent: isLent } = locks[index]!
          if (holder !== null) {
            assigned += 1
            people.add(holder)
          } else if (isLent === null) unknown += 1
          else unassigned += 1
        }
        expect(affected.employees).toBe(people.size)
        expect(affected.unassigned).toBe(unassigned)
        expect(affected.unknownLocks).toBe(unknown)
        expect(assigned + affected.unassigned + affected.unknownLocks).toBe(request.locks.length)

        let [online, unknownOnline] = [0, 0]
        for (const id of people) {
          const own = changed.map((index) => locks[index]!).filter(({ holder }) => holder === id)
          const places = new Set(own.map(({ enterpriseGlobalId }) => enterpriseGlobalId))
          const said = flags.filter(
            (one) => one.id === id && places.has(one.enterpriseGlobalId) && one.readAt === fresh,
          )
          const isInUse = own.some((one) => one.online === true && one.readAt === fresh)
          if (isInUse || said.some(({ flag }) => flag === true)) online += 1
          else if (!said.some(({ flag }) => flag === false)) unknownOnline += 1
        }
        expect(affected.online).toEqual({ count: online, unknown: unknownOnline })
        expect(affected.loans.count).toBe(loans.filter((index) => changed.includes(index)).length)

        if (request.locks.length > 20 || people.size === 0) {
          expect(affected.products).toBeNull()
          return
        }
        let kept = 0
        for (const id of people) {
          for (const name of ['P', 'Q', 'R']) {
            const has = (one: (typeof locks)[number]) =>
              one.holder === id && one.readAt === fresh && one.products?.includes(name) === true
            const isUsable = (one: (typeof locks)[number]) =>
              one.locked === false &&
              (one.limitEnd === null || one.limitEnd > now) &&
              (one.lent === false || (one.lent === true && one.borrowedUsbKey))
            if (
              locks.some((one) => one.isChanged && has(one)) &&
              locks.some((one) => !one.isChanged && has(one) && isUsable(one))
            )
              kept += 1
          }
        }
        expect(affected.products?.keptCount).toBe(kept)
      }),
      { seed: testSeed, numRuns: 500 },
    )
  })
})
