import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEngine, rowsOf } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

describe('a job of a hundred thousand rows', () => {
  it('begins, tells only what turned, is cancelled and read back', { timeout: 60_000 }, async () => {
    engine.does.chunkSize = 1
    const told: number[] = []
    engine.journal.onChange(({ places }) => told.push(places.length))
    const jobId = await engine.start(rowsOf(100_000))
    expect(told[0]).toBe(0)
    while (engine.calls.length < 50) await new Promise((done) => setTimeout(done, 5))
    expect(engine.desk.recent(1000)).toHaveLength(1000)
    await engine.desk.jobs.cancel(jobId)
    await engine.until(jobId, 'ended')
    const { counts } = engine.job(jobId)
    expect(counts.done + counts['not-sent']).toBe(100_000)
    await engine.restart()
    expect(engine.job(jobId).counts).toEqual(counts)
  })
})
