import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobRequest } from '#shared/model/changes/job'
import { succeed } from '#shared/outcome'
import { failureOf, rowsOf, startEngine } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const adding = (count: number): JobRequest => ({
  action: 'add-employee',
  operatorIdentity: 'Li Wei',
  retryOf: null,
  rows: Array.from({ length: count }, (_one, index) => ({
    enterpriseGlobalId: 'E1',
    userName: `user${String(index)}`,
    password: 'Canary-pass-9',
    departmentId: null,
    name: 'Somebody',
    remark: '',
    passwordMobile: '',
  })),
})

const started = async (request: JobRequest): Promise<string> => {
  const outcome = await engine.changeService.startJob(request)
  if (!outcome.ok) throw new Error(outcome.error.code)
  return outcome.value.jobId
}

const unreachable = failureOf({ code: 'unreachable' })

describe('a job of rows', () => {
  it('with one row fails at once when the platform is unreachable', async () => {
    engine.does.refuse = () => unreachable
    const jobId = await engine.start(rowsOf(1))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ 'not-sent': 1, intent: 0 })
  })

  it('with several rows waits for the platform and continues by itself', async () => {
    let isAway = true
    engine.does.refuse = () => (isAway ? unreachable : null)
    engine.does.probe = () => Promise.resolve(isAway ? unreachable : null)
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'paused', 'platform')
    isAway = false
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 2 })
  })

  it('is not sent without the passwords that the earlier process held', async () => {
    engine.does.refuse = () => unreachable
    engine.does.probe = () => Promise.resolve(unreachable)
    const jobId = await started(adding(3))
    await engine.until(jobId, 'paused', 'platform')
    await engine.restart()
    engine.does.refuse = () => null
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.calls).toHaveLength(0)
    const rows = engine.changeService.readJob(jobId)?.rows ?? []
    expect(rows.map(({ state, reason }) => [state, reason?.kind])).toEqual(
      Array.from({ length: 3 }, () => ['not-sent', 'password-gone']),
    )
  })

  it('of orders is rejected at once where its JSON could not be read again', async () => {
    const deep = Array.from({ length: 150 }).reduce<unknown>((inner) => ({ inner }), 1)
    for (const beyond of [deep, 10n ** 150n]) {
      const order = { sequence: 1, orderType: 'new_buy' as const, beyond }
      const outcome = await engine.changeService.startJob({
        action: 'order',
        operatorIdentity: 'Li Wei',
        retryOf: null,
        rows: [{ channelCode: 'C', channelOrderId: 'LO-1', syncMode: 'sync', orderList: [order] }],
      })
      expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    }
    expect([engine.journal.jobs(), engine.asked]).toEqual([[], []])
  })

  it('asks for confirmation of a single loan, with its details', async () => {
    engine.does.confirm = () => Promise.resolve(false)
    const lend = {
      enterpriseGlobalId: 'E1',
      memberGlobalId: 'M1',
      memberName: 'Chen Yu',
      borrowedUsbKey: 'LD8000000031',
      plugId: null,
      assets: [{ assetId: 'A1', assetNum: 'LD8000000017' }],
    }
    const outcome = await engine.changeService.startJob({
      action: 'lend',
      operatorIdentity: 'Li Wei',
      retryOf: null,
      rows: [lend],
    })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    expect(engine.asked).toMatchObject([{ kind: 'lend', first: [{ memberName: 'Chen Yu' }], assets: 1 }])
    expect(engine.calls).toHaveLength(0)
  })
})

describe('an operation with one row per request', () => {
  const deleted = (index: number) => ({
    enterpriseGlobalId: 'E1',
    memberGlobalId: `M${String(index)}`,
    memberName: 'Somebody',
  })
  const requests: readonly JobRequest[] = [
    { action: 'delete-employee', operatorIdentity: 'Li Wei', retryOf: null, rows: [0, 1, 2].map(deleted) },
    {
      action: 'allocate',
      operatorIdentity: 'Li Wei',
      retryOf: null,
      rows: [{ size: 1 }, { size: 2 }, { size: 3 }],
    },
  ]
  it.each(requests)('is requested once per row: $action', async (request) => {
    const rowRequests: unknown[] = []
    engine.does.seen = (id, sent) => rowRequests.push([id, sent])
    engine.does.answerAny = () => succeed(request.action === 'allocate' ? ['8000000001'] : null)
    const jobId = await started(request)
    await engine.until(jobId, 'ended')
    expect(rowRequests).toHaveLength(3)
    expect(new Set(rowRequests.map((each) => JSON.stringify(each))).size).toBe(3)
    expect(engine.job(jobId).counts.done).toBe(3)
  })
})
