import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf, gateOf, rowsOf, startEngine, succeedAll } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

describe('lists of a paused job', () => {
  it('are refreshed, so that completed rows show however long the pause is', async () => {
    const held = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 2) await held.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(2))
    expect(engine.reread).toEqual([])
    engine.changeService.jobs.pause(jobId)
    held.open(undefined)
    await engine.until(jobId, 'paused', 'requested')
    expect(engine.reread).toEqual(['E1'])
  })

  it('are not refreshed where none of it was sent, or nothing more is', async () => {
    const away = failureOf({ code: 'unreachable' })
    let isAway = true
    let probes = 0
    engine.does.refuse = () => (isAway ? away : null)
    engine.does.probe = () => Promise.resolve((probes += 1) < 4 ? away : null)
    const jobId = await engine.start(rowsOf(10))
    await engine.until(jobId, 'paused', 'platform')
    expect(engine.reread).toEqual([])
    isAway = false
    await engine.until(jobId, 'ended')
    expect(engine.reread).toEqual(['E1'])
  })
})
