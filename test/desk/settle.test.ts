import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSettler } from '../../src-main/desk/settle'
import { createSettleClock, settleAfterMs } from '../../src-main/desk/settle-clock'
import { createBook, changesOf } from '../../src-main/journal/book'
import type { Journal } from '../../src-main/journal/journal'
import type { Intent, NewRecord } from '../../src-main/journal/record'
import type { PlatformClient } from '../../src-main/platform/client'
import type { Records } from '../../src-main/register/records'
import { numbered } from './support/engine'

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

/** A settler over a book that a test writes, lists that say what it says, and a clock that it moves. */
const startSettler = () => {
  const book = createBook()
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
    book.apply({ v: 3, n, at: clock.now, previous: '0'.repeat(64), ...record } as never)
  }
  const journal: Partial<Journal> = {
    change: book.change,
    hasLaterSent: book.hasLaterSent,
    end: (job, ends) => {
      written.push([job, ...ends.map(({ row, state, reason }) => [row, state, reason?.kind])])
      apply({ kind: 'ended', job, ends: [...ends] })
      return Promise.resolve({ ok: true, value: null })
    },
  }
  const records: Partial<Records> = {
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
  const settler = createSettler({
    client: {} as PlatformClient,
    journal: journal as Journal,
    records: records as Records,
    environment: here,
    now: () => clock.now,
    clock: createSettleClock({ now: () => clock.now, ticks: () => clock.now }),
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    signal: stopping.signal,
  })
  /** A job whose rows left and have no answer. */
  const leave = (job: string, keys: readonly string[], over: Partial<Intent> = {}) => {
    const rows = keys.map((_key, row) => row)
    apply({ kind: 'job', job, intent: intentOf(keys, over) })
    apply({ kind: 'sent', job, rows })
    const reason = { kind: 'missing-in-answer' } as const
    apply({ kind: 'ended', job, ends: rows.map((row) => ({ row, state: 'unknown', reason })) })
    return changesOf(book.job(job)!)
  }
  const passed = async (index = 0): Promise<number> => {
    await vi.waitFor(() => expect(pauses.length).toBeGreaterThan(index))
    const { ms, end } = pauses[index]!
    clock.now += ms
    end()
    return ms
  }
  return { book, clock, written, pauses, locked, does, settler, apply, leave, passed, stopping }
}

const one = numbered(1)
const two = numbered(2)

describe('the settler', () => {
  it('believes at once that a change was applied, whenever it was sent', async () => {
    const { settler, leave, locked, written, does } = startSettler()
    const changes = leave('J', [one, two])
    locked.set(one, true).set(two, true)
    await settler.settle(changes)
    expect(written).toEqual([['J', [0, 'done', 'read-back-applied'], [1, 'done', 'read-back-applied']]])
    expect(does.reads).toBe(2)
    expect(settler.lastLook('J.0')).toBeNull()
  })

  it('says “not applied” after two reads past the settle time, to the millisecond', async () => {
    const { settler, leave, locked, written, clock, passed, pauses } = startSettler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleAfterMs - 1
    await settler.settle(changes)
    expect([written, pauses]).toEqual([[], []])
    expect(settler.lastLook('J.0')).toEqual({ seen: 'not-applied', at: clock.now })
    clock.now += 1
    const settling = settler.settle(changes)
    expect(await passed()).toBe(2_000)
    await settling
    expect(written).toEqual([['J', [0, 'failed', 'read-back-not-applied']]])
  })

  it('counts the settle time from when it was asked where it is not known when it left', async () => {
    const { settler, apply, book, locked, written, clock, passed } = startSettler()
    apply({ kind: 'job', job: 'J', intent: intentOf([one]) })
    clock.now += 10_000
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    locked.set(one, false)
    clock.now += settleAfterMs - 10_000
    const settling = settler.settle(changesOf(book.job('J')!))
    await passed()
    await settling
    expect(written).toHaveLength(1)
  })

  it('counts it from when it left, not from when it was asked', async () => {
    const { settler, apply, book, locked, pauses, clock } = startSettler()
    apply({ kind: 'job', job: 'J', intent: intentOf([one]) })
    clock.now += settleAfterMs
    apply({ kind: 'sent', job: 'J', rows: [0] })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    locked.set(one, false)
    await settler.settle(changesOf(book.job('J')!))
    expect(pauses).toHaveLength(0)
  })

  it('takes a late commit between the two reads for what it is', async () => {
    const { settler, leave, locked, written, clock, passed } = startSettler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleAfterMs
    const settling = settler.settle(changes)
    await vi.waitFor(() => expect(settler.lastLook('J.0')).not.toBeNull())
    locked.set(one, true)
    await passed()
    await settling
    expect(written).toEqual([['J', [0, 'done', 'read-back-applied']]])
  })

  it('leaves what the lists do not show unknown, and says so', async () => {
    const { settler, leave, written, clock, pauses } = startSettler()
    const changes = leave('J', [one])
    clock.now += settleAfterMs
    await settler.settle(changes)
    expect([written, pauses]).toEqual([[], []])
    expect(settler.lastLook('J.0')).toMatchObject({ seen: 'not-visible' })
  })

  it('takes a list that cannot be read for one that says nothing', async () => {
    const { settler, leave, does, written } = startSettler()
    const changes = leave('J', [one])
    does.whileReading = () => {
      throw new Error('no')
    }
    await settler.settle(changes)
    expect(written).toEqual([])
    expect(settler.lastLook('J.0')).toMatchObject({ seen: 'not-visible' })
  })

  it('asks no list about another platform’s change, one that no list tells of, or one that is settled', async () => {
    const { settler, leave, does, apply, book } = startSettler()
    const other = leave('A', [one], { environment: 'https://other.example' })
    const unreadable = leave('B', [one], { operation: 'order.createEnterprise' })
    leave('C', [two])
    apply({ kind: 'ended', job: 'C', ends: [{ row: 0, state: 'done', reason: null }] })
    await settler.settle([...other, ...unreadable, ...changesOf(book.job('C')!)])
    expect(does.reads).toBe(0)
    expect([settler.lastLook('A.0'), settler.lastLook('B.0')]).toEqual([null, null])
  })

  it('asks no list about a change that a later one of the lock has overtaken', async () => {
    const { settler, leave, does } = startSettler()
    const changes = leave('A', [one])
    leave('B', [one], { operation: 'order.unlockAssets' })
    await settler.settle(changes)
    expect(does.reads).toBe(0)
  })

  it('believes no reading during which a later change of the lock left, or somebody settled it', async () => {
    const overtaken = startSettler()
    const changes = overtaken.leave('A', [one])
    overtaken.locked.set(one, true)
    overtaken.does.whileReading = () => {
      overtaken.leave('B', [one], { operation: 'order.unlockAssets' })
    }
    await overtaken.settler.settle(changes)
    expect(overtaken.written).toEqual([])

    const settled = startSettler()
    const same = settled.leave('A', [one])
    settled.locked.set(one, true)
    settled.does.whileReading = () => {
      settled.apply({ kind: 'ended', job: 'A', ends: [{ row: 0, state: 'failed', reason: null }] })
    }
    await settled.settler.settle(same)
    expect(settled.written).toEqual([])
  })

  it('reads no second time once the desk is closing', async () => {
    const { settler, leave, locked, clock, passed, stopping, does, written } = startSettler()
    const changes = leave('J', [one])
    locked.set(one, false)
    clock.now += settleAfterMs
    const settling = settler.settle(changes)
    await vi.waitFor(() => expect(does.reads).toBe(1))
    stopping.abort()
    await passed()
    await settling
    expect([does.reads, written]).toEqual([1, []])
  })
})

describe('the settler, looking by itself', () => {
  it('waits for the settle time, and then longer and longer, up to half an hour', async () => {
    const { settler, leave, passed, does, pauses } = startSettler()
    settler.later(leave('J', [one]))
    const waits: number[] = []
    for (let look = 0; look < 8; look += 1) {
      expect(does.reads).toBe(look)
      waits.push(await passed(look))
      await vi.waitFor(() => expect(pauses).toHaveLength(look + 2))
    }
    const growing = [1, 2, 4, 8, 16].map((times) => times * settleAfterMs)
    expect(waits).toEqual([...growing, ...Array<number>(3).fill(1_800_000)])
  })

  it('stops once all is settled, and looks again where the same change is unknown again', async () => {
    const { settler, leave, locked, passed, pauses, apply, book } = startSettler()
    const changes = leave('J', [one])
    settler.later(changes)
    locked.set(one, true)
    await passed()
    await vi.waitFor(() => expect(book.change('J.0')?.state).toBe('done'))
    await new Promise((done) => setTimeout(done, 10))
    expect(pauses).toHaveLength(1)
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: null }] })
    settler.later(changes)
    expect(pauses).toHaveLength(2)
  })

  it('looks at each change once, however often it is told of it', async () => {
    const { settler, leave, passed, does, pauses } = startSettler()
    const changes = leave('J', [one])
    settler.later(changes)
    settler.later(changes)
    expect(pauses).toHaveLength(1)
    await passed()
    await vi.waitFor(() => expect(pauses).toHaveLength(2))
    expect(does.reads).toBe(1)
    settler.later(changes)
    expect(pauses).toHaveLength(2)
  })

  it('waits for nothing where nothing is open, and looks no more once the desk is closing', async () => {
    const { settler, leave, passed, does, pauses, stopping } = startSettler()
    settler.later(leave('B', [one], { operation: 'order.createEnterprise' }))
    expect(pauses).toHaveLength(0)
    settler.later(leave('J', [one]))
    stopping.abort()
    await passed()
    await new Promise((done) => setTimeout(done, 10))
    expect([does.reads, pauses.length]).toEqual([0, 1])
  })
})
