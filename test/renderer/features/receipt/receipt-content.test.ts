import { describe, expect, it } from 'vitest'
import type { ChangeState } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import {
  columnsOf,
  customersOf,
  receiptNumberOf,
  receiptOf,
} from '../../../../src-renderer/features/receipt/receipt-content'
import type { JobRead } from '../../../../src-renderer/features/receipt/receipt-content'
import { entry } from '../../support/samples'

const job = (part: Partial<Job> = {}): Job => ({
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: false,
  environment: 'https://platform.example',
  requestedAt: 1000,
  endedAt: 2000,
  state: 'ended',
  pause: null,
  chunkSize: 100,
  rows: 1,
  counts: { intent: 0, sent: 0, done: 1, failed: 0, 'not-sent': 0, unknown: 0 },
  enterprises: 1,
  retryOf: null,
  ...part,
})
const read = (part: Partial<Job>, states: readonly ChangeState[]): JobRead => ({
  job: job(part),
  rows: states.map((state, index) =>
    entry({ entryId: `${part.jobId ?? 'job-1'}-${String(index)}`, action: part.action ?? 'disable', state }),
  ),
})

describe('receiptOf', () => {
  it('counts every row once', () => {
    const content = receiptOf([read({}, ['done', 'done', 'failed', 'not-sent', 'unknown', 'sent', 'intent'])])
    expect(content?.counts).toEqual({
      disable: 2,
      enable: 0,
      failed: 1,
      'not-sent': 1,
      unknown: 1,
      skipped: 0,
      'under-way': 2,
    })
    expect(content?.rows).toHaveLength(7)
  })

  it('contains a retried lock once, with its final result', () => {
    const rowsOf = (jobId: string, states: readonly [assetNum: string, state: ChangeState][]) =>
      states.map(([key, state]) => entry({ entryId: `${jobId}-${key}`, key, state }))
    const content = receiptOf([
      {
        job: job({ jobId: 'a' }),
        rows: rowsOf('a', [
          ['one', 'done'],
          ['two', 'failed'],
          ['three', 'failed'],
        ]),
      },
      {
        job: job({ jobId: 'b', retryOf: 'a' }),
        rows: rowsOf('b', [
          ['two', 'done'],
          ['three', 'failed'],
        ]),
      },
      { job: job({ jobId: 'c', retryOf: 'b' }), rows: rowsOf('c', [['three', 'not-sent']]) },
    ])
    expect(content?.rows.map(({ entryId }) => entryId)).toEqual(['a-one', 'b-two', 'c-three'])
    expect(content?.counts).toMatchObject({ disable: 2, failed: 0, 'not-sent': 1 })
  })

  it('contains a lock once that was sent after the failed ones of its job had been retried', () => {
    const rowsOf = (jobId: string, states: readonly [assetNum: string, state: ChangeState][]) =>
      states.map(([key, state]) => entry({ entryId: `${jobId}-${key}`, key, state }))
    const content = receiptOf([
      {
        job: job({ jobId: 'a' }),
        rows: rowsOf('a', [
          ['one', 'failed'],
          ['two', 'not-sent'],
        ]),
      },
      { job: job({ jobId: 'b', retryOf: 'a' }), rows: rowsOf('b', [['one', 'done']]) },
      { job: job({ jobId: 'c', retryOf: 'b' }), rows: rowsOf('c', [['two', 'done']]) },
    ])
    expect(content?.rows.map(({ entryId }) => entryId)).toEqual(['b-one', 'c-two'])
    expect(content?.counts).toMatchObject({ disable: 2, 'not-sent': 0 })
  })

  it('joins the jobs of a batch in order', () => {
    const content = receiptOf([
      read({ jobId: 'a', requestedAt: 5000, endedAt: 5100 }, ['done']),
      read({ jobId: 'b', requestedAt: 4000, endedAt: 9000, operatorIdentity: 'Chen Yu' }, ['failed']),
    ])
    expect(content).toMatchObject({
      jobIds: ['a', 'b'],
      action: 'disable',
      operators: ['Li Wei', 'Chen Yu'],
      requestedAt: 4000,
      endedAt: 9000,
    })
    expect(columnsOf(content!)).toEqual(['place', 'shellNumber', 'change', 'result', 'time', 'operator'])
  })

  it('has no end while a job runs, and is training if any job is', () => {
    const content = receiptOf([
      read({ jobId: 'a', training: true }, ['done']),
      read({ jobId: 'b', action: 'enable', endedAt: null }, ['sent']),
    ])
    expect(content).toMatchObject({ endedAt: null, training: true, action: null })
  })

  it('is null without rows', () => {
    expect(receiptOf([])).toBeNull()
    expect(receiptOf([read({}, [])])).toBeNull()
  })

  it('names each enterprise once, with its rows', () => {
    const rows = ['North Bridge', null, 'North Bridge', 'Riverside'].map((enterpriseName, index) =>
      entry({ entryId: String(index), enterpriseName }),
    )
    const content = receiptOf([{ job: job(), rows }])!
    expect(
      customersOf(content).map(({ name, rows: own }) => [name, own.map(({ entryId }) => entryId)]),
    ).toEqual([
      ['North Bridge', ['0', '2']],
      [null, ['1']],
      ['Riverside', ['3']],
    ])
  })

  it('shows asset numbers that differ from the shell number', () => {
    const rows = [entry({ key: 'LD8000000017' })]
    expect(columnsOf(receiptOf([{ job: job(), rows }])!)).toContain('assetNum')
    expect(columnsOf(receiptOf([read({}, ['done'])])!)).not.toContain('assetNum')
  })
})

describe('receiptNumberOf', () => {
  it('is short, and the same for all jobs of a batch', () => {
    expect(receiptNumberOf({ jobIds: ['3f9a12bc-0e55-4f6a-9d1b-7c2f', '77aa'] })).toBe('3F9A12BC')
  })
})
