import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isTooMany, maxFailures, maxNextRows, neverStops } from '#shared/model/changes/stop-rule'
import { failureOf, rowsOf, startEngine, succeedAll } from '../support/engine'
import type { Answer, Engine } from '../support/engine'
import { fail, succeed } from '#shared/outcome'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine({ maxFailedPercent: 20 })
  engine.does.chunkSize = 100
})
afterEach(() => engine.stop())

const wrongType = { kind: 'status', status: 4 }
/** The locks whose position in the list fulfills the condition are refused as of the wrong type. */
const refuseWhere =
  (isBad: (at: number) => boolean) =>
  (assetNums: readonly string[]): Answer =>
    succeed(assetNums.map((assetNum) => ({ assetNum, status: isBad(Number(assetNum.slice(3))) ? 4 : 1 })))
/** The responses to these requests do not arrive. */
const loseResponses = (...lost: readonly number[]): void => {
  engine.does.answer = (assetNums, call) =>
    lost.includes(call) ? fail(failureOf({ code: 'timeout', changed: 'unknown' })) : succeedAll(assetNums)
}
const sizes = () => engine.calls.map(({ assetNums }) => assetNums.length)
const sentCount = () => sizes().reduce((sum, size) => sum + size, 0)

describe('the first row of a job of ten and more', () => {
  it('is sent alone; nothing else is sent if it fails', async () => {
    engine.does.answer = refuseWhere(() => true)
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'paused', 'first-failed')
    expect(sizes()).toEqual([1])
    expect(engine.job(jobId)).toMatchObject({
      pause: { state: 'failed', reason: wrongType },
      counts: { failed: 1, intent: 299 },
    })
  })

  it('lets the job go on by itself if it succeeds', async () => {
    const jobId = await engine.start(rowsOf(12))
    await engine.until(jobId, 'ended')
    expect(sizes()[0]).toBe(1)
    expect(engine.job(jobId).counts.done).toBe(12)
  })

  it('is not alone in a smaller job', async () => {
    const jobId = await engine.start(rowsOf(5))
    await engine.until(jobId, 'ended')
    expect(sizes()).toEqual([5])
  })

  it('is read back before an unconfirmed result stops the job', async () => {
    engine.does.answer = (assetNums, call) =>
      call === 1 ? fail(failureOf({ code: 'timeout', changed: 'unknown' })) : succeedAll(assetNums)
    engine.does.locked = () => true
    const jobId = await engine.start(rowsOf(12))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(12)
  })

  it('stops the job if the lists do not show its result', async () => {
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    engine.does.locked = () => false
    const jobId = await engine.start(rowsOf(12))
    await engine.until(jobId, 'paused', 'first-failed')
    expect(engine.job(jobId)).toMatchObject({
      pause: { state: 'unknown' },
      counts: { unknown: 1, intent: 11 },
    })
    expect(sizes()).toEqual([1])
  })

  it('is not sent alone again after the user continues', async () => {
    engine.does.answer = refuseWhere((at) => at === 0)
    const jobId = await engine.start(rowsOf(30))
    await engine.until(jobId, 'paused', 'first-failed')
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(sizes()[1]).toBe(4)
    expect(engine.job(jobId).counts).toMatchObject({ failed: 1, done: 29 })
  })

  it('stays the first after the platform was unreachable', async () => {
    let refused = 0
    engine.does.refuse = () => ((refused += 1) === 1 ? failureOf({ code: 'unreachable' }) : null)
    engine.does.answer = refuseWhere(() => true)
    const jobId = await engine.start(rowsOf(30))
    await engine.until(jobId, 'paused', 'first-failed')
    expect(sizes()).toEqual([1])
  })
})

describe('the stop rule', () => {
  it('stops a job of which 40 % fail before more fail than it allows', async () => {
    engine.does.answer = refuseWhere((at) => at % 5 >= 3)
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'paused', 'many-failed')
    const { counts, pause } = engine.job(jobId)
    expect(pause).toMatchObject({ kind: 'many-failed', reason: wrongType, unconfirmed: 0 })
    expect(counts.failed).toBeGreaterThanOrEqual(5)
    expect(counts.failed).toBeLessThanOrEqual(maxFailures(sentCount(), 300, 20))
    expect(counts.failed).toBeLessThan(10)
  })

  it('counts again after the user continues', async () => {
    engine.does.answer = refuseWhere((at) => at > 0)
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'paused', 'many-failed')
    expect(engine.job(jobId).counts.failed).toBe(5)
    engine.changeService.jobs.resume(jobId)
    await expect.poll(() => engine.job(jobId).counts.failed).toBe(10)
    await engine.until(jobId, 'paused', 'many-failed')
    expect(engine.job(jobId).pause).toMatchObject({ tried: 5, failed: 5 })
  })

  it('never pauses a job at 100 %, also if a whole request fails', async () => {
    engine.does.maxFailedPercent = neverStops
    engine.does.answer = refuseWhere((at) => at > 0)
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'ended')
    expect(sizes()).toEqual([1, 100, 100, 99])
    expect(engine.job(jobId).counts.failed).toBe(299)
  })

  it('names the reason of most rows when a whole request fails', async () => {
    engine.does.answer = (assetNums, call) =>
      call < 3
        ? succeedAll(assetNums)
        : fail(failureOf({ businessCode: '13004', message: 'no such operator' }))
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'paused', 'many-failed')
    expect(engine.job(jobId).pause).toMatchObject({
      reason: { kind: 'platform', failure: { businessCode: '13004' } },
    })
  })

  it('counts unconfirmed rows as failed, unless the lists confirm them', async () => {
    loseResponses(3, 4)
    engine.does.locked = () => false
    const jobId = await engine.start(rowsOf(60))
    await engine.until(jobId, 'paused', 'many-failed')
    expect(engine.job(jobId).pause).toMatchObject({ failed: 5, unconfirmed: 5 })
    engine.does.locked = () => true
    const before = engine.calls.length
    loseResponses(before + 3, before + 4)
    const other = await engine.start(rowsOf(60, 100))
    await engine.until(other, 'ended')
    expect(engine.job(other).counts.done).toBe(60)
  })

  it('does not pause a job for one lost response', async () => {
    loseResponses(3)
    engine.does.locked = () => false
    const jobId = await engine.start(rowsOf(60))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ unknown: 4, done: 56 })
  })

  it('does not pause a job of which few rows fail', async () => {
    engine.does.answer = refuseWhere((at) => at % 10 === 9)
    const jobId = await engine.start(rowsOf(300))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ failed: 30, done: 270 })
  })

  it('costs a long sound list one request', async () => {
    const jobId = await engine.start(rowsOf(10_000))
    await engine.until(jobId, 'ended')
    expect(sizes()).toHaveLength(101)
  })
})

describe('the figures of the rule', () => {
  it('are of the rows that were sent, and need five failures', () => {
    expect(isTooMany({ tried: 4, failed: 4 }, 20)).toBe(false)
    expect(isTooMany({ tried: 25, failed: 5 }, 20)).toBe(false)
    expect(isTooMany({ tried: 24, failed: 5 }, 20)).toBe(true)
    expect(isTooMany({ tried: 1_000, failed: 1_000 }, neverStops)).toBe(false)
  })

  it('bound a request to one row less than what pauses the job, and send at least one', () => {
    for (const percent of [5, 20, 33, 50]) {
      for (let tried = 0; tried < 300; tried += 7) {
        for (let failed = 0; failed <= tried; failed += 3) {
          if (isTooMany({ tried, failed }, percent)) continue
          const next = maxNextRows({ tried, failed }, 100, percent)
          const pauses = (rows: number) => isTooMany({ tried: tried + rows, failed: failed + rows }, percent)
          expect(next > 1 && pauses(next)).toBe(false)
          expect(pauses(next + 1)).toBe(true)
          expect(failed + next).toBeLessThanOrEqual(maxFailures(tried + next, 100, percent))
        }
      }
    }
  })
})
