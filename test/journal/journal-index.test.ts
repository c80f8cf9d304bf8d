import { describe, expect, it } from 'vitest'
import type { ChangeReason } from '#shared/model/changes/change'
import {
  changeAt,
  changesOf,
  createJournalIndex,
  isOpen,
  noCounts,
} from '../../src-main/journal/journal-index'
import type { Intent, NewRecord } from '../../src-main/journal/record'
import { intentOf } from './support/journals'

const reason = { kind: 'cancelled' } as const

const startIndex = () => {
  const journalIndex = createJournalIndex()
  let at = 0
  const apply = (record: NewRecord) => {
    at += 10
    return journalIndex.apply({ v: 3, n: at, at, previous: '0'.repeat(64), ...record } as never)
  }
  const ask = (job: string, keys: readonly string[], over: Partial<Intent> = {}) =>
    apply({ kind: 'job', job, intent: { ...intentOf(...keys), ...over } })
  const end = (job: string, row: number, state: 'done' | 'failed' | 'not-sent' | 'unknown') =>
    apply({ kind: 'ended', job, ends: [{ row, state, reason }] })
  const states = (job: string) => changesOf(journalIndex.job(job)!).map(({ state }) => state)
  return { journalIndex, apply, ask, end, states }
}
const change = (journalIndex: ReturnType<typeof createJournalIndex>, id: string) => journalIndex.change(id)!

describe('journal index', () => {
  it('has a job from its intent on, with waiting rows', () => {
    const { journalIndex, ask } = startIndex()
    expect(ask('J', ['A', 'B'])).toEqual({ jobId: 'J', rowIndexes: [] })
    const job = journalIndex.job('J')!
    expect(job).toMatchObject({ jobId: 'J', requestedAt: 10, lastEndedAt: null })
    expect(job.counts).toEqual({ ...noCounts, intent: 2 })
    const waiting = { state: 'intent', reason: null, sentAt: null, endedAt: null, result: null }
    expect(changesOf(job)).toEqual([
      { ...waiting, entryId: 'J.0', job, row: job.intent.rows[0], rowIndex: 0 },
      { ...waiting, entryId: 'J.1', job, row: job.intent.rows[1], rowIndex: 1 },
    ])
  })

  it('tracks and counts the state of each row', () => {
    const { journalIndex, ask, apply, states } = startIndex()
    ask('J', ['A', 'B', 'C', 'D'])
    expect(apply({ kind: 'sent', job: 'J', rows: [0, 1, 2] })).toEqual({ jobId: 'J', rowIndexes: [0, 1, 2] })
    expect(change(journalIndex, 'J.1')).toMatchObject({ state: 'sent', sentAt: 20, endedAt: null })
    expect(apply({ kind: 'returned', job: 'J', rows: [1] })).toEqual({ jobId: 'J', rowIndexes: [1] })
    expect(change(journalIndex, 'J.1')).toMatchObject({ state: 'intent', sentAt: null })
    const results = [
      { row: 0, state: 'done', reason: null, result: { id: 7 } },
      { row: 2, state: 'failed', reason },
    ] as const
    expect(apply({ kind: 'ended', job: 'J', ends: [...results] })).toEqual({ jobId: 'J', rowIndexes: [0, 2] })
    expect(change(journalIndex, 'J.0')).toMatchObject({
      state: 'done',
      reason: null,
      endedAt: 40,
      result: { id: 7 },
    })
    expect(change(journalIndex, 'J.2')).toMatchObject({ state: 'failed', reason, endedAt: 40, result: null })
    expect(journalIndex.job('J')).toMatchObject({
      lastEndedAt: 40,
      counts: { ...noCounts, intent: 2, done: 1, failed: 1 },
    })
    expect(apply({ kind: 'closed', job: 'J', reason })).toEqual({ jobId: 'J', rowIndexes: [1, 3] })
    expect(states('J')).toEqual(['done', 'not-sent', 'failed', 'not-sent'])
    expect(change(journalIndex, 'J.3')).toMatchObject({ reason, endedAt: 50 })
    expect(journalIndex.job('J')?.counts).toEqual({ ...noCounts, done: 1, failed: 1, 'not-sent': 2 })
  })

  it('keeps the latest end time, whatever the clock did', () => {
    const { journalIndex, ask } = startIndex()
    ask('J', ['A', 'B'])
    const at = (time: number, row: number) =>
      journalIndex.apply({
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
    expect(journalIndex.job('J')?.lastEndedAt).toBe(500)
    expect(change(journalIndex, 'J.1').endedAt).toBe(300)
  })

  it('ignores records about no job, no row or an unknown job', () => {
    const { journalIndex, ask, apply, end, states } = startIndex()
    ask('J', ['A'])
    expect(apply({ kind: 'damage', lines: [3], copy: 'x' })).toBeNull()
    expect(apply({ kind: 'begins', file: 2 })).toBeNull()
    expect(end('K', 0, 'done')).toBeNull()
    expect(end('J', 7, 'done')).toEqual({ jobId: 'J', rowIndexes: [] })
    expect(states('J')).toEqual(['intent'])
    expect(journalIndex.job('J')).toMatchObject({ lastEndedAt: null, counts: { ...noCounts, intent: 1 } })
    expect([
      journalIndex.job('K'),
      journalIndex.change('K.0'),
      journalIndex.change('J.1'),
      journalIndex.change('J.x'),
    ]).toEqual([null, null, null, null])
    expect(changeAt(journalIndex.job('J')!, 1)).toBeNull()
    expect(changeAt({ ...journalIndex.job('J')!, rowStates: [] }, 0)).toBeNull()
  })

  it('finds a change of a job whose ID has a dot', () => {
    const { journalIndex, ask } = startIndex()
    ask('J.1', ['A', 'B'])
    expect(journalIndex.change('J.1.1')?.row.key).toBe('B')
  })

  it('returns slices of the rows of all jobs, and the jobs, in the order of their requests', () => {
    const { journalIndex, ask } = startIndex()
    ask('J', ['A', 'B', 'C'])
    ask('K', ['D'])
    ask('L', ['E', 'F'])
    const all = ['A', 'B', 'C', 'D', 'E', 'F']
    const keys = (from: number, limit: number) => journalIndex.slice(from, limit).map(({ row }) => row.key)
    for (let from = 0; from <= 7; from += 1) {
      for (let limit = 0; limit <= 7; limit += 1) {
        expect({ from, limit, keys: keys(from, limit) }).toEqual({
          from,
          limit,
          keys: all.slice(from, from + limit),
        })
      }
    }
    expect(journalIndex.slice(4, 1)[0]).toMatchObject({ entryId: 'L.0', rowIndex: 0 })
    expect(journalIndex.rows()).toBe(6)
    expect(journalIndex.jobs().map(({ jobId }) => jobId)).toEqual(['J', 'K', 'L'])
    expect(createJournalIndex().slice(0, 5)).toEqual([])
  })
})

describe('an outcome record', () => {
  const person = { kind: 'said-by-person', operatorIdentity: 'Wang', note: '' } as const
  const left = { ...person, kind: 'left-unknown' } as const
  const applied = { kind: 'read-back-applied' } as const
  const notAppliedYet = { kind: 'read-back-not-applied' } as const
  const interrupted = { kind: 'interrupted' } as const
  const rowStates = ['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const

  /** The row's state and reason after the record, from the given state. */
  const after = (
    state: (typeof rowStates)[number],
    word: ChangeReason,
    recordedState: 'done' | 'failed' | 'unknown',
  ) => {
    const { journalIndex, apply, ask, end } = startIndex()
    ask('J', ['A'])
    if (state === 'sent') apply({ kind: 'sent', job: 'J', rows: [0] })
    else if (state !== 'intent') end('J', 0, state)
    const changedRows = apply({
      kind: 'ended',
      job: 'J',
      ends: [{ row: 0, state: recordedState, reason: word }],
    })
    const { state: now, reason: why } = change(journalIndex, 'J.0')
    return { now, why, changedIndexes: changedRows?.rowIndexes }
  }

  it.each([
    ['a person', person, 'failed'],
    ['a review that leaves it open', left, 'unknown'],
    ['a look-up', applied, 'done'],
    ['a read-back without a result', notAppliedYet, 'failed'],
  ] as const)('of %s applies to an unconfirmed row only', (_who, word, recordedState) => {
    for (const state of rowStates.filter((each) => each !== 'unknown')) {
      const { now, why, changedIndexes } = after(state, word, recordedState)
      expect([state, now, changedIndexes]).toEqual([state, state, []])
      expect(why).not.toEqual(word)
    }
    expect(after('unknown', word, recordedState)).toEqual({
      now: recordedState,
      why: word,
      changedIndexes: [0],
    })
  })

  it('of a review that left it open is not final: reading back may still resolve it, another review may not', () => {
    const { journalIndex, apply, ask, end } = startIndex()
    ask('J', ['A', 'B'])
    for (const row of [0, 1]) {
      end('J', row, 'unknown')
      apply({ kind: 'ended', job: 'J', ends: [{ row, state: 'unknown', reason: left }] })
    }
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'failed', reason: person }] })
    expect(change(journalIndex, 'J.0')).toMatchObject({ state: 'unknown', reason: left })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 1, state: 'done', reason: applied }] })
    expect(change(journalIndex, 'J.1')).toMatchObject({ state: 'done', reason: applied })
  })

  it('of an interruption changes no row that has ended', () => {
    for (const state of rowStates) {
      const isOver = state !== 'intent' && state !== 'sent'
      expect(after(state, interrupted, 'unknown').now).toBe(isOver ? state : 'unknown')
    }
    const { journalIndex, apply, ask } = startIndex()
    ask('J', ['A'])
    apply({ kind: 'sent', job: 'J', rows: [0] })
    const result = { enterpriseGlobalId: 'E7' }
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'done', reason: null, result }] })
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: interrupted }] })
    expect(change(journalIndex, 'J.0')).toMatchObject({ state: 'done', result })
  })

  it('of the platform always applies', () => {
    const { journalIndex, apply, ask, end } = startIndex()
    ask('J', ['A'])
    apply({ kind: 'ended', job: 'J', ends: [{ row: 0, state: 'unknown', reason: interrupted }] })
    end('J', 0, 'done')
    expect(change(journalIndex, 'J.0')).toMatchObject({ state: 'done' })
  })
})

describe('a later change of the same lock', () => {
  it.each([
    ['waits', null, true, false],
    ['is being sent', 'sent', true, true],
    ['was completed', 'done', true, true],
    ['was refused', 'failed', true, false],
    ['is unknown', 'unknown', true, true],
    ['was not sent', 'not-sent', false, false],
  ] as const)('that %s: %s', (_name, state, isLater, hasLeft) => {
    const { journalIndex, ask, apply, end } = startIndex()
    ask('J', ['A', 'B'])
    ask('K', ['B', 'C'], { operation: 'order.unlockAssets' })
    if (state === 'sent') apply({ kind: 'sent', job: 'K', rows: [0] })
    else if (state !== null) end('K', 0, state)
    expect(journalIndex.hasLater(change(journalIndex, 'J.1'))).toBe(isLater)
    expect(journalIndex.hasLaterSent(change(journalIndex, 'J.1'))).toBe(hasLeft)
    // Not for another lock, and not for the later change itself.
    expect([
      journalIndex.hasLater(change(journalIndex, 'J.0')),
      journalIndex.hasLater(change(journalIndex, 'K.0')),
    ]).toEqual([false, false])
    expect([
      journalIndex.hasLaterSent(change(journalIndex, 'J.0')),
      journalIndex.hasLaterSent(change(journalIndex, 'K.0')),
    ]).toEqual([false, false])
  })

  it('is found behind others that were not sent', () => {
    const { journalIndex, ask, end } = startIndex()
    for (const job of ['J', 'K', 'L']) ask(job, ['A'])
    end('L', 0, 'not-sent')
    expect(journalIndex.hasLater(change(journalIndex, 'J.0'))).toBe(true)
    end('K', 0, 'not-sent')
    expect(journalIndex.hasLater(change(journalIndex, 'J.0'))).toBe(false)
  })

  it('excludes other platforms and other operations', () => {
    const { journalIndex, ask } = startIndex()
    ask('J', ['A'])
    ask('K', ['A'], { environment: 'elsewhere' })
    ask('L', ['A'], { operation: 'member.deleteEmployee' })
    expect(journalIndex.hasLater(change(journalIndex, 'J.0'))).toBe(false)
    ask('M', ['A'], { operation: 'member.deleteEmployee' })
    expect(journalIndex.hasLater(change(journalIndex, 'L.0'))).toBe(true)
    expect(journalIndex.hasLater(change(journalIndex, 'J.0'))).toBe(false)
  })

  it('excludes an account with the same name in another enterprise', () => {
    const { journalIndex, ask } = startIndex()
    const adding = (job: string, enterpriseGlobalId: string | null) => {
      const { rows, ...intent } = intentOf('chenyu')
      const own = rows.map((row) => ({ ...row, enterpriseGlobalId }))
      ask(job, [], { ...intent, operation: 'member.addEmployees', rows: own })
    }
    adding('J', 'E1')
    adding('K', 'E2')
    adding('L', null)
    expect(['J', 'K', 'L'].map((job) => journalIndex.hasLater(change(journalIndex, `${job}.0`)))).toEqual([
      false,
      false,
      false,
    ])
    adding('M', 'E1')
    adding('N', null)
    expect(['J', 'K', 'L'].map((job) => journalIndex.hasLater(change(journalIndex, `${job}.0`)))).toEqual([
      true,
      false,
      true,
    ])
    // A lock is the same in every enterprise.
    ask('O', ['A'])
    ask('P', [], { rows: intentOf('A').rows.map((row) => ({ ...row, enterpriseGlobalId: 'E2' })) })
    expect(journalIndex.hasLater(change(journalIndex, 'O.0'))).toBe(true)
  })

  it('excludes a loan of other assets onto the same lock, and a loan to another employee', () => {
    const { journalIndex, ask } = startIndex()
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
    expect(['J', 'K', 'L'].map((job) => journalIndex.hasLater(change(journalIndex, `${job}.0`)))).toEqual([
      false,
      false,
      false,
    ])
    lending('M', 'M1', '8', '7')
    expect(['J', 'K', 'L'].map((job) => journalIndex.hasLater(change(journalIndex, `${job}.0`)))).toEqual([
      true,
      false,
      false,
    ])
    // Recorded before requests were stored.
    ask('N', ['BL2'], { operation: 'member.lendAssets' })
    ask('O', ['BL2'], { operation: 'member.lendAssets' })
    expect(journalIndex.hasLater(change(journalIndex, 'N.0'))).toBe(true)
  })

  it('excludes the same lock twice in a job', () => {
    const { journalIndex, ask } = startIndex()
    ask('J', ['A', 'A'])
    expect([
      journalIndex.hasLater(change(journalIndex, 'J.0')),
      journalIndex.hasLater(change(journalIndex, 'J.1')),
    ]).toEqual([false, false])
  })

  it('is false for a row that the index does not know', () => {
    const { journalIndex, ask } = startIndex()
    ask('J', ['A'])
    const unknown = { ...journalIndex.job('J')!, jobId: 'X' }
    const row = unknown.intent.rows[0]!
    expect(journalIndex.hasLater({ job: unknown, row: { ...row, key: 'Z' } })).toBe(false)
    const elsewhere = { ...unknown, intent: { ...unknown.intent, environment: 'elsewhere' } }
    expect(journalIndex.hasLater({ job: elsewhere, row })).toBe(false)
  })
})

describe('isOpen', () => {
  it.each([
    ['intent', true],
    ['sent', true],
    ['done', false],
    ['failed', false],
    ['not-sent', false],
    ['unknown', false],
  ] as const)('%s returns the expected value: %s', (state, is) => {
    expect(isOpen(state)).toBe(is)
  })
})
