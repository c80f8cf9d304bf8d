import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { succeed } from '#shared/outcome'
import type { Employee } from '#shared/model/api/member-resources'
import { noClaims } from '../../src-main/work-orders/order-claims'
import { createOrderService } from '../../src-main/work-orders/order-service'
import type { OrderService } from '../../src-main/work-orders/order-service'
import { numbered, startEngine, succeedAll } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'
import { temporaryFolder } from '../support/temporary-folder'
import { orderId, startProgram } from './support/independent-program'
import type { Fields, Program } from './support/independent-program'
import { noSignedList, openOrders } from './support/order-desk'

type Session = Parameters<typeof createOrderService>[1]

let engine: Engine
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let office: Program
let desk: Awaited<ReturnType<typeof openOrders>>
let service: OrderService
/** What the lists have instead of an enabled lock of E1. */
let listed: Map<string, Partial<LockRecord>>
let employees: Partial<Employee>[]
/** The clock by which orders are valid. */
let time: number

beforeEach(async () => {
  engine = await startEngine()
  folder = await temporaryFolder()
  time = Date.now()
  office = startProgram(time - 1_000)
  desk = await openOrders(folder.path, { journal: engine.journal, now: () => time })
  const key = desk.orders.readKey(office.keyFile)
  if (!key.ok) throw new Error(key.error.message)
  await desk.orders.trust(key.value, office.words(english))
  listed = new Map()
  employees = ['M1', 'M2'].map((globalId) => ({
    ...{ globalId, name: `Name ${globalId}`, userName: globalId, departmentId: '7' },
    ...{ remark: null, passwordMobile: '13800000001', deleted: false },
  }))
  const record = (assetNum: string): Partial<LockRecord> => ({
    ...{ assetNum, locked: false, licenseType: null, enterpriseGlobalId: 'E1', assetId: `id-${assetNum}` },
    ...{ holder: null, lent: false, borrowedUsbKey: false },
    ...listed.get(assetNum),
  })
  service = createOrderService(
    {
      workOrders: desk.orders,
      signedOrders: noSignedList,
      journal: engine.journal,
      settings: { read: () => ({ assetsPerCall: 100 }) } as never,
      claimsOf: () => noClaims,
    },
    {
      changeService: engine.changeService,
      platform: {
        id: 'https://platform.example',
        training: false,
        address: 'https://platform.example',
        monitor: {
          client: {
            call: () => Promise.resolve(succeed({ list: employees, total: null, hasNextPage: false })),
          },
        } as unknown as Session['platform']['monitor'],
        directory: {
          lookUpMany: (numbers: readonly string[]) =>
            Promise.resolve({
              results: numbers.map((number) => ({ state: 'found', record: record(number) as LockRecord })),
              enterprises: 1,
              failure: null,
            }),
        } as unknown as Session['platform']['directory'],
      },
    },
  )
})
afterEach(async () => {
  await engine.stop()
  await desk.stop()
  await folder.remove()
})

const orderOf = (count: number) =>
  office.sign(
    office.order({ rows: Array.from({ length: count }, (_one, at) => ({ assetNum: numbered(at) })) }),
  )
const carryOut = (bytes: Buffer) =>
  service.carryOut(bytes, { action: null, leaveOut: [], operatorIdentity: 'Li Wei' })
const used = () => readFile(join(folder.path, 'used-orders.log'), 'utf8')

describe('a work order in the window', () => {
  it('stays usable when the system dialog is declined, and is used when it is confirmed', async () => {
    const bytes = orderOf(51)
    engine.does.confirm = () => Promise.resolve(false)
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'not-confirmed' } })
    expect([engine.asked.length, engine.calls, engine.journal.jobs()]).toEqual([1, [], []])
    expect(await used()).not.toContain('"used"')

    // The use is on disk before the dialog's job is in the journal.
    let usedAtIntent = ''
    engine.does.write = async (text) => {
      if (text.includes('"kind":"job"')) usedAtIntent = await used()
    }
    engine.does.confirm = () => Promise.resolve(true)
    const carried = await carryOut(bytes)
    expect(carried).toMatchObject({
      ok: true,
      value: { job: { workOrder: { id: orderId, signer: 'Office' } } },
    })
    expect(usedAtIntent).toContain('"used"')
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'order-used' } })
  })

  it('stays usable when a change of its lock has no result yet', async () => {
    const bytes = orderOf(1)
    let answer: (value: never) => void = () => undefined
    engine.does.answer = () => new Promise((done) => (answer = done as never))
    const rows = [{ assetNum: numbered(0), shellNumber: null, enterpriseGlobalId: 'E1', plugId: null }]
    await engine.changeService.startJob({ action: 'disable', operatorIdentity: 'x', retryOf: null, rows })
    await expect.poll(() => engine.calls).toHaveLength(1)
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'in-progress' } })
    expect(await used()).not.toContain('"used"')
    answer({ ok: true, value: [{ assetNum: numbered(0), status: 1 }] } as never)
  })
})

describe('a work order that expires', () => {
  const expires = (): number => {
    const { expires: at } = office.order()
    return at as number
  }
  /** Ten minutes are for clocks that differ. */
  const expire = (): void => void (time = expires() + 10 * 60_000)

  it('is refused, and not used', async () => {
    expire()
    expect(await carryOut(orderOf(1))).toMatchObject({ error: { code: 'order-expired' } })
    expect([engine.calls, await used()]).toEqual([[], expect.not.stringContaining('"used"')])
  })

  it('while its system dialog is open is refused, and not used', async () => {
    engine.does.confirm = () => {
      expire()
      return Promise.resolve(true)
    }
    expect(await carryOut(orderOf(51))).toMatchObject({ error: { code: 'order-expired' } })
    expect(engine.asked).toHaveLength(1)
    expect([engine.calls, engine.journal.jobs()]).toEqual([[], []])
    expect(await used()).not.toContain('"used"')
  })

  it('while it is carried out is carried out to its end', async () => {
    engine.does.answer = (assetNums) => {
      expire()
      return succeedAll(assetNums)
    }
    const states = await finish(orderOf(12))
    expect(engine.calls.length).toBeGreaterThan(1)
    expect(new Set(states.map(([, state]) => state))).toEqual(new Set(['completed']))
  })
})

const heldBy = (memberGlobalId: string | null) => ({
  holder: memberGlobalId === null ? null : { memberGlobalId, name: null },
})
const member = { memberGlobalId: 'M1', memberName: 'Name M1' }
const stateOfRows = async (bytes: Buffer) => {
  const made = await service.makeResult(bytes)
  if (!made.ok) throw new Error(made.error.message)
  const { rows } = made.value.result
  return rows.map(({ key, state, reason }) => [key, state, reason ?? null])
}
/** Carries the order out and waits for its job. */
const finish = async (bytes: Buffer) => {
  const carried = await carryOut(bytes)
  if (!carried.ok) throw new Error(carried.error.code)
  await engine.until(carried.value.job?.jobId ?? '', 'ended')
  return stateOfRows(bytes)
}
const requests = () => {
  const seen: [string, unknown][] = []
  engine.does.seen = (id, request) => void seen.push([id, request])
  engine.does.answerAny = () => succeed(null)
  return seen
}

describe('an order to assign or withdraw assets', () => {
  const rows = [0, 1, 2, 3].map((at) => ({ assetNum: numbered(at), ...member }))

  it('assigns what is unassigned, in one request, and names why other rows are not sent', async () => {
    listed.set(numbered(1), heldBy('M1'))
    listed.set(numbered(2), heldBy('M2'))
    const seen = requests()
    const states = await finish(office.sign(office.order({ action: 'assign', rows })))
    expect(states).toEqual([
      [numbered(0), 'completed', null],
      [numbered(1), 'skipped', 'already'],
      [numbered(2), 'not-sent', 'other-holder'],
      [numbered(3), 'completed', null],
    ])
    const body = { deleteAssets: [], addAssets: [numbered(0), numbered(3)] }
    expect(seen).toEqual([['member.assignAssets', { path: { memberGlobalId: 'M1' }, body }]])
  })

  it('withdraws from the named employee alone, also from one who was deleted', async () => {
    employees = []
    for (const at of [0, 3]) listed.set(numbered(at), heldBy('M1'))
    listed.set(numbered(2), heldBy('M2'))
    const seen = requests()
    const states = await finish(office.sign(office.order({ action: 'withdraw', rows })))
    expect(states.map(([, state, reason]) => [state, reason])).toEqual([
      ['completed', null],
      ['skipped', 'already'],
      ['not-sent', 'other-holder'],
      ['completed', null],
    ])
    expect(seen).toMatchObject([
      ['member.assignAssets', { body: { deleteAssets: [numbered(0), numbered(3)], addAssets: [] } }],
    ])
  })

  it.each<[string, () => void, string]>([
    ['the employee is on no list', () => (employees = []), 'employee-not-found'],
    [
      'the employee was deleted',
      () => employees.forEach((one) => (one.deleted = true)),
      'employee-not-found',
    ],
    [
      'the member lists cannot be read',
      () => rows.forEach(({ assetNum }) => listed.set(assetNum, { lent: null })),
      'not-read',
    ],
    [
      'another enterprise has the assets',
      () => rows.forEach(({ assetNum }) => listed.set(assetNum, { enterpriseGlobalId: 'E2' })),
      'other-enterprise',
    ],
  ])('is not used where %s', async (_what, prepare, reason) => {
    prepare()
    const bytes = office.sign(office.order({ action: 'assign', rows }))
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'nothing-to-send' } })
    const inspected = await service.inspect(bytes)
    if (!inspected.ok) throw new Error(inspected.error.code)
    const checked = await service.check(inspected.value.order)
    expect(checked.ok && checked.value.map(({ unsent }) => unsent?.reason)).toEqual(rows.map(() => reason))
    expect([engine.calls, await used()]).toEqual([[], expect.not.stringContaining('"used"')])
  })

  it('is signed with the names of the lists, and each asset once', async () => {
    listed.set('1', { assetNum: numbered(1) })
    const signed = await service.sign(
      {
        action: 'assign',
        rows: ['1', numbered(1), numbered(2)].map((assetNum) => ({ ...member, memberName: 'M1', assetNum })),
        ...{ operatorIdentity: 'Chen Yu', note: '', notBefore: null, validDays: 7 },
      },
      () => Promise.resolve(true),
    )
    expect(signed).toMatchObject({
      ok: true,
      value: {
        duplicates: [{ index: 1, state: 'skipped', reason: 'duplicate' }],
        order: {
          action: 'assign',
          enterprises: ['E1'],
          rows: [1, 2].map((at) => ({ assetNum: numbered(at), ...member })),
        },
      },
    })
  })
})

describe('an order to edit employees', () => {
  const edit = (memberGlobalId: string, over: Fields = {}) => ({
    ...{
      enterpriseGlobalId: 'E1',
      memberGlobalId,
      memberName: `Name ${memberGlobalId}`,
      userName: memberGlobalId,
    },
    ...{ name: 'New name', remark: '', passwordMobile: '13800000001', ...over },
  })

  it('sends all fields, keeps a department that it does not name, and skips what is as wanted', async () => {
    const seen = requests()
    const rows = [edit('M1'), edit('M2', { name: 'Name M2' }), edit('M3')]
    const states = await finish(office.sign(office.order({ action: 'edit-employee', rows })))
    expect(states).toEqual([
      ['M1', 'completed', null],
      ['M2', 'skipped', 'already'],
      ['M3', 'not-sent', 'employee-not-found'],
    ])
    expect(seen).toMatchObject([['member.editEmployee', { body: { name: 'New name', departmentId: 7 } }]])
  })

  it('never has a password', async () => {
    const bytes = office.sign(
      office.order({ action: 'edit-employee', rows: [edit('M1', { password: 'Secret-1' })] }),
    )
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'invalid-field' } })
  })
})

describe('an order to lend', () => {
  const lock = numbered(9)
  const rows = [{ assetNum: lock, ...member, assets: [numbered(0), numbered(1)] }]
  const bytesOf = () => office.sign(office.order({ action: 'lend', rows }))
  const prepare = () => {
    listed.set(lock, { borrowedUsbKey: true })
    for (const at of [0, 1]) listed.set(numbered(at), heldBy('M1'))
  }

  it('lends the assets of the employee onto the lock', async () => {
    prepare()
    const seen = requests()
    expect(await finish(bytesOf())).toEqual([[lock, 'completed', null]])
    const body = { borrowedUsbKey: lock, assetIDs: [`id-${numbered(0)}`, `id-${numbered(1)}`] }
    expect(seen).toEqual([['member.lendAssets', { path: { memberGlobalId: 'M1' }, body }]])
    // A loan cannot be taken back: the system dialog always asks.
    expect(engine.asked).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    ['not-borrowed', () => listed.set(lock, {})],
    ['not-available', () => listed.set(lock, { borrowedUsbKey: true, locked: true })],
    ['not-available', () => listed.set(lock, { borrowedUsbKey: true, lent: true, ...heldBy('M2') })],
    ['other-holder', () => listed.set(numbered(1), heldBy('M2'))],
    ['not-available', () => listed.set(numbered(1), { ...heldBy('M1'), lent: true })],
    ['other-enterprise', () => listed.set(numbered(1), { ...heldBy('M1'), enterpriseGlobalId: 'E2' })],
    ['employee-not-found', () => (employees = [])],
  ])('is not sent: %s', async (reason, change) => {
    prepare()
    change()
    const bytes = bytesOf()
    expect(await carryOut(bytes)).toMatchObject({ error: { code: 'nothing-to-send' } })
    const inspected = await service.inspect(bytes)
    if (!inspected.ok) throw new Error(inspected.error.code)
    const checked = await service.check(inspected.value.order)
    expect(checked.ok && checked.value.map(({ unsent }) => unsent?.reason)).toEqual([reason])
  })
})
