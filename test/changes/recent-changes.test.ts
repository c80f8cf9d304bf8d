import { describe, expect, it } from 'vitest'
import { changesBefore, createRecentChanges } from '../../src-main/changes/recent-changes'
import type { QueueItem } from '../../src-main/changes/offline-queue/queue-file'
import type { JournaledJob } from '../../src-main/journal/journal-index'
import { rowsOf, startEngine } from './support/engine'
import { changeOne } from './support/change-one'

const now = 1_000_000_000
const minute = 60_000

const job = (
  operation: string,
  states: readonly string[],
  over: { at?: number; training?: boolean; request?: unknown; environment?: string } = {},
) =>
  ({
    requestedAt: over.at ?? now - minute,
    intent: {
      operation,
      training: over.training ?? false,
      environment: over.environment ?? 'https://platform.example',
      rows: states.map(() => ({ key: 'LD1', request: over.request ?? null })),
    },
    rowStates: states.map((state) => ({ state })),
  }) as unknown as JournaledJob
const many = (count: number, state = 'done') => Array.from({ length: count }, () => state)
const waiting = (environment: string, wantedAt: number) => ({ environment, wantedAt }) as QueueItem
const weightBefore = (jobs: JournaledJob[], queued: QueueItem[] = [], training = false) =>
  createRecentChanges(() => now, changesBefore({ jobs, queued }, training, now)).all()

describe('recent changes before a start', () => {
  it('are those that left or may have left in the last 10 minutes, on any platform', () => {
    const jobs = [
      job('order.lockAssets', many(9), { at: now - 11 * minute }),
      job('order.lockAssets', many(5), { training: true }),
      job('order.lockAssets', many(7, 'not-sent')),
      job('order.lockAssets', ['done', 'unknown', 'failed', 'sent', 'intent']),
      job('order.unlockAssets', many(3), { environment: 'https://other.example' }),
    ]
    expect(weightBefore(jobs)).toBe(8)
    expect(weightBefore(jobs, [], true)).toBe(5)
  })

  it('exclude changes that were confirmed on their own', () => {
    const removal = { orders: [{ orderType: 'delete_asset' }] }
    expect(
      weightBefore([
        job('order.lockAssets', many(51)),
        job('member.lendAssets', many(2)),
        job('order.batchOrder', many(1), { request: removal }),
        job('order.allocateShellNumbers', many(1), { request: { size: 51 } }),
      ]),
    ).toBe(0)
  })

  it('include every row of a large job from the queue, whose rows were queued one by one', () => {
    const request = { outboxId: 'one', queuedAt: now - 20 * minute }
    expect(weightBefore([job('order.lockAssets', many(100), { request })])).toBe(100)
  })

  it('count assets and numbers of a row that stands for many', () => {
    const request = { addAssets: ['a', 'b'], deleteAssets: ['c'] }
    expect(weightBefore([job('member.assignAssets', many(2), { request })])).toBe(6)
    expect(weightBefore([job('order.allocateShellNumbers', many(1), { request: { size: 40 } })])).toBe(40)
  })

  it('include changes waiting in the offline queue for any platform', () => {
    const queued = [
      ...many(30).map(() => waiting('https://platform.example', now - minute)),
      ...many(20).map(() => waiting('https://other.example', now - minute)),
      waiting('training', now - minute),
      waiting('https://platform.example', now - 11 * minute),
    ]
    expect(weightBefore([], queued)).toBe(50)
  })

  it('include changes dated in the future after the clock was set back, and those behind them', () => {
    expect(
      weightBefore([
        job('order.lockAssets', many(20), { at: now - minute }),
        job('order.lockAssets', many(20), { at: now + 60 * minute }),
        // The clock was wrong for a moment, so this job looks old.
        job('order.lockAssets', many(1), { at: now - 30 * minute }),
      ]),
    ).toBe(40)
  })
})

describe('recent changes', () => {
  it('are confirmed per action and count for every other action', () => {
    const recent = createRecentChanges(() => now)
    recent.count(50)
    recent.confirm('disable')
    expect([recent.unconfirmed('disable'), recent.unconfirmed('delete-employee')]).toEqual([0, 50])
    recent.count(1)
    expect([recent.unconfirmed('disable'), recent.all()]).toEqual([1, 51])
  })
})

describe('a restarted change service', () => {
  // Otherwise switching the platform or restarting the app would allow 50 more changes each time.
  it('asks for confirmation at the same count as the previous one', async () => {
    const first = await startEngine()
    for (const row of rowsOf(50)) {
      await changeOne(first.changeService, { ...row, action: 'disable', operatorIdentity: 'Li Wei' })
    }
    expect(first.asked).toEqual([])
    const again = await startEngine({ from: first.folder })
    again.does.environment = 'https://other.example'
    const [next] = rowsOf(1, 60)
    await changeOne(again.changeService, { ...next!, action: 'disable', operatorIdentity: 'Li Wei' })
    expect(again.asked).toMatchObject([{ kind: 'single-change', recent: 50 }])
    await first.stop()
    await again.stop()
  })
})
