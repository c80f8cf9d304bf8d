import { describe, expect, it } from 'vitest'
import { createReportQueue } from '../../../src-main/locks/hid/report-queue'

const never = new AbortController().signal
const report = (n: number) => Uint8Array.of(n)

describe('createReportQueue', () => {
  it('returns reports in order, to waiting and later callers', async () => {
    const queue = createReportQueue()
    const waiting = [queue.take(never), queue.take(never)]
    for (const n of [1, 2, 3]) queue.push(report(n))
    expect(await Promise.all([...waiting, queue.take(never)])).toEqual([report(1), report(2), report(3)])
  })

  it('keeps the last 64 reports of an unread device', async () => {
    const queue = createReportQueue()
    for (let n = 0; n < 200; n += 1) queue.push(report(n))
    expect(await queue.take(never)).toEqual(report(136))
  })

  it('returns earlier reports before a failure, and then the failure to every caller', async () => {
    const queue = createReportQueue()
    queue.push(report(1))
    queue.fail(new Error('gone'))
    queue.fail(new Error('closed'))
    expect(await queue.take(never)).toEqual(report(1))
    await expect(queue.take(never)).rejects.toThrow('gone')
    await expect(queue.take(never)).rejects.toThrow('gone')
  })

  it('ends a wait with its signal without losing a report', async () => {
    const queue = createReportQueue()
    const caller = new AbortController()
    const waiting = queue.take(caller.signal)
    caller.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    queue.push(report(1))
    expect(await queue.take(never)).toEqual(report(1))
  })
})
