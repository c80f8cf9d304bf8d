import { describe, expect, it } from 'vitest'
import { operationOf } from '#shared/model/changes/change'
import { succeed, fail } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { findRejectReason, sendBatch } from '../../../src-main/changes/jobs/send-batch'
import type { Secrets } from '../../../src-main/changes/jobs/send-batch'
import { createJournalIndex } from '../../../src-main/journal/journal-index'
import type { JournaledJob } from '../../../src-main/journal/journal-index'
import type { Journal } from '../../../src-main/journal/journal'
import type { Intent, Json } from '../../../src-main/journal/record'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import { failureOf, numbered } from '../support/engine'

const intentOf = (
  operation: Intent['operation'],
  rows: readonly { readonly key: string; readonly request?: Json }[],
): Intent => ({
  operation,
  operatorIdentity: 'Li Wei',
  environment: 'double',
  training: false,
  chunkSize: 10,
  retryOf: null,
  rows: rows.map(({ key, request = null }) => ({
    key,
    shellNumber: null,
    enterpriseGlobalId: 'E1',
    enterpriseName: null,
    lockedBefore: null,
    memberGlobalId: null,
    memberName: null,
    request,
  })),
})
const jobOf = (intent: Intent) => {
  const journalIndex = createJournalIndex()
  journalIndex.apply({ v: 3, n: 1, at: 1, previous: '0'.repeat(64), kind: 'job', job: 'J', intent })
  return journalIndex.job('J')!
}
const threeLocks = jobOf(
  intentOf(
    operationOf.disable,
    [1, 2, 3].map((index) => ({ key: numbered(index) })),
  ),
)

type Call = (request: unknown, options: CallOptions) => unknown

/** Sends the rows at `places` through the given client; returns what the journal had recorded before. */
const send = async (
  call: Call,
  {
    job = threeLocks,
    places: rowIndexes = [0, 1, 2],
    noted = () => Promise.resolve(),
    signal,
    secrets = new Map(),
  }: {
    job?: JournaledJob
    places?: number[]
    noted?: () => Promise<void>
    signal?: AbortSignal
    secrets?: Secrets
  } = {},
) => {
  const written: unknown[] = []
  const requests: unknown[] = []
  const journal: Partial<Journal> = {
    recordSent: async (jobId, rows) => {
      await noted()
      written.push([jobId, ...rows])
    },
  }
  const client: Partial<PlatformClient> = {
    call: async (id: string, request: unknown, options?: CallOptions) => {
      requests.push([id, request])
      return (await call(request, options ?? {})) as never
    },
  }
  const common = { client: client as PlatformClient, journal: journal as Journal, locks: {} as LockSource }
  const sent = await sendBatch(
    job,
    rowIndexes,
    secrets,
    signal === undefined ? common : { ...common, signal },
  )
  return { ...sent, written, requests }
}
const leaving = async (options: CallOptions) => options.beforeSending?.()
const followed = async (rowIndexes: number[]): Promise<boolean | undefined> => {
  let isFollowed: boolean | undefined
  await send(
    async (_request, options) => {
      await leaving(options)
      ;({ isFollowed } = options)
      return succeed([])
    },
    { places: rowIndexes },
  )
  return isFollowed
}
const failing =
  (over: Partial<PlatformFailure>): Call =>
  async (_request, options) => {
    await leaving(options)
    return fail(failureOf(over))
  }

describe('sendBatch', () => {
  it('tells whether other rows of the job follow, for which a connection may be opened', async () => {
    expect(await followed([0, 1])).toBe(true)
    expect(await followed([1, 2])).toBe(false)
  })

  it('sends rows in job order, after “sent” of just these is written', async () => {
    const {
      written,
      requests,
      results,
      requestFailure: failure,
      isUnsent,
    } = await send(
      async (_request, options) => {
        await leaving(options)
        return succeed([{ assetNum: numbered(3), status: 1 }])
      },
      { places: [2, 0] },
    )
    expect(written).toEqual([['J', 2, 0]])
    expect(requests).toEqual([
      ['order.lockAssets', { body: { assetNums: [numbered(3), numbered(1)], operatorIdentity: 'Li Wei' } }],
    ])
    expect(results).toEqual([
      { row: 2, state: 'done', reason: null },
      { row: 0, state: 'unknown', reason: { kind: 'missing-in-answer' } },
    ])
    expect([failure, isUnsent]).toEqual([null, false])
  })

  it.each([
    ['a refusal', {}, 'failed', false],
    ['a refused token', { code: 'unauthorized' }, 'failed', false],
    ['an unreadable response', { code: 'malformed', changed: 'unknown' }, 'unknown', false],
    ['a response timeout', { code: 'timeout', changed: 'unknown' }, 'unknown', false],
    ['nobody there', { code: 'unreachable' }, 'not-sent', true],
    ['a deadline before the first byte', { code: 'timeout' }, 'not-sent', true],
    ['an unavailable platform', { businessCode: '500', changed: 'unknown' }, 'unknown', false],
    [
      'a partial refusal for the whole request',
      { businessCode: '60027', changed: 'partly' },
      'unknown',
      false,
    ],
  ] as const)('handles %s', async (_name, over, state, isUnsent) => {
    const failure = failureOf(over)
    const sent = await send(failing(over))
    const reason = { kind: 'platform', failure }
    expect(sent.results).toEqual([0, 1, 2].map((row) => ({ row, state, reason })))
    expect(sent.requestFailure).toEqual({ kind: 'platform', failure })
    expect(sent.isUnsent).toBe(isUnsent)
  })

  it.each(['unknown', 'no'] as const)(
    'does not send rows where the request ends before they leave (%s)',
    async (changed) => {
      const sent = await send(() => fail(failureOf({ code: 'unauthorized', changed })))
      expect(sent.results.map(({ state }) => state)).toEqual(['not-sent', 'not-sent', 'not-sent'])
      expect([sent.isUnsent, sent.written]).toEqual([true, []])
    },
  )

  it('does not send rows where the journal cannot record “sent”', async () => {
    let hasGoneOn = false
    const {
      results,
      requestFailure: failure,
      isUnsent,
    } = await send(
      async (_request, options) => {
        await leaving(options)
        hasGoneOn = true
        return succeed([])
      },
      { noted: () => Promise.reject(new Error('no space')) },
    )
    expect(hasGoneOn).toBe(false)
    const reason = { kind: 'journal-not-writable' }
    expect(results).toEqual([0, 1, 2].map((row) => ({ row, state: 'not-sent', reason })))
    expect([failure, isUnsent]).toEqual(['journal-not-writable', true])
  })

  it('does not send rows once the app is closing, and records nothing', async () => {
    const ending = new AbortController()
    const call: Call = async (_request, options) => {
      // While the request waited, for a token for instance.
      ending.abort()
      await leaving(options)
      return succeed([])
    }
    const {
      results,
      requestFailure: failure,
      isUnsent,
      written,
    } = await send(call, { signal: ending.signal })
    const reason = { kind: 'interrupted' }
    expect(results).toEqual([0, 1, 2].map((row) => ({ row, state: 'not-sent', reason })))
    expect([failure, isUnsent, written]).toEqual([null, true, []])
    const open = await send(failing({ changed: 'no' }), { signal: new AbortController().signal })
    expect(open.written).toHaveLength(1)
  })

  it('redacts passwords in the messages of the platform', async () => {
    const request = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen' }
    const job = jobOf(intentOf('member.resetPassword', [{ key: 'M1', request }]))
    const [first] = job.intent.rows
    const refused = failing({ message: 'Tr0ub4dor&3 is too short' })
    const result = await send(refused, { job, places: [0], secrets: new Map([[first!, 'Tr0ub4dor&3']]) })
    expect(JSON.stringify([result.results, result.requestFailure])).not.toContain('Tr0ub4dor&3')
    expect(JSON.stringify(result.results)).toContain('is too short')
  })

  it('gives rows a result where the client throws, and keeps its message out of the journal', async () => {
    const broken = async (leaves: boolean, thrown: unknown) => {
      const { results, requestFailure: failure } = await send(async (_request, options) => {
        if (leaves) await leaving(options)
        throw thrown
      })
      return { end: results[0], failure, text: JSON.stringify([results, failure]) }
    }
    const after = await broken(true, new TypeError('secret'))
    expect(after.end).toMatchObject({
      state: 'unknown',
      reason: { failure: { code: 'malformed', message: 'TypeError', changed: 'unknown' } },
    })
    const before = await broken(false, 'secret')
    expect(before.end).toMatchObject({
      state: 'not-sent',
      reason: { failure: { code: 'invalid', message: 'unknown', changed: 'no' } },
    })
    expect(after.text + before.text).not.toContain('secret')
  })

  it('gives rows a result where their stored secret cannot be read', async () => {
    const stored = { channelCode: 'C', channelOrderId: 'LO-1', syncMode: 'sync', sequences: [1] }
    const job = jobOf(intentOf('order.batchOrder', [{ key: 'C/LO-1', request: stored }]))
    const [first] = job.intent.rows
    const { results } = await send(failing({}), { job, places: [0], secrets: new Map([[first!, '[[']]) })
    expect(results).toMatchObject([{ row: 0, state: 'not-sent' }])
  })

  it('gives rows their own results where a refusal names them, and keeps its data out of the journal', async () => {
    const employee = {
      enterpriseGlobalId: 'E1',
      departmentId: null,
      name: 'C',
      remark: '',
      passwordMobile: '',
    }
    const job = jobOf(
      intentOf(
        operationOf['add-employee'],
        ['chenyu', 'wang'].map((userName) => ({ key: userName, request: { ...employee, userName } })),
      ),
    )
    const data = {
      succeeded: [{ userName: 'chenyu@e', globalId: 'M7' }],
      failed: [{ userName: 'wang', message: 'taken' }],
    }
    const some = failing({ businessCode: '60027', changed: 'partly', data })
    const { results, requestFailure: failure, isUnsent } = await send(some, { job, places: [0, 1] })
    expect(results).toEqual([
      { row: 0, state: 'done', reason: null, result: { memberGlobalId: 'M7', userName: 'chenyu@e' } },
      { row: 1, state: 'failed', reason: { kind: 'said', message: 'taken' } },
    ])
    expect([failure, isUnsent]).toEqual([null, false])
    const all = await send(failing({ businessCode: '60013', data }), { job, places: [0, 1] })
    expect(all.results.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(JSON.stringify([all.results, all.requestFailure])).not.toContain('succeeded')
  })
})

describe('the plugged lock of a change', () => {
  const identified = (read: () => unknown): LockSource => {
    const locks: Partial<LockSource> = {
      identify: (() => Promise.resolve().then(read)) as LockSource['identify'],
    }
    return locks as LockSource
  }
  const objection = (read: () => unknown, number: string | null = '8000000017') =>
    findRejectReason('P1', number, identified(read))

  it('is not read where the change names none', async () => {
    const never = identified(() => {
      throw new Error('asked')
    })
    expect(await findRejectReason(null, '8000000017', never)).toBeNull()
  })

  it('is accepted when it is the same', async () => {
    expect(await objection(() => succeed('8000000017'))).toBeNull()
  })

  it.each([
    ['another one', () => succeed('8000000030'), 'lock-swapped'],
    ['gone', () => fail({ code: 'gone', message: '' }), 'lock-pulled-out'],
    ['silent', () => fail({ code: 'timeout', message: '' }), 'lock-unreadable'],
  ] as const)('is rejected as %s', async (_name, read, kind) => {
    expect(await objection(read)).toEqual({ kind })
  })

  it('is unreadable where reading it throws', async () => {
    const read = () => {
      throw new Error('no')
    }
    expect(await objection(read)).toEqual({ kind: 'lock-unreadable' })
  })

  it('is another lock where the number read is no shell number, whatever was expected', async () => {
    expect(await objection(() => succeed('nonsense'), 'nonsense')).toEqual({ kind: 'lock-swapped' })
    expect(await objection(() => succeed(''), null)).toEqual({ kind: 'lock-swapped' })
  })
})
