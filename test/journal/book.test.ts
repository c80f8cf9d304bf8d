import { describe, expect, it } from 'vitest'
import type { ChangeReason } from '#shared/model/change'
import { changeAt, changesOf, createBook, isOpen, noCounts } from '../../src-main/journal/book'
import type { Intent, NewRecord } from '../../src-main/journal/record'
import { intentOf } from './support/journals'

const reason = { kind: 'cancelled' } as const

const startBook = () => {
  const book = createBook()
  let at = 0
  const apply = (record: NewRecord) => {
    at += 10
    return book.apply({ v: 3, n: at, at, previous: '0'.repeat(64), ...record } as never)
  }
  const ask = (job: string, keys: readonly string[], over: Partial<Intent> = {}) =>
    apply({ kind: 'job', job, intent: { ...intentOf(...keys), ...over } })
  const end = (job: string, row: number, state: 'done' | 'failed' | 'not-sent' | 'unknown') =>
    apply({ kind: 'ended', job, ends: [{ row, state, reason }] })
  const states = (job: string) => changesOf(book.job(job)!).map(({ state }) => state)
  return { book, apply, ask, end, states }
}
const change = (book: ReturnType<typeof createBook>, id: string) => book.change(id)!

describe('the book', () => {
  it('knows a job from its intent on, with its rows waiting', () => {
    const { book, ask } = startBook()
    expect(ask('J', ['A', 'B'])).toEqual({ jobId: 'J', places: [] })
    const job = book.job('J')!
    expect(job).toMatchObject({ jobId: 'J', askedAt: 10, lastEndedAt: null })
    expect(job.counts).toEqual({ ...noCounts, intent: 2 })
    const waiting = { state: 'intent', reason: null, sentAt: null, endedAt: null, result: null }
    expect(changesOf(job)).toEqual([
      { ...waiting, entryId: 'J.0', job, row: job.intent.rows[0], place: 0 },
      { ...waiting, entryId: 'J.1', job, row: job.intent.rows[1], place: 1 },
    ])
  })

  it('follows each row through its course, and counts', () => {
    const { book, ask, apply, states } = startBook()
    ask('J', ['A', 'B', 'C', 'D'])
    expect(apply({ kind: 'sent', job: 'J', rows: [0, 1, 2] })).toEqual({ jobId: 'J', places: [0, 1, 2] })
    expect(change(book, 'J.1')).toMatchObject({ state: 'sent', sentAt: 20, endedAt: null })
    expect(apply({ kind: 'returned', job: 'J', rows: [1] })).toEqual({ jobId: 'J', places: [1] })
    expect(change(book, 'J.1')).toMatchObject({ state: 'intent', sentAt: null })
    const ends = [
      { row: 0, state: 'done', reason: null, result: { id: 7 } },
      { row: 2, state: 'failed', reason },
    ] as const
    expect(apply({ kind: 'ended', job: 'J', ends: [...ends] })).toEqual({ jobId: 'J', places: [0, 2] })
    expect(change(book, 'J.0')).toMatchObject({ state: 'done', reason: null, endedAt: 40, result: { id: 7 } })
    expect(change(book, 'J.2')).toMatchObject({ state: 'failed', reason, endedAt: 40, result: null })
    expect(book.job('J')).toMatchObject({
      lastEndedAt: 40,
      counts: { ...noCounts, intent: 2, done: 1, failed: 1 },
    })
    expect(apply({ kind: 'closed', job: 'J', reason })).toEqual({ jobId: 'J', places: [1, 3] })
    expect(states('J')).toEqual(['done', 'not-sent', 'failed', 'not-sent'])
    expect(change(book, 'J.3')).toMatchObject({ reason, endedAt: 50 })
    expect(book.job('J')?.counts).toEqual({ ...noCounts, done: 1, failed: 1, 'not-sent': 2 })
  })

  it('keeps the latest end of all, whatever the clock did', () => {
    const { book, ask } = startBook()
    ask('J', ['A', 'B'])
    const at = (time: number, row: number) =>
      book.apply({
        v: 3,
        n: 9,
        at: time,
        previous: '0'.repeat(64),
        kind: 'ended',
        job: 'J',
        ends: [{ row, state: 'done', reason: null }],
      })
    at(500, 0)
    at(300, 1)
    expect(book.job('J')?.lastEndedAt).toBe(500)
    expect(change(book, 'J.1').endedAt).toBe(300)
  })

  it('passes over what is about no job, no row, or a job that it does not know', () => {
    const { book, ask, apply, end, states } = startBook()
    ask('J', ['A'])
    expect(apply({ kind: 'damage', lines: [3], copy: 'x' })).toBeNull()
    expect(apply({ kind: 'begins', file: 2 })).toBeNull()
    expect(end('K', 0, 'done')).toBeNull()
    expect(end('J', 7, 'done')).toEqual({ jobId: 'J', places: [] })
    expect(states('J')).toEqual(['intent'])
    expect(book.job('J')).toMatchObject({ lastEndedAt: null, counts: { ...noCounts, intent: 1 } })
    expect([book.job('K'), book.change('K.0'), book.change('J.1'), book.change('J.x')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(changeAt(book.job('J')!, 1)).toBeNull()
    expect(changeAt({ ...book.job('J')!, courses: [] }, 0)).toBeNull()
  })

  it('finds a change of a job whose own id has a dot', () => {
    const { book, ask } = startBook()
    ask('J.1', ['A', 'B'])
    expect(book.change('J.1.1')?.row.key).toBe('B')
  })

  it('gives slices of the rows of all jobs, and the jobs, in the order in which they were asked for', () => {
    const { book, ask } = startBook()
    ask('J', ['A', 'B', 'C'])
    ask('K', ['D'])
    ask('L', ['E', 'F'])
    const all = ['A', 'B', 'C', 'D', 'E', 'F']
    const keys = (from: number, limit: number) => book.slice(from, limit).map(({ row }) => row.key)
    for (let from = 0; from <= 7; from += 1) {
      for (let limit = 0; limit <= 7; limit += 1) {
        expect({ from, limit, keys: keys(from, limit) }).toEqual({
          from,
          limit,
          keys: all.slice(from, from + limit),
        })
      }
    }
    expect(book.slice(4, 1)[0]).toMatchObject({ entryId: 'L.0', place: 0 })
    expect(book.rows()).toBe(6)
    expect(book.jobs().map(({ jobId }) => jobId)).toEqual(['J', 'K', 'L'])
    expect(createBook().slice(0, 5)).toEqual([])
  })
})

describe('a word on a row', () => {
  const person = { kind: 'said-by-person', operatorIdentity: 'Wang', note: '' } as const
  const left = { ...person, kind: 'left-unknown' } as const
  const applied = { kind: 'read-back-applied' } as const
  const notApplied = { kind: 'read-back-not-applied' } as const
  const interrupted = { kind: 'interrupted' } as const
  const courses = ['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const

  /** The row's state and reason after a word on it, from each state that it may have. */
  const after = (
    state: (typeof courses)[number],
    word: ChangeReason,
    said: 'done' | 'failed' | 'unknown',
  ) => {
    const { book, apply, ask, end } = startBook()
    ask('J', ['A'])
    if (state === 'sent') apply({ kind: 'sent', job: 'J', rows: [0] })
    else if (state !== 'intent') end('J', 0, state)
    const told = apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: said, reason: word }] })
    const { state: now, reason: why } = change(book, 'J.0')
    return { now, why, told: told?.places }
  }

  it.each([
    ['a person', person, 'failed'],
    ['a person who leaves it', left, 'unknown'],
    ['a look-up', applied, 'done'],
    ['a look-up that finds nothing', notApplied, 'failed'],
  ] as const)('of %s counts where it is unknown, and nowhere else', (_who, word, said) => {
    for (const state of courses.filter((each) => each !== 'unknown')) {
      const { now, why, told } = after(state, word, said)
      expect([state, now, told]).toEqual([state, state, []])
      expect(why).not.toEqual(word)
    }
    expect(after('unknown', word, said)).toEqual({ now: said, why: word, told: [0] })
  })

  it('of a person who left it is not the last: a look-up may still find out, another person may not', () => {
    const { book, apply, ask, end } = startBook()
    ask('J', ['A', 'B'])
    for (const row of [0, 1]) {
      end('J', row, 'unknown')
      apply({ kind: 'ended', job: 'J', ends: [{ row, state: 'unknown', reason: left }] })
    }
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'failed', reason: person }] })
    expect(change(book, 'J.0')).toMatchObject({ state: 'unknown', reason: left })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 1, state: 'done', reason: applied }] })
    expect(change(book, 'J.1')).toMatchObject({ state: 'done', reason: applied })
  })

  it('of a desk that came to its end takes nothing from what has ended', () => {
    for (const state of courses) {
      const isOver = state !== 'intent' && state !== 'sent'
      expect(after(state, interrupted, 'unknown').now).toBe(isOver ? state : 'unknown')
    }
    const { book, apply, ask } = startBook()
    ask('J', ['A'])
    apply({ kind: 'sent', job: 'J', rows: [0] })
    const result = { enterpriseGlobalId: 'E7' }
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'done', reason: null, result }] })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: interrupted }] })
    expect(change(book, 'J.0')).toMatchObject({ state: 'done', result })
  })

  it('of the platform counts whenever it comes', () => {
    const { book, apply, ask, end } = startBook()
    ask('J', ['A'])
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: interrupted }] })
    end('J', 0, 'done')
    expect(change(book, 'J.0')).toMatchObject({ state: 'done' })
  })
})

describe('a later change of the same lock', () => {
  it.each([
    ['waits', null, true, false],
    ['is on its way', 'sent', true, true],
    ['was carried out', 'done', true, true],
    ['was refused', 'failed', true, false],
    ['is unknown', 'unknown', true, true],
    ['was not sent', 'not-sent', false, false],
  ] as const)('that %s: %s', (_name, state, isLater, hasLeft) => {
    const { book, ask, apply, end } = startBook()
    ask('J', ['A', 'B'])
    ask('K', ['B', 'C'], { operation: 'order.unlockAssets' })
    if (state === 'sent') apply({ kind: 'sent', job: 'K', rows: [0] })
    else if (state !== null) end('K', 0, state)
    expect(book.hasLater(change(book, 'J.1'))).toBe(isLater)
    expect(book.hasLaterSent(change(book, 'J.1'))).toBe(hasLeft)
    // Not of another lock, and not the earlier of the later.
    expect([book.hasLater(change(book, 'J.0')), book.hasLater(change(book, 'K.0'))]).toEqual([false, false])
    expect([book.hasLaterSent(change(book, 'J.0')), book.hasLaterSent(change(book, 'K.0'))]).toEqual([
      false,
      false,
    ])
  })

  it('is looked for behind others that were not sent', () => {
    const { book, ask, end } = startBook()
    for (const job of ['J', 'K', 'L']) ask(job, ['A'])
    end('L', 0, 'not-sent')
    expect(book.hasLater(change(book, 'J.0'))).toBe(true)
    end('K', 0, 'not-sent')
    expect(book.hasLater(change(book, 'J.0'))).toBe(false)
  })

  it('is none of another platform, and none that does something else', () => {
    const { book, ask } = startBook()
    ask('J', ['A'])
    ask('K', ['A'], { environment: 'elsewhere' })
    ask('L', ['A'], { operation: 'member.deleteEmployee' })
    expect(book.hasLater(change(book, 'J.0'))).toBe(false)
    ask('M', ['A'], { operation: 'member.deleteEmployee' })
    expect(book.hasLater(change(book, 'L.0'))).toBe(true)
    expect(book.hasLater(change(book, 'J.0'))).toBe(false)
  })

  it('is none of an account of the same name in another enterprise', () => {
    const { book, ask } = startBook()
    const adding = (job: string, enterpriseGlobalId: string | null) => {
      const { rows, ...intent } = intentOf('chenyu')
      const own = rows.map((row) => ({ ...row, enterpriseGlobalId }))
      ask(job, [], { ...intent, operation: 'member.addEmployees', rows: own })
    }
    adding('J', 'E1')
    adding('K', 'E2')
    adding('L', null)
    expect(['J', 'K', 'L'].map((job) => book.hasLater(change(book, `${job}.0`)))).toEqual([
      false,
      false,
      false,
    ])
    adding('M', 'E1')
    adding('N', null)
    expect(['J', 'K', 'L'].map((job) => book.hasLater(change(book, `${job}.0`)))).toEqual([true, false, true])
    // A lock is the same one whichever enterprise it was asked for in.
    ask('O', ['A'])
    ask('P', [], { rows: intentOf('A').rows.map((row) => ({ ...row, enterpriseGlobalId: 'E2' })) })
    expect(book.hasLater(change(book, 'O.0'))).toBe(true)
  })

  it('is no loan of other assets onto the same lock, and none to somebody else', () => {
    const { book, ask } = startBook()
    const lending = (job: string, memberGlobalId: string, ...ids: string[]) => {
      const { rows, ...intent } = intentOf('BL1')
      const request = {
        borrowedUsbKey: 'BL1',
        assets: ids.map((assetId) => ({ assetId, assetNum: `N${assetId}` })),
      }
      const own = rows.map((row) => ({ ...row, memberGlobalId, request }))
      ask(job, [], { ...intent, operation: 'member.lendAssets', rows: own })
    }
    lending('J', 'M1', '7', '8')
    lending('K', 'M1', '9')
    lending('L', 'M2', '7', '8')
    expect(['J', 'K', 'L'].map((job) => book.hasLater(change(book, `${job}.0`)))).toEqual([
      false,
      false,
      false,
    ])
    lending('M', 'M1', '8', '7')
    expect(['J', 'K', 'L'].map((job) => book.hasLater(change(book, `${job}.0`)))).toEqual([
      true,
      false,
      false,
    ])
    // Written before requests were.
    ask('N', ['BL2'], { operation: 'member.lendAssets' })
    ask('O', ['BL2'], { operation: 'member.lendAssets' })
    expect(book.hasLater(change(book, 'N.0'))).toBe(true)
  })

  it('of a lock that stands twice in a job is none', () => {
    const { book, ask } = startBook()
    ask('J', ['A', 'A'])
    expect([book.hasLater(change(book, 'J.0')), book.hasLater(change(book, 'J.1'))]).toEqual([false, false])
  })

  it('is told of a row that the book does not know, too', () => {
    const { book, ask } = startBook()
    ask('J', ['A'])
    const unknown = { ...book.job('J')!, jobId: 'X' }
    const row = unknown.intent.rows[0]!
    expect(book.hasLater({ job: unknown, row: { ...row, key: 'Z' } })).toBe(false)
    const elsewhere = { ...unknown, intent: { ...unknown.intent, environment: 'elsewhere' } }
    expect(book.hasLater({ job: elsewhere, row })).toBe(false)
  })
})

describe('a state', () => {
  it.each([
    ['intent', true],
    ['sent', true],
    ['done', false],
    ['failed', false],
    ['not-sent', false],
    ['unknown', false],
  ] as const)('%s is open: %s', (state, is) => {
    expect(isOpen(state)).toBe(is)
  })
})
