import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { preFlight } from '#shared/model/pre-flight'
import {
  askRetry,
  askReverse,
  askRows,
  mayRetry,
  maySend,
  offersOf,
} from '../../../../../src-renderer/features/lock-desk/list/asked-list'
import type { ShownRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { entry, record, shell } from '../../../support/samples'

const one = '8000000017'
const two = '8000000018'

const shown = (records: readonly LockRecord[]): ShownRow[] =>
  preFlight(
    records.map((found) => ({
      number: found.shellNumber ?? found.assetNum,
      looked: { state: 'found', record: found },
      chosen: null,
      lookedTwice: false,
    })),
    'disable',
  ).map((checked, index) => ({
    id: index + 1,
    place: index + 1,
    text: '',
    number: records[index]?.shellNumber ?? '',
    customer: null,
    records: 1,
    checked,
    ticked: true,
    entry: null,
    sent: false,
  }))
const sent = (part: Partial<JournalEntry>): ShownRow => ({
  ...shown([record(one, 0)])[0]!,
  sent: true,
  entry: entry(part),
})
const status = (code: number) => ({ kind: 'status', status: code }) as const

describe('what is asked for', () => {
  it('carries the whole asset numbers, the customers and the doubts, in their order', () => {
    const asked = askRows(
      'disable',
      shown([
        record(one, 9, { assetNum: `LD${one}`, readAt: 5 }),
        record(two, 9, { licenseType: 'softkey', enterpriseGlobalId: 'b', enterpriseName: 'B' }),
        record('8000000019', 9),
      ]),
    )
    expect(asked.rows[0]).toEqual({
      assetNum: `LD${one}`,
      shellNumber: shell(one),
      enterpriseGlobalId: '1846372910564738291',
      plugId: null,
    })
    expect(asked.customers).toEqual([
      { name: 'North Bridge Engineering Ltd', rows: 2 },
      { name: 'B', rows: 1 },
    ])
    expect([...asked.doubts]).toEqual([
      ['wrong-type', 1],
      ['other-enterprise', 1],
    ])
    expect(asked.oldest).toBe(9 - 20_000)
  })

  it('stays as it was when it was asked, and holds the rows in the order of the list', () => {
    const rows = shown([record(one, 0), record(two, 0)])
    const asked = askRows('disable', rows)
    rows.pop()
    expect(asked.rowIds).toEqual([1, 2])
  })
})

describe('what may be sent again', () => {
  it('is what was refused, but for a type that is never done', () => {
    expect(mayRetry(entry({ state: 'failed', reason: status(3) }))).toBe(true)
    expect(mayRetry(entry({ state: 'failed', reason: status(2) }))).toBe(true)
    expect(mayRetry(entry({ state: 'failed', reason: status(4) }))).toBe(false)
  })

  it('is never what nobody knows the end of, nor what is done', () => {
    for (const state of ['unknown', 'done', 'intent', 'sent', 'not-sent'] as const)
      expect(mayRetry(entry({ state, reason: null }))).toBe(false)
  })

  it('is what was not sent, unless a later change of the lock took its place', () => {
    expect(maySend(entry({ state: 'not-sent', reason: { kind: 'cancelled' } }))).toBe(true)
    expect(maySend(entry({ state: 'not-sent', reason: { kind: 'superseded' } }))).toBe(false)
  })

  it('names the job it retries, and goes out as it went out', () => {
    const row = sent({ state: 'failed', key: `LD${one}`, reason: status(3) })
    expect(askRetry('disable', [row], 'job-7')).toMatchObject({
      retryOf: 'job-7',
      isReverse: false,
      rows: [{ assetNum: `LD${one}`, plugId: null }],
    })
  })

  it('backwards is a job of its own', () => {
    expect(askReverse('enable', [sent({ state: 'done' })])).toMatchObject({ action: 'enable', retryOf: null })
  })
})

describe('the offers', () => {
  it('count each row for what may be done with it', () => {
    const rows = [
      sent({ state: 'done' }),
      sent({ state: 'failed', reason: status(4) }),
      sent({ state: 'failed', reason: status(3) }),
      sent({ state: 'unknown' }),
      sent({ state: 'not-sent', reason: { kind: 'cancelled' } }),
      ...shown([record(two, 0)]),
    ]
    expect(offersOf(rows, 'disable')).toEqual({
      retry: 1,
      never: 1,
      rest: 1,
      unknown: 1,
      reverse: 1,
      leftOut: 1,
    })
    expect(offersOf(rows, 'enable').reverse).toBe(0)
  })
})
