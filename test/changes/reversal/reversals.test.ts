import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { numbered, rowsOf, startEngine } from '../support/engine'
import type { Engine } from '../support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
  engine.does.locked = () => false
})
afterEach(() => engine.stop())

const disable = async (count: number) => {
  const jobId = await engine.start(rowsOf(count))
  await engine.until(jobId, 'ended')
  engine.does.locked = () => true
  return jobId
}

describe('the reversal of a job', () => {
  it('is planned from fresh lists, and linked when it is sent, also after a restart', async () => {
    const jobId = await disable(3)
    engine.reread.length = 0
    const answer = await engine.changeService.planReversal(jobId, null)
    expect(answer).toMatchObject({
      state: 'planned',
      plan: { jobId, action: 'enable', held: [], notCompleted: 0 },
    })
    expect(engine.reread).toEqual(['E1'])
    const started = await engine.changeService.startJob({
      action: 'enable',
      operatorIdentity: 'Li Wei',
      rows: rowsOf(3),
      retryOf: null,
      reverses: jobId,
    })
    if (!started.ok) throw new Error(started.error.message)
    await engine.until(started.value.jobId, 'ended')
    await engine.restart()
    const rows = engine.changeService.readJob(started.value.jobId)?.rows ?? []
    expect(rows.map(({ key, reverses }) => [key, reverses])).toEqual(
      [0, 1, 2].map((index) => [numbered(index), jobId]),
    )
    expect(engine.changeService.readJob(jobId)?.rows[0]).not.toHaveProperty('reverses')
  })

  it('covers some of its changes', async () => {
    const jobId = await disable(3)
    expect(await engine.changeService.planReversal(jobId, [`${jobId}.2`])).toMatchObject({
      plan: { rows: [{ assetNum: numbered(2) }] },
    })
  })

  it('needs the platform of the job, and a job', async () => {
    const jobId = await disable(1)
    engine.does.environment = 'https://other.example'
    const other = engine.another()
    expect(await other.planReversal(jobId, null)).toEqual({ state: 'other-platform' })
    expect(await other.planReversal('none', null)).toBeNull()
    expect(
      await other.startJob({
        action: 'enable',
        operatorIdentity: 'Li Wei',
        rows: rowsOf(1),
        retryOf: null,
        reverses: 'none',
      }),
    ).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})
