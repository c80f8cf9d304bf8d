import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEngine, rowsOf } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

describe('a job of 100,000 rows', () => {
  it('starts, reports only changed rows, is canceled and reads back', { timeout: 60_000 }, async () => {
    engine.does.chunkSize = 1
    const notified: number[] = []
    engine.journal.onChange(({ rowIndexes }) => notified.push(rowIndexes.length))
    const jobId = await engine.start(rowsOf(100_000))
    expect(notified[0]).toBe(0)
    while (engine.calls.length < 50) await new Promise((done) => setTimeout(done, 5))
    expect(engine.changeService.recent(1000)).toHaveLength(1000)
    await engine.changeService.jobs.cancel(jobId)
    await engine.until(jobId, 'ended')
    const { counts } = engine.job(jobId)
    expect(counts.done + counts['not-sent']).toBe(100_000)
    await engine.restart()
    expect(engine.job(jobId).counts).toEqual(counts)
  })
})
