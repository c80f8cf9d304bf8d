import { describe, expect, it } from 'vitest'
import type { ChangeState } from '#shared/model/change'
import type { Job } from '#shared/model/job'
import { changeOf, columnsOf, receiptOf } from '../../../../src-renderer/features/receipt/receipt-content'
import type { JobRead } from '../../../../src-renderer/features/receipt/receipt-content'
import { entry } from '../../support/samples'

const job = (part: Partial<Job> = {}): Job => ({
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: false,
  environment: 'https://platform.example',
  askedAt: 1000,
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

describe('a receipt', () => {
  it('counts every row once', () => {
    const content = receiptOf([read({}, ['done', 'done', 'failed', 'not-sent', 'unknown', 'sent', 'intent'])])
    expect(content?.counts).toEqual({
      disabled: 2,
      enabled: 0,
      refused: 1,
      notSent: 1,
      unknown: 1,
      underWay: 2,
    })
    expect(content?.rows).toHaveLength(7)
  })

  it('has a lock that was sent again once, with what became of it in the end', () => {
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
    expect(content?.counts).toMatchObject({ disabled: 2, refused: 0, notSent: 1 })
  })

  it('joins the jobs of a batch, in their order', () => {
    const content = receiptOf([
      read({ jobId: 'a', askedAt: 5000, endedAt: 5100 }, ['done']),
      read({ jobId: 'b', askedAt: 4000, endedAt: 9000, operatorIdentity: 'Chen Yu' }, ['failed']),
    ])
    expect(content).toMatchObject({
      jobIds: ['a', 'b'],
      action: 'disable',
      operators: ['Li Wei', 'Chen Yu'],
      askedAt: 4000,
      endedAt: 9000,
    })
    expect(columnsOf(content!)).toEqual(['row', 'lock', 'customer', 'change', 'outcome', 'time', 'operator'])
  })

  it('has no end while one of them runs, and is of training as soon as one is', () => {
    const content = receiptOf([
      read({ jobId: 'a', training: true }, ['done']),
      read({ jobId: 'b', action: 'enable', endedAt: null }, ['sent']),
    ])
    expect(content).toMatchObject({ endedAt: null, training: true, action: null })
  })

  it('is none where there is nothing', () => {
    expect(receiptOf([])).toBeNull()
    expect(receiptOf([read({}, [])])).toBeNull()
  })

  it('shows asset numbers where they say more than the shell’s digits', () => {
    const rows = [entry({ key: 'LD8000000017' })]
    expect(columnsOf(receiptOf([{ job: job(), rows }])!)).toContain('asset')
    expect(columnsOf(receiptOf([read({}, ['done'])])!)).not.toContain('asset')
  })
})

describe('before and after', () => {
  it.each([
    [{ lockedBefore: false, state: 'done', action: 'disable' }, 'enabled', 'disabled'],
    [{ lockedBefore: true, state: 'done', action: 'enable' }, 'disabled', 'enabled'],
    [{ lockedBefore: null, state: 'done', action: 'disable' }, 'unknown', 'disabled'],
    [{ lockedBefore: false, state: 'failed', action: 'disable' }, 'enabled', 'unchanged'],
    [{ lockedBefore: false, state: 'not-sent', action: 'disable' }, 'enabled', 'unchanged'],
    [{ lockedBefore: false, state: 'unknown', action: 'disable' }, 'enabled', 'unknown'],
    [{ lockedBefore: false, state: 'sent', action: 'disable' }, 'enabled', null],
  ] as const)('of %o are what is known, and no more', (change, before, after) => {
    expect(changeOf(change)).toEqual({ before, after })
  })
})
