import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeRequest } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import type { ShellNumber } from '#shared/model/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { createDesk } from '../../src-main/desk/desk'
import type { Desk } from '../../src-main/desk/desk'
import { settleAfterMs } from '../../src-main/desk/settle-clock'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import type { Records } from '../../src-main/register/records'

const number = '8000000017' as ShellNumber
const assetNum = 'LD8000000017'

const record = (locked: boolean | null): LockRecord => ({
  shellNumber: number,
  assetNum,
  assetId: 'A1',
  enterpriseGlobalId: 'E1',
  enterpriseName: '北桥',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked,
  freezing: false,
  borrowedUsbKey: false,
  lent: false,
  holder: null,
  limitStart: null,
  limitEnd: null,
  createdAt: null,
  updatedAt: null,
  grantable: null,
  assignStatus: null,
  online: null,
  extensions: null,
  customerId: null,
  readAt: now,
})

const request = (over: Partial<ChangeRequest> = {}): ChangeRequest => ({
  action: 'disable',
  assetNum,
  shellNumber: number,
  enterpriseGlobalId: 'E1',
  operatorIdentity: 'Li Wei',
  plugId: null,
  ...over,
})

const failure = (over: Partial<PlatformFailure>): PlatformFailure => ({
  code: 'refused',
  message: 'no',
  changed: 'no',
  ...over,
})

type LockAnswer = Outcome<{ assetNum: string | null; status: number | null }[], PlatformFailure>

let folder: string
let journal: Journal
let desk: Desk
/** The platform, as far as the desk sees it. */
let locked: boolean | null
let answer: (body: { assetNums?: string[] }) => LockAnswer | Promise<LockAnswer>
let sent: { id: string; body: unknown; journalled: string }[]
let readable: Outcome<ShellNumber, { code: 'gone' | 'busy'; message: string }>
let now: number
let confirmed: boolean
let asked: number
let reads: number
/** Whether the list could not be read anew. */
let isListOld: boolean

const build = () => {
  const client: Partial<PlatformClient> = {
    call: async (id: string, { body }: { body?: unknown }, options?: CallOptions) => {
      await options?.beforeSending?.()
      sent.push({ id, body, journalled: journal.recent(1)[0]?.state ?? 'nothing' })
      return (await answer(body as { assetNums?: string[] })) as never
    },
    signIn: () => Promise.reject(new Error('not asked')),
    signOut: () => undefined,
  }
  const records: Partial<Records> = {
    enterprises: () => [{ enterpriseGlobalId: 'E1' }] as never,
    known: () => (locked === null ? null : { ...record(locked), readAt: isListOld ? now - 1 : now }),
    reread: () => {
      reads += 1
      return Promise.resolve(null)
    },
    refreshAll: () => Promise.resolve(),
  }
  const locks: Partial<LockSource> = { identify: () => Promise.resolve(readable) }
  desk = createDesk({
    client: client as PlatformClient,
    records: records as Records,
    journal,
    locks: locks as LockSource,
    confirmHighImpact: () => {
      asked += 1
      return Promise.resolve(confirmed)
    },
    environment: { id: 'https://platform.example', training: false },
    chunkSize: () => 100,
    onIdleDisarm: () => undefined,
    onNewEnterprises: () => undefined,
    now: () => now,
    ticks: () => now,
    pause: (ms) => (ms >= settleAfterMs ? new Promise(() => undefined) : Promise.resolve()),
  })
}

const open = async () => {
  const opened = await openJournal({ folder, now: () => now })
  if (!opened.ok) throw new Error(opened.error.message)
  journal = opened.value.journal
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'))
  locked = false
  sent = []
  answer = () => succeed([{ assetNum, status: 1 }])
  readable = succeed(number)
  now = 1_000_000
  confirmed = true
  asked = 0
  reads = 0
  isListOld = false
  await open()
  build()
})
afterEach(async () => {
  await desk.stop()
  await journal.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a change', () => {
  it('goes to the platform under the record’s whole asset number, with the operator', async () => {
    expect(await desk.change(request())).toMatchObject({
      state: 'done',
      reason: null,
      enterpriseName: '北桥',
    })
    expect(sent).toMatchObject([
      { id: 'order.lockAssets', body: { assetNums: [assetNum], operatorIdentity: 'Li Wei' } },
    ])
    await desk.change(request({ action: 'enable' }))
    expect(sent[1]?.id).toBe('order.unlockAssets')
  })

  it('is in the journal as sent before the platform hears of it', async () => {
    await desk.change(request())
    expect(sent[0]?.journalled).toBe('sent')
  })

  it.each([
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
    [7, 'unknown'],
    [null, 'unknown'],
  ])('takes status %s as %s', async (status, state) => {
    answer = () => succeed([{ assetNum, status }])
    expect(await desk.change(request())).toMatchObject({ state, reason: { kind: 'status', status } })
  })

  it.each([
    ['nothing', []],
    ['another lock', [{ assetNum: 'LD8000000018', status: 1 }]],
    [
      'two that disagree',
      [
        { assetNum, status: 1 },
        { assetNum, status: 3 },
      ],
    ],
  ])('does not know when the answer holds %s', async (_name, results) => {
    answer = () => succeed(results)
    expect(await desk.change(request())).toMatchObject({
      state: 'unknown',
      reason: { kind: 'missing-in-answer' },
    })
  })

  it('finds its result among others, in any order', async () => {
    answer = () =>
      succeed([
        { assetNum: 'LD8000000018', status: 3 },
        { assetNum, status: 1 },
      ])
    expect(await desk.change(request())).toMatchObject({ state: 'done' })
  })

  it.each([
    ['a refusal', failure({ code: 'refused', businessCode: '13004' }), 'failed'],
    ['nobody there', failure({ code: 'unreachable' }), 'not-sent'],
    ['a time-out', failure({ code: 'timeout', changed: 'unknown' }), 'unknown'],
    ['a cut answer', failure({ code: 'malformed', changed: 'unknown' }), 'unknown'],
  ])('after %s says what is known', async (_name, error, state) => {
    answer = () => fail(error)
    expect(await desk.change(request())).toMatchObject({ state, reason: { kind: 'platform' } })
  })

  it('is not sent when another lock sits in the port, none, or one that cannot be read', async () => {
    readable = succeed('8000000018' as ShellNumber)
    expect(await desk.change(request({ plugId: 'P1' }))).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-swapped' },
    })
    readable = fail({ code: 'gone', message: '' })
    expect(await desk.change(request({ plugId: 'P1' }))).toMatchObject({
      reason: { kind: 'lock-pulled-out' },
    })
    readable = fail({ code: 'busy', message: '' })
    expect(await desk.change(request({ plugId: 'P1' }))).toMatchObject({
      reason: { kind: 'lock-unreadable' },
    })
    expect(sent).toEqual([])
  })

  it('is not sent where the journal cannot be written', async () => {
    await journal.stop()
    expect(await desk.change(request())).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'journal-not-writable' },
    })
    expect(sent).toEqual([])
    await open()
  })

  it('of one lock waits for the one before it', async () => {
    const order: string[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    answer = async () => {
      order.push('start')
      if (order.length === 1) await held
      order.push('end')
      return succeed([{ assetNum, status: 1 }])
    }
    const both = [desk.change(request()), desk.change(request({ action: 'enable' }))]
    await vi.waitFor(() => expect(order).toEqual(['start']))
    // Time enough for the second, if it did not wait.
    await new Promise((done) => setTimeout(done, 30))
    expect(order).toEqual(['start'])
    release()
    await Promise.all(both)
    expect(order).toEqual(['start', 'end', 'start', 'end'])
  })

  it('beyond fifty in ten minutes asks the person in a dialog of main’s own', async () => {
    const many = async (count: number) => {
      for (let index = 0; index < count; index += 1) await desk.change(request())
    }
    await many(50)
    expect(asked).toBe(0)
    confirmed = false
    expect(await desk.change(request())).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'not-confirmed' },
    })
    expect([asked, sent.length]).toEqual([1, 50])
    now += 11 * 60_000
    await many(1)
    expect(asked).toBe(1)
  })
})

describe('at the end of the app', () => {
  it('waits for the change under way and sends none of those behind it', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    answer = async () => {
      await held
      return succeed([{ assetNum, status: 1 }])
    }
    const first = desk.change(request())
    const second = desk.change(request({ action: 'enable' }))
    await new Promise((done) => setTimeout(done, 30))
    const stopping = desk.stop()
    release()
    await stopping
    expect(await first).toMatchObject({ state: 'done' })
    expect(await second).toMatchObject({ state: 'not-sent', reason: { kind: 'interrupted' } })
    expect(sent).toHaveLength(1)
  })

  it('keeps nothing of what else a refusal carried', async () => {
    answer = () => fail(failure({ businessCode: '13004', data: { id: 5317046820917364501n } }))
    expect(await desk.change(request())).toMatchObject({ state: 'failed' })
    expect(desk.recent(1)[0]).toMatchObject({ state: 'failed' })
  })
})

describe('settling an unknown change', () => {
  const unknown = async () => {
    answer = () => fail(failure({ code: 'timeout', changed: 'unknown' }))
    const entry = await desk.change(request())
    reads = 0
    return entry
  }

  it('finds that it was applied', async () => {
    const { entryId } = await unknown()
    locked = true
    expect(await desk.settle(entryId)).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
    expect(sent).toHaveLength(1)
  })

  it('does not believe “not applied” while a late commit can still arrive', async () => {
    const { entryId } = await unknown()
    expect(await desk.settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('believes it after two reads past the settle time, and sends nothing', async () => {
    const { entryId } = await unknown()
    now += settleAfterMs
    expect(await desk.settle(entryId)).toMatchObject({
      state: 'failed',
      reason: { kind: 'read-back-not-applied' },
    })
    expect([reads, sent.length]).toEqual([2, 1])
  })

  it('leaves it open when the lock is on no list', async () => {
    const { entryId } = await unknown()
    locked = null
    now += settleAfterMs
    expect(await desk.settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('does not take an old list for an answer', async () => {
    const { entryId } = await unknown()
    locked = true
    isListOld = true
    now += settleAfterMs
    expect(await desk.settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('leaves it open when a later change of the lock was asked for', async () => {
    const { entryId } = await unknown()
    answer = () => succeed([{ assetNum, status: 1 }])
    await desk.change(request())
    locked = true
    expect(await desk.settle(entryId)).toMatchObject({ state: 'unknown' })
  })
})

describe('after a crash', () => {
  it('says of an intent that it was not sent, and of what was sent that nobody knows', async () => {
    const intentOf = (key: string) => ({
      operation: 'order.lockAssets' as const,
      operatorIdentity: 'Li Wei',
      environment: 'https://platform.example',
      training: false,
      chunkSize: 100,
      retryOf: null,
      rows: [
        {
          key,
          shellNumber: number,
          enterpriseGlobalId: 'E1',
          enterpriseName: null,
          lockedBefore: null,
          memberGlobalId: null,
          memberName: null,
          request: null,
        },
      ],
    })
    await journal.intend(intentOf(assetNum))
    const second = await journal.intend(intentOf('LD8000000018'))
    if (second.ok) await journal.sending(second.value.jobId, [0])
    await journal.stop()
    await open()
    build()
    await new Promise((done) => setTimeout(done, 50))
    expect(desk.recent(2).map(({ state, reason }) => [state, reason?.kind])).toEqual([
      ['unknown', 'interrupted'],
      ['not-sent', 'interrupted'],
    ])
  })
})
