import { describe, expect, it } from 'vitest'
import { operationOf } from '#shared/model/change'
import { succeed, fail } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { objectionTo, sendRows } from '../../src-main/desk/send-rows'
import type { Secrets } from '../../src-main/desk/send-rows'
import { createBook } from '../../src-main/journal/book'
import type { JournaledJob } from '../../src-main/journal/book'
import type { Journal } from '../../src-main/journal/journal'
import type { Intent, Json } from '../../src-main/journal/record'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import { failureOf, numbered } from './support/engine'

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
  const book = createBook()
  book.apply({ v: 3, n: 1, at: 1, previous: '0'.repeat(64), kind: 'job', job: 'J', intent })
  return book.job('J')!
}
const threeLocks = jobOf(
  intentOf(
    operationOf.disable,
    [1, 2, 3].map((index) => ({ key: numbered(index) })),
  ),
)

type Call = (request: unknown, options: CallOptions) => unknown

/** Sends the rows at `places` through a client that does as it is told; says what the journal was told before. */
const send = async (
  call: Call,
  {
    job = threeLocks,
    places = [0, 1, 2],
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
    sending: async (jobId, rows) => {
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
  const about = { client: client as PlatformClient, journal: journal as Journal, locks: {} as LockSource }
  const sent = await sendRows(job, places, secrets, signal === undefined ? about : { ...about, signal })
  return { ...sent, written, requests }
}
const leaving = async (options: CallOptions) => options.beforeSending?.()
const followed = async (places: number[]): Promise<boolean | undefined> => {
  let isFollowed: boolean | undefined
  await send(
    async (_request, options) => {
      await leaving(options)
      ;({ isFollowed } = options)
      return succeed([])
    },
    { places },
  )
  return isFollowed
}
const failing =
  (over: Partial<PlatformFailure>): Call =>
  async (_request, options) => {
    await leaving(options)
    return fail(failureOf(over))
  }

describe('rows that are sent', () => {
  it('say whether others of their job follow, for which a connection may be opened', async () => {
    expect(await followed([0, 1])).toBe(true)
    expect(await followed([1, 2])).toBe(false)
  })

  it('go out as they stand in the job, after “sent” of just these is written', async () => {
    const { written, requests, ends, trouble, neverLeft } = await send(
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
    expect(ends).toEqual([
      { row: 2, state: 'done', reason: null },
      { row: 0, state: 'unknown', reason: { kind: 'missing-in-answer' } },
    ])
    expect([trouble, neverLeft]).toEqual([null, false])
  })

  it.each([
    ['a refusal', {}, 'failed', false],
    ['a refused token', { code: 'unauthorized' }, 'failed', false],
    ['an answer that cannot be read', { code: 'malformed', changed: 'unknown' }, 'unknown', false],
    ['no answer in time', { code: 'timeout', changed: 'unknown' }, 'unknown', false],
    ['nobody there', { code: 'unreachable' }, 'not-sent', true],
    ['a deadline before the first byte', { code: 'timeout' }, 'not-sent', true],
    ['a platform that is not well', { businessCode: '500', changed: 'unknown' }, 'unknown', false],
    ['a refusal of a part, as a whole', { businessCode: '60027', changed: 'partly' }, 'unknown', false],
  ] as const)('meet %s', async (_name, over, state, neverLeft) => {
    const failure = failureOf(over)
    const sent = await send(failing(over))
    const reason = { kind: 'platform', failure }
    expect(sent.ends).toEqual([0, 1, 2].map((row) => ({ row, state, reason })))
    expect(sent.trouble).toEqual({ kind: 'platform', failure })
    expect(sent.neverLeft).toBe(neverLeft)
  })

  it.each(['unknown', 'no'] as const)(
    'are not sent where the call ends before they leave (%s)',
    async (changed) => {
      const sent = await send(() => fail(failureOf({ code: 'unauthorized', changed })))
      expect(sent.ends.map(({ state }) => state)).toEqual(['not-sent', 'not-sent', 'not-sent'])
      expect([sent.neverLeft, sent.written]).toEqual([true, []])
    },
  )

  it('are not sent where the journal does not take “sent”', async () => {
    let hasGoneOn = false
    const { ends, trouble, neverLeft } = await send(
      async (_request, options) => {
        await leaving(options)
        hasGoneOn = true
        return succeed([])
      },
      { noted: () => Promise.reject(new Error('no space')) },
    )
    expect(hasGoneOn).toBe(false)
    const reason = { kind: 'journal-not-writable' }
    expect(ends).toEqual([0, 1, 2].map((row) => ({ row, state: 'not-sent', reason })))
    expect([trouble, neverLeft]).toEqual(['journal-not-writable', true])
  })

  it('are not sent once the desk has come to its end, and nothing is written of them', async () => {
    const ending = new AbortController()
    const call: Call = async (_request, options) => {
      // While the call waited, for a token for instance.
      ending.abort()
      await leaving(options)
      return succeed([])
    }
    const { ends, trouble, neverLeft, written } = await send(call, { signal: ending.signal })
    const reason = { kind: 'interrupted' }
    expect(ends).toEqual([0, 1, 2].map((row) => ({ row, state: 'not-sent', reason })))
    expect([trouble, neverLeft, written]).toEqual([null, true, []])
    const open = await send(failing({ changed: 'no' }), { signal: new AbortController().signal })
    expect(open.written).toHaveLength(1)
  })

  it('hide their passwords in what the platform says of them', async () => {
    const request = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen' }
    const job = jobOf(intentOf('member.resetPassword', [{ key: 'M1', request }]))
    const [first] = job.intent.rows
    const refused = failing({ message: 'Tr0ub4dor&3 is too short' })
    const said = await send(refused, { job, places: [0], secrets: new Map([[first!, 'Tr0ub4dor&3']]) })
    expect(JSON.stringify([said.ends, said.trouble])).not.toContain('Tr0ub4dor&3')
    expect(JSON.stringify(said.ends)).toContain('is too short')
  })

  it('have an end where the client itself fails, and its words stay out of the journal', async () => {
    const broken = async (leaves: boolean, thrown: unknown) => {
      const { ends, trouble } = await send(async (_request, options) => {
        if (leaves) await leaving(options)
        throw thrown
      })
      return { end: ends[0], trouble, text: JSON.stringify([ends, trouble]) }
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

  it('have ends of their own where a refusal names them, and the refusal’s data stay out of the journal', async () => {
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
    const { ends, trouble, neverLeft } = await send(some, { job, places: [0, 1] })
    expect(ends).toEqual([
      { row: 0, state: 'done', reason: null, result: { memberGlobalId: 'M7', userName: 'chenyu@e' } },
      { row: 1, state: 'failed', reason: { kind: 'said', message: 'taken' } },
    ])
    expect([trouble, neverLeft]).toEqual([null, false])
    const all = await send(failing({ businessCode: '60013', data }), { job, places: [0, 1] })
    expect(all.ends.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(JSON.stringify([all.ends, all.trouble])).not.toContain('succeeded')
  })
})

describe('the plugged lock that a change points at', () => {
  const identified = (read: () => unknown): LockSource => {
    const locks: Partial<LockSource> = {
      identify: (() => Promise.resolve().then(read)) as LockSource['identify'],
    }
    return locks as LockSource
  }
  const objection = (read: () => unknown, number: string | null = '8000000017') =>
    objectionTo('P1', number, identified(read))

  it('is asked for no more where none was pointed at', async () => {
    const never = identified(() => {
      throw new Error('asked')
    })
    expect(await objectionTo(null, '8000000017', never)).toBeNull()
  })

  it('is the same still', async () => {
    expect(await objection(() => succeed('8000000017'))).toBeNull()
  })

  it.each([
    ['another one', () => succeed('8000000030'), 'lock-swapped'],
    ['gone', () => fail({ code: 'gone', message: '' }), 'lock-pulled-out'],
    ['silent', () => fail({ code: 'timeout', message: '' }), 'lock-unreadable'],
  ] as const)('is %s', async (_name, read, kind) => {
    expect(await objection(read)).toEqual({ kind })
  })

  it('is unreadable where reading it fails', async () => {
    const read = () => {
      throw new Error('no')
    }
    expect(await objection(read)).toEqual({ kind: 'lock-unreadable' })
  })

  it('is another one where what is read is no shell number, whatever was expected', async () => {
    expect(await objection(() => succeed('nonsense'), 'nonsense')).toEqual({ kind: 'lock-swapped' })
    expect(await objection(() => succeed(''), null)).toEqual({ kind: 'lock-swapped' })
  })
})
