import { describe, expect, it } from 'vitest'
import { maxQueued } from '#shared/model/changes/queued-change'
import { createAttemptTimes } from '../../../src-main/changes/offline-queue/attempt-times'
import { emptyQueue } from '../../../src-main/changes/offline-queue/queue-file'
import type { QueueContent, QueueItem } from '../../../src-main/changes/offline-queue/queue-file'
import { createQueueItems } from '../../../src-main/changes/offline-queue/queue-items'
import { keyAt } from '../../journal/support/journals'

const now = 1_000_000
const itemOf = (id: string, over: Partial<QueueItem> = {}): QueueItem => ({
  id,
  environment: 'training',
  action: 'disable',
  assetNum: keyAt(Number(id)),
  shellNumber: null,
  enterpriseGlobalId: null,
  enterpriseName: null,
  operatorIdentity: 'Li Wei',
  facts: null,
  queuedAt: now,
  expiresAt: now + 1,
  held: null,
  released: false,
  wantedAt: now,
  wantedAfter: '',
  ...over,
})

const open = (items: readonly QueueItem[], sent: readonly string[] = []) => {
  let content: QueueContent = { ...emptyQueue, items: [...items] }
  let writes = 0
  const queueItems = createQueueItems({
    file: {
      read: () => content,
      update: (to) => {
        content = to(content)
        return Promise.resolve()
      },
    },
    platformId: 'training',
    sentItems: { has: (id) => sent.includes(id), laterOutcomesOf: () => new Map() },
    now: () => now,
    onWritten: () => {
      writes += 1
    },
  })
  return { queueItems, stored: () => content, writes: () => writes }
}

describe('the items of a platform', () => {
  it('wait unless they are held, are being sent, or belong to another platform', () => {
    const { queueItems } = open(
      [
        itemOf('1'),
        itemOf('2', { held: { because: 'expired', at: now } }),
        itemOf('3'),
        itemOf('4', { environment: 'other' }),
      ],
      ['3'],
    )
    expect(queueItems.waiting().map(({ id }) => id)).toEqual(['1'])
    expect(queueItems.view().changes.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'waiting'],
      ['2', 'held'],
      ['3', 'leaving'],
    ])
  })

  it('are held when they expire, and not while they are being sent', async () => {
    const expired = { expiresAt: now }
    const { queueItems, stored, writes } = open(
      [itemOf('1', expired), itemOf('2', expired), itemOf('3')],
      ['2'],
    )
    await queueItems.holdExpired()
    expect(stored().items.map(({ held }) => held?.because ?? null)).toEqual(['expired', null, null])
    await queueItems.holdExpired()
    expect(writes()).toBe(1)
  })

  it('are held if the clock was ahead when they were queued', async () => {
    const ahead = itemOf('1', { wantedAt: now + 11 * 60_000, expiresAt: now + 20 * 60_000 })
    const { queueItems, stored } = open([ahead, itemOf('2')])
    expect([ahead, itemOf('2')].map(queueItems.isInTime)).toEqual([false, true])
    await queueItems.applyChecks(
      new Map([
        ['1', 'send'],
        ['2', 'send'],
      ]),
    )
    expect(stored().items.map(({ held }) => held?.because ?? null)).toEqual(['expired', null])
  })

  it('end, newest first, or return under a new ID if they were not sent', async () => {
    const { queueItems, stored } = open([itemOf('1'), itemOf('2'), itemOf('3')])
    await queueItems.settle(
      new Map([
        ['1', { state: 'done', reason: null } as const],
        ['2', { state: 'failed', reason: null } as const],
        ['3', { state: 'not-sent', reason: { kind: 'interrupted' } } as const],
      ]),
    )
    expect(stored().ended.map(({ id, how, state }) => [id, how, state])).toEqual([
      ['2', 'sent', 'failed'],
      ['1', 'sent', 'done'],
    ])
    expect(stored().items).toEqual([{ ...itemOf('3'), id: expect.not.stringMatching(/^3$/) as string }])
  })

  it('are new unless the same action is queued, or the lock is being sent', () => {
    const { queueItems } = open([itemOf('1'), itemOf('2', { action: 'enable' }), itemOf('3')], ['3'])
    const rows = ['1', '2', '3', '4'].map((id) => ({ assetNum: keyAt(Number(id)) }))
    expect(queueItems.newRows('disable', rows)).toEqual([rows[1], rows[3]])
    expect(queueItems.newRows('enable', rows)).toEqual([rows[0], rows[3]])
  })

  it('have room up to the limit of their own platform', () => {
    const { queueItems } = open([itemOf('1'), itemOf('2', { environment: 'other' })])
    expect([maxQueued - 1, maxQueued].map(queueItems.isFull)).toEqual([false, true])
  })

  it('of a lock are replaced by a later request, except for what is being sent', async () => {
    const { queueItems, stored } = open([itemOf('1'), itemOf('2')], ['2'])
    const again = (id: string, first: string) =>
      itemOf(id, { assetNum: keyAt(Number(first)), action: 'enable' })
    await queueItems.add([again('3', '1'), again('4', '2')], now)
    expect(stored().items.map(({ id }) => id)).toEqual(['2', '3', '4'])
    expect(stored().ended).toMatchObject([{ id: '1', how: 'replaced' }])
  })

  it('that are held return to the queue with what is known now', async () => {
    const held = { because: 'expired', at: now } as const
    const { queueItems, stored } = open([itemOf('1', { held }), itemOf('2')])
    const { enterpriseGlobalId, enterpriseName, facts, wantedAfter } = itemOf('1')
    const renewed = {
      enterpriseGlobalId,
      enterpriseName,
      facts,
      wantedAfter,
      wantedAt: now,
      expiresAt: now + 9,
    }
    await queueItems.release(new Set(['1', '2']), () => renewed)
    expect(stored().items).toEqual([itemOf('1', { released: true, expiresAt: now + 9 }), itemOf('2')])
  })

  it('of other platforms stay as they are', async () => {
    const other = itemOf('1', { environment: 'other', expiresAt: 0 })
    const { queueItems, stored } = open([other])
    await queueItems.holdExpired()
    await queueItems.dismissEnded()
    expect(stored().items).toEqual([other])
  })
})

describe('the times of attempts', () => {
  it('are at least 15 seconds apart, also where the clock is set back', () => {
    let time = now
    const attempts = createAttemptTimes({ now: () => time, ticks: () => 0 })
    expect(attempts.isTooSoon()).toBe(false)
    attempts.start()
    expect(attempts.isTooSoon()).toBe(true)
    time = now - 15_000
    expect(attempts.isTooSoon()).toBe(false)
    time = now + 14_999
    expect(attempts.isTooSoon()).toBe(true)
    attempts.clear()
    expect(attempts.isTooSoon()).toBe(false)
  })

  it('leave the platform alone for as long as it asked, by the monotonic clock', () => {
    let ticks = 0
    const attempts = createAttemptTimes({ now: () => now, ticks: () => ticks })
    attempts.obeyWait({ code: 'busy', retryAfterMs: 5_000 } as never)
    attempts.obeyWait({ code: 'busy', retryAfterMs: 1_000 } as never)
    ticks = 4_999
    expect(attempts.isQuiet()).toBe(true)
    ticks = 5_000
    expect(attempts.isQuiet()).toBe(false)
  })
})
