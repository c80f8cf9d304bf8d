import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/outcome'
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
