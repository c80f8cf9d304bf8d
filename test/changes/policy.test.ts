import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { createPolicyRules } from '../../src-main/policy/policy-rules'
import { failureOf, rowsOf, startEngine } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const refused = { code: 'not-allowed', message: 'more than two rows' } as const
const atMostTwo = () => {
  engine.does.refuseJob = (_action, rowCount) => (rowCount > 2 ? refused : null)
}

describe('the policy in the change service', () => {
  it('refuses a job before anything is asked, written or sent', async () => {
    atMostTwo()
    const started = await engine.changeService.startJob({
      ...{ action: 'disable', operatorIdentity: 'Li Wei', retryOf: null },
      rows: rowsOf(3),
    })
    expect(started).toEqual(fail(refused))
    expect(engine.asked).toEqual([])
    expect(engine.calls).toEqual([])
    expect(engine.journal.jobs()).toEqual([])
    await engine.until(await engine.start(rowsOf(2)), 'ended')
  })

  it('refuses to resume a job', async () => {
    const unreachable = failureOf({ code: 'unreachable' })
    engine.does.refuse = () => unreachable
    engine.does.probe = () => Promise.resolve(unreachable)
    const jobId = await engine.start(rowsOf(3))
    await engine.until(jobId, 'paused', 'platform')
    atMostTwo()
    engine.does.refuse = () => null
    expect(engine.changeService.jobs.resume(jobId)).toEqual(fail(refused))
    expect(engine.job(jobId).state).toBe('paused')
  })

  it('refuses to send queued changes', async () => {
    atMostTwo()
    const rows = rowsOf(3).map(({ plugId: _plugId, ...row }, index) => ({
      ...row,
      ...{ outboxId: String(index), queuedAt: 1 },
    }))
    const { send } = engine.changeService.queueGateway
    expect(await send({ action: 'disable', operatorIdentity: 'Li Wei' }, rows)).toEqual(fail(refused))
    expect(engine.calls).toEqual([])
  })
})

const required = { code: 'work-order-required', message: 'above three' } as const
const aboveThree = () => {
  engine.does.refuseWithoutOrder = (_action, changeCount) => (changeCount > 3 ? required : null)
}
const startRows = (rows: ReturnType<typeof rowsOf>) =>
  engine.changeService.startJob({ action: 'disable', operatorIdentity: 'Li Wei', retryOf: null, rows })

describe('a limit counts what is changed, not rows', () => {
  const about = { operatorIdentity: 'Li Wei', retryOf: null } as const
  const member = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Wang' }
  const assetNums = rowsOf(4).map(({ assetNum }) => assetNum)
  const order = (assetNos: readonly string[]) => ({ orderType: 'new_buy', assets: [{ assetNos }] })
  const batch = { channelCode: 'C', channelOrderId: '1', syncMode: 'sync' }
  const requests: Readonly<Record<string, unknown>> = {
    'assets of an assignment': {
      action: 'assign',
      rows: [{ ...member, deleteAssets: [], addAssets: assetNums }],
    },
    'assets of a withdrawal': {
      action: 'assign',
      rows: [{ ...member, deleteAssets: assetNums, addAssets: [] }],
    },
    'shell numbers': { action: 'allocate', rows: [{ size: 4 }] },
    'orders of a batch': {
      action: 'order',
      rows: [{ ...batch, orderList: [order([]), order([]), order([]), order([])] }],
    },
    'assets of an order': {
      action: 'order',
      rows: [{ ...batch, orderList: [order(assetNums)] }],
    },
    'new assets of an order': {
      action: 'order',
      rows: [
        {
          ...batch,
          orderList: [{ orderType: 'new_buy', assets: [{}, {}, {}, {}] }],
        },
      ],
    },
  }
  const start = (request: unknown) =>
    engine.changeService.startJob({ ...about, ...(request as object) } as never)

  it.each(Object.entries(requests))('%s', async (_name, request) => {
    engine.does.refuseJob = (_action, itemCount) => (itemCount > 3 ? refused : null)
    expect(await start(request)).toEqual(fail(refused))
    expect(engine.asked).toEqual([])
    expect(engine.journal.jobs()).toEqual([])
  })

  it('also in one request', async () => {
    engine.does.refuseRequest = (_action, itemCount) => (itemCount > 3 ? refused : null)
    expect(await start(requests['assets of an assignment'])).toEqual(fail(refused))
    expect(await start(requests['shell numbers'])).toEqual(fail(refused))
    // Each row is a request of its own, or main divides the rows.
    await engine.until(await engine.start(rowsOf(4)), 'ended')
  })
})

describe('a required work order', () => {
  it('is not avoided by several jobs, also at the same time or after a restart', async () => {
    aboveThree()
    expect(await startRows(rowsOf(4))).toEqual(fail(required))
    const started = await Promise.all(rowsOf(6).map((row) => startRows([row])))
    expect(started.map(({ ok }) => ok)).toEqual([true, true, true, false, false, false])
    const [job] = engine.journal.jobs()
    await engine.until(job?.jobId ?? '', 'ended')
    await engine.restart()
    aboveThree()
    expect(await startRows(rowsOf(1, 7))).toEqual(fail(required))
    engine.does.now = () => Date.now() + 11 * 60_000
    expect((await startRows(rowsOf(1, 7))).ok).toBe(true)
  })

  it('is not avoided by one row with many assets', async () => {
    engine.does.refuseWithoutOrder = (_action, changeCount) => (changeCount > 3 ? required : null)
    const addAssets = rowsOf(4).map(({ assetNum }) => assetNum)
    const row = {
      enterpriseGlobalId: 'E1',
      memberGlobalId: 'M1',
      memberName: 'Wang',
      deleteAssets: [],
      addAssets,
    }
    const request = { action: 'assign', operatorIdentity: 'Li Wei', retryOf: null, rows: [row] } as const
    expect(await engine.changeService.startJob(request)).toEqual(fail(required))
  })

  const member = { enterpriseGlobalId: 'E1', memberName: 'Wang' }
  it.each([
    [
      'add-employee',
      (n: number) => ({
        ...{ enterpriseGlobalId: 'E1', userName: `wang${n}`, name: 'Wang', remark: '', password: 'secret' },
        ...{ departmentId: null, passwordMobile: '' },
      }),
    ],
    ['reset-password', (n: number) => ({ ...member, memberGlobalId: `M${n}`, password: 'secret' })],
    ['delete-employee', (n: number) => ({ ...member, memberGlobalId: `M${n}` })],
  ] as const)('counts employee data, which no order can ask for: %s', async (action, row) => {
    const { refuseWithoutOrder } = createPolicyRules({
      ...{ state: 'active', source: 'test' },
      policy: { maxRowsWithoutWorkOrder: 3 },
    })
    engine.does.refuseWithoutOrder = refuseWithoutOrder
    engine.does.answerAny = () => succeed({})
    const start = (count: number) =>
      engine.changeService.startJob({
        ...{ action, operatorIdentity: 'Li Wei', retryOf: null },
        rows: Array.from({ length: count }, (_one, index) => row(index)),
      } as never)
    expect(await start(4)).toMatchObject({ ok: false, error: { code: 'changes-limited' } })
    const started = await start(2)
    if (!started.ok) throw new Error(started.error.message)
    await engine.until(started.value.jobId, 'ended')
    expect(engine.changeService.changesWithoutOrder()).toBe(2)
    expect(await startRows(rowsOf(2))).toMatchObject({ error: { code: 'work-order-required' } })
  })

  it('refuses continuous mode before its dialog as soon as no change may be sent', async () => {
    aboveThree()
    const start = () => engine.changeService.startContinuous('disable', 'Li Wei')
    await engine.until(await engine.start(rowsOf(2)), 'ended')
    expect(await start()).toEqual(succeed(null))
    expect(engine.asked).toHaveLength(1)
    engine.changeService.stopContinuous()
    await engine.until(await engine.start(rowsOf(1, 5)), 'ended')
    expect(await start()).toEqual(fail(required))
    expect(engine.asked).toHaveLength(1)
    engine.does.now = () => Date.now() + 11 * 60_000
    expect(await start()).toEqual(succeed(null))
    engine.does.refuseWithoutOrder = (_action, changeCount) => (changeCount > 0 ? required : null)
    expect(await start()).toEqual(fail(required))
  })

  it('is not avoided by the offline queue, nor by resuming', async () => {
    const { send } = engine.changeService.queueGateway
    const unreachable = failureOf({ code: 'unreachable' })
    engine.does.refuse = () => unreachable
    engine.does.probe = () => Promise.resolve(unreachable)
    const jobId = await engine.start(rowsOf(4))
    await engine.until(jobId, 'paused', 'platform')
    aboveThree()
    expect(engine.changeService.jobs.resume(jobId)).toEqual(fail(required))
    const rows = rowsOf(4, 10).map(({ plugId: _plugId, ...row }, index) => ({
      ...row,
      ...{ outboxId: String(index), queuedAt: 1 },
    }))
    expect(await send({ action: 'enable', operatorIdentity: 'Li Wei' }, rows)).toEqual(fail(required))
    expect(engine.calls).toEqual([])
  })

  it('does not count and does not hold back jobs of work orders', async () => {
    aboveThree()
    const workOrder = { id: 'O1', signer: 'Office', use: () => Promise.resolve(succeed(null)) }
    const started = await engine.changeService.startJob(
      { action: 'disable', operatorIdentity: 'Li Wei', retryOf: null, rows: rowsOf(9) },
      { workOrder },
    )
    if (!started.ok) throw new Error(started.error.message)
    await engine.until(started.value.jobId, 'ended')
    expect((await startRows(rowsOf(3, 20))).ok).toBe(true)
  })
})
