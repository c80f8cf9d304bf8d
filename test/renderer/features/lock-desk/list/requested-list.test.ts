import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { preFlight } from '#shared/model/changes/preflight'
import {
  requestRetry,
  requestUndo,
  requestSelected,
  mayRetry,
  maySend,
  countActions,
  retryable,
} from '../../../../../src-renderer/features/lock-desk/list/requested-list'
import type { ShownRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { entry, record, shell } from '../../../support/samples'

const one = '8000000017'
const two = '8000000018'

const shown = (records: readonly LockRecord[]): ShownRow[] =>
  preFlight(
    records.map((found) => ({
      number: found.shellNumber ?? found.assetNum,
      lookup: { state: 'found', record: found },
      chosen: null,
      isConfirmedMissing: false,
    })),
    'disable',
  ).map((checked, index) => ({
    id: index + 1,
    place: { row: index + 1, of: null },
    text: '',
    number: records[index]?.shellNumber ?? '',
    customer: null,
    records: 1,
    near: [],
    isUnread: false,
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

describe('requested rows', () => {
  it('contain the full asset numbers, the enterprises and the warnings, in order', () => {
    const requested = requestSelected(
      'disable',
      shown([
        record(one, 9, { assetNum: `LD${one}`, readAt: 5 }),
        record(two, 9, { licenseType: 'softkey', enterpriseGlobalId: 'b', enterpriseName: 'B' }),
        record('8000000019', 9),
      ]),
    )
    expect(requested.rows[0]).toEqual({
      assetNum: `LD${one}`,
      shellNumber: shell(one),
      enterpriseGlobalId: '1846372910564738291',
      plugId: null,
    })
    expect(requested.customers).toEqual([
      { name: 'North Bridge Engineering Ltd', rows: 2 },
      { name: 'B', rows: 1 },
    ])
    expect([...requested.warnings]).toEqual([
      ['wrong-type', 1],
      ['other-enterprise', 1],
    ])
    expect(requested.oldest).toBe(9 - 20_000)
  })

  it('stay as requested, in the order of the list', () => {
    const rows = shown([record(one, 0), record(two, 0)])
    const requested = requestSelected('disable', rows)
    rows.pop()
    expect(requested.rowIds).toEqual([1, 2])
  })
})

describe('rows to send again', () => {
  it('include failed ones, except for a type that is always rejected', () => {
    expect(mayRetry(entry({ state: 'failed', reason: status(3) }))).toBe(true)
    expect(mayRetry(entry({ state: 'failed', reason: status(2) }))).toBe(true)
    expect(mayRetry(entry({ state: 'failed', reason: status(4) }))).toBe(false)
  })

  it('exclude unconfirmed and completed ones', () => {
    for (const state of ['unknown', 'done', 'intent', 'sent', 'not-sent'] as const)
      expect(mayRetry(entry({ state, reason: null }))).toBe(false)
  })

  it('include those not sent, unless a later change superseded them', () => {
    expect(maySend(entry({ state: 'not-sent', reason: { kind: 'cancelled' } }))).toBe(true)
    expect(maySend(entry({ state: 'not-sent', reason: { kind: 'superseded' } }))).toBe(false)
  })

  it('name the job they retry, with the same request', () => {
    const row = sent({ state: 'failed', key: `LD${one}`, reason: status(3) })
    expect(requestRetry('disable', [row], 'job-7')).toMatchObject({
      retryOf: 'job-7',
      isReverse: false,
      rows: [{ assetNum: `LD${one}`, plugId: null }],
    })
  })

  it('form a separate job when reversed', () => {
    expect(requestUndo('enable', [sent({ state: 'done' })])).toMatchObject({
      action: 'enable',
      retryOf: null,
    })
  })
})

describe('offersOf', () => {
  it('counts each row for the possible actions', () => {
    const rows = [
      sent({ state: 'done' }),
      sent({ state: 'failed', reason: status(4) }),
      sent({ state: 'failed', reason: status(3) }),
      sent({ state: 'unknown' }),
      // A person left it as it is: it is not to be checked.
      sent({ state: 'unknown', reason: { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' } }),
      sent({ state: 'not-sent', reason: { kind: 'cancelled' } }),
      ...shown([record(two, 0)]),
    ]
    expect(countActions(rows, 'disable', null)).toEqual({
      retry: 1,
      notRetryable: 1,
      rejectedAgain: 0,
      unsent: 1,
      unknown: 1,
      reverse: 1,
      notSelected: 1,
    })
    expect(countActions(rows, 'enable', null).reverse).toBe(0)
  })

  it('offers no retry for what the platform rejected in a retry, too', () => {
    const rows = [
      sent({ jobId: 'again', state: 'failed', reason: status(3) }),
      sent({ jobId: 'first', state: 'failed', reason: status(3) }),
      sent({ jobId: 'again', state: 'failed', reason: { kind: 'missing-in-answer' } }),
    ]
    const first = { jobId: 'first', retryOf: null }
    const again = { jobId: 'again', retryOf: 'first' }
    expect(countActions(rows, 'disable', first)).toMatchObject({ retry: 3, rejectedAgain: 0 })
    expect(countActions(rows, 'disable', again)).toMatchObject({ retry: 2, rejectedAgain: 1 })
    expect(retryable(rows, again)).toEqual(rows.slice(1))
  })
})
