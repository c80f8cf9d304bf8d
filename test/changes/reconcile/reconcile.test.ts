import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReconciler } from '../../../src-main/changes/reconcile/reconcile'
import { createSettleDelay, settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import { createJournalIndex, changesOf } from '../../../src-main/journal/journal-index'
import type { Journal } from '../../../src-main/journal/journal'
import type { Intent, NewRecord } from '../../../src-main/journal/record'
import type { PlatformClient } from '../../../src-main/platform/client'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { numbered } from '../support/engine'

const here = 'https://platform.example'

const intentOf = (
  keys: readonly string[],
  { operation = 'order.lockAssets', environment = here }: Partial<Intent> = {},
): Intent => ({
  operation,
  operatorIdentity: 'Li Wei',
  environment,
  training: false,
  chunkSize: 10,
  retryOf: null,
  rows: keys.map((key) => ({
    key,
    shellNumber: null,
    enterpriseGlobalId: 'E1',
    enterpriseName: null,
    lockedBefore: null,
    memberGlobalId: null,
    memberName: null,
    request: null,
  })),
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A reconciler over a journal index that the test writes, with lists and a clock that the test controls. */
const startReconciler = () => {
  const journalIndex = createJournalIndex()
  const clock = { now: 1_000_000 }
  const written: unknown[] = []
  const pauses: { readonly ms: number; readonly end: () => void }[] = []
  const locked = new Map<string, boolean>()
  const does = { reads: 0, whileReading: (_read: number): void => undefined, readAhead: 0 }
  const stopping = new AbortController()
  stops.push(() => stopping.abort())
  let n = 0
  const apply = (record: NewRecord) => {
    n += 1
    journalIndex.apply({ v: 3, n, at: clock.now, previous: '0'.repeat(64), ...record } as never)
  }
  const journal: Partial<Journal> = {
    change: journalIndex.change,
    hasLaterSent: journalIndex.hasLaterSent,
    recordResults: (job, results) => {
      written.push([job, ...results.map(({ row, state, reason }) => [row, state, reason?.kind])])
      apply({ kind: 'ended', job, ends: [...results] })
      return Promise.resolve({ ok: true, value: null })
    },
  }
  const directory: Partial<AssetDirectory> = {
    enterprises: () => [{ enterpriseGlobalId: 'E1' }] as never,
    reread: () => {
      does.reads += 1
      does.whileReading(does.reads)
      return Promise.resolve(null)
    },
    known: (key) => {
      const is = locked.get(key)
      return is === undefined ? null : ({ locked: is, readAt: clock.now + does.readAhead } as never)
    },
  }
  const reconciler = createReconciler({
    client: {} as PlatformClient,
    journal: journal as Journal,
    directory: directory as AssetDirectory,
    platformId: here,
    now: () => clock.now,
    clock: createSettleDelay({ now: () => clock.now, ticks: () => clock.now }),
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    signal: stopping.signal,
  })
  /** A job whose rows were sent and have no response. */
  const leave = (job: string, keys: readonly string[], over: Partial<Intent> = {}) => {
    const rows = keys.map((_key, row) => row)
    apply({ kind: 'job', job, intent: intentOf(keys, over) })
    apply({ kind: 'sent', job, rows })
    const reason = { kind: 'missing-in-answer' } as const
    apply({ kind: 'ended', job, ends: rows.map((row) => ({ row, state: 'unknown', reason })) })
    return changesOf(journalIndex.job(job)!)
  }
  const passed = async (index = 0): Promise<number> => {
    await vi.waitFor(() => expect(pauses.length).toBeGreaterThan(index))
    const { ms, end } = pauses[index]!
    clock.now += ms
    end()
    return ms
  }
  return { journalIndex, clock, written, pauses, locked, does, reconciler, apply, leave, passed, stopping }
}

const one = numbered(1)
const two = numbered(2)

describe('the reconciler', () => {
  it('accepts “applied” at once, whenever the change was sent', async () => {
    const { reconciler, leave, locked, written, does } = startReconciler()
    const changes = leave('J', [one, two])
    locked.set(one, true).set(two, true)
    await reconciler.reconcile(changes)
    expect(written).toEqual([['J', [0, 'done', 'read-back-applied'], [1, 'done', 'read-back-applied']]])
    expect(does.reads).toBe(2)
    expect(reconciler.lastReadBack('J.0')).toBeNull()
  })

  it('does not look for a change that was closed without a result', async () => {
    const { reconciler, leave, apply, locked, written, does, pauses } = startReconciler()
    const changes = leave('J', [one])
    const reason = { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' } as const
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason }] })
    locked.set(one, true)
    await reconciler.reconcile(changes)
    reconciler.later(changes)
    expect([does.reads, written, pauses]).toEqual([0, [], []])
  })

  it('accepts “not applied” after two reads past the settle delay, to the millisecond', async () => {
    const { reconciler, leave, locked, written, clock, passed, pauses } = startReconciler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleDelayMs - 1
    await reconciler.reconcile(changes)
    expect([written, pauses]).toEqual([[], []])
    expect(reconciler.lastReadBack('J.0')).toEqual({ seen: 'not-applied', at: clock.now })
    clock.now += 1
    const settling = reconciler.reconcile(changes)
    expect(await passed()).toBe(2_000)
    await settling
    expect(written).toEqual([['J', [0, 'failed', 'read-back-not-applied']]])
  })

  it('counts the settle delay from the request where the sending time is unknown', async () => {
    const { reconciler, apply, journalIndex, locked, written, clock, passed } = startReconciler()
    apply({ kind: 'job', job: 'J', intent: intentOf([one]) })
    clock.now += 10_000
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    locked.set(one, false)
    clock.now += settleDelayMs - 10_000
    const settling = reconciler.reconcile(changesOf(journalIndex.job('J')!))
    await passed()
    await settling
    expect(written).toHaveLength(1)
  })

  it('counts the settle delay from the sending, not from the request', async () => {
    const { reconciler, apply, journalIndex, locked, pauses, clock } = startReconciler()
    apply({ kind: 'job', job: 'J', intent: intentOf([one]) })
    clock.now += settleDelayMs
    apply({ kind: 'sent', job: 'J', rows: [0] })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    locked.set(one, false)
    await reconciler.reconcile(changesOf(journalIndex.job('J')!))
    expect(pauses).toHaveLength(0)
  })

  it('accepts a late commit between the two reads', async () => {
    const { reconciler, leave, locked, written, clock, passed } = startReconciler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleDelayMs
    const settling = reconciler.reconcile(changes)
    await vi.waitFor(() => expect(reconciler.lastReadBack('J.0')).not.toBeNull())
    locked.set(one, true)
    await passed()
    await settling
    expect(written).toEqual([['J', [0, 'done', 'read-back-applied']]])
  })

  it('leaves a change that the lists do not show unconfirmed, with that reason', async () => {
    const { reconciler, leave, written, clock, pauses } = startReconciler()
    const changes = leave('J', [one])
    clock.now += settleDelayMs
    await reconciler.reconcile(changes)
    expect([written, pauses]).toEqual([[], []])
    expect(reconciler.lastReadBack('J.0')).toMatchObject({ seen: 'not-visible' })
  })

  it('treats an unreadable list as no evidence', async () => {
    const { reconciler, leave, does, written } = startReconciler()
    const changes = leave('J', [one])
    does.whileReading = () => {
      throw new Error('no')
    }
    await reconciler.reconcile(changes)
    expect(written).toEqual([])
    expect(reconciler.lastReadBack('J.0')).toMatchObject({ seen: 'not-visible' })
  })

  it('reads no list for another platform’s change, an unreadable operation or a resolved change', async () => {
    const { reconciler, leave, does, apply, journalIndex } = startReconciler()
    const other = leave('A', [one], { environment: 'https://other.example' })
    const unreadable = leave('B', [one], { operation: 'order.createEnterprise' })
    leave('C', [two])
    apply({ kind: 'ended', job: 'C', ends: [{ row: 0, state: 'done', reason: null }] })
    await reconciler.reconcile([...other, ...unreadable, ...changesOf(journalIndex.job('C')!)])
    expect(does.reads).toBe(0)
    expect([reconciler.lastReadBack('A.0'), reconciler.lastReadBack('B.0')]).toEqual([null, null])
  })

  it('reads no list for a change that a later one of the lock superseded', async () => {
    const { reconciler, leave, does } = startReconciler()
    const changes = leave('A', [one])
    leave('B', [one], { operation: 'order.unlockAssets' })
    await reconciler.reconcile(changes)
    expect(does.reads).toBe(0)
  })

  it('ignores a read during which a later change of the lock was sent or the change was resolved', async () => {
    const superseded = startReconciler()
    const changes = superseded.leave('A', [one])
    superseded.locked.set(one, true)
    superseded.does.whileReading = () => {
      superseded.leave('B', [one], { operation: 'order.unlockAssets' })
    }
    await superseded.reconciler.reconcile(changes)
    expect(superseded.written).toEqual([])

    const settled = startReconciler()
    const same = settled.leave('A', [one])
    settled.locked.set(one, true)
    settled.does.whileReading = () => {
      settled.apply({ kind: 'ended', job: 'A', ends: [{ row: 0, state: 'failed', reason: null }] })
    }
    await settled.reconciler.reconcile(same)
    expect(settled.written).toEqual([])
  })

  it('does not read a second time once the app is closing', async () => {
    const { reconciler, leave, locked, clock, passed, stopping, does, written } = startReconciler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleDelayMs
    const settling = reconciler.reconcile(changes)
    await vi.waitFor(() => expect(does.reads).toBe(1))
    stopping.abort()
    await passed()
    await settling
    expect([does.reads, written]).toEqual([1, []])
  })
})

describe('automatic reconciling', () => {
  it('waits for the settle delay and then with growing pauses up to 30 minutes', async () => {
    const { reconciler, leave, passed, does, pauses } = startReconciler()
    reconciler.later(leave('J', [one]))
    const waits: number[] = []
    for (let look = 0; look < 8; look += 1) {
      expect(does.reads).toBe(look)
      waits.push(await passed(look))
      await vi.waitFor(() => expect(pauses).toHaveLength(look + 2))
    }
    const growing = [1, 2, 4, 8, 16].map((times) => times * settleDelayMs)
    expect(waits).toEqual([...growing, ...Array<number>(3).fill(1_800_000)])
  })

  it('reads back first at the time when the result becomes certain', async () => {
    const { reconciler, leave, locked, passed, clock, written } = startReconciler()
    const changes = leave('J', [one])
    locked.set(one, false)
    // The answer was waited for in vain.
    clock.now += 60_000
    reconciler.later(changes)
    expect(await passed(0)).toBe(settleDelayMs - 60_000)
    // The second of the two reads.
    await passed(1)
    await vi.waitFor(() => expect(written).toEqual([['J', [0, 'failed', 'read-back-not-applied']]]))
  })

  it('stops once everything is resolved, and starts again where the same change becomes unconfirmed again', async () => {
    const { reconciler, leave, locked, passed, pauses, apply, journalIndex } = startReconciler()
    const changes = leave('J', [one])
    reconciler.later(changes)
    locked.set(one, true)
    await passed()
    await vi.waitFor(() => expect(journalIndex.change('J.0')?.state).toBe('done'))
    await new Promise((done) => setTimeout(done, 10))
    expect(pauses).toHaveLength(1)
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    reconciler.later(changes)
    expect(pauses).toHaveLength(2)
  })

  it('reads each change once, however often it is scheduled', async () => {
    const { reconciler, leave, passed, does, pauses } = startReconciler()
    const changes = leave('J', [one])
    reconciler.later(changes)
    reconciler.later(changes)
    expect(pauses).toHaveLength(1)
    await passed()
    await vi.waitFor(() => expect(pauses).toHaveLength(2))
    expect(does.reads).toBe(1)
    reconciler.later(changes)
    expect(pauses).toHaveLength(2)
  })

  it('schedules nothing where nothing is unresolved, and reads nothing once the app is closing', async () => {
    const { reconciler, leave, passed, does, pauses, stopping } = startReconciler()
    reconciler.later(leave('B', [one], { operation: 'order.createEnterprise' }))
    expect(pauses).toHaveLength(0)
    reconciler.later(leave('J', [one]))
    stopping.abort()
    await passed()
    await new Promise((done) => setTimeout(done, 10))
    expect([does.reads, pauses.length]).toEqual([0, 1])
  })
})
