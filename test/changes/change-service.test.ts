import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeRequest } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createChangeService } from '../../src-main/changes/change-service'
import type { ChangeService } from '../../src-main/changes/change-service'
import { settleDelayMs } from '../../src-main/changes/reconcile/settle-delay'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'
import { changeOne, changeQueued } from './support/change-one'

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
let changeService: ChangeService
/** The platform as the change service sees it. */
let locked: boolean | null
let over: Partial<LockRecord>
let answer: (body: { assetNums?: string[] }) => LockAnswer | Promise<LockAnswer>
let sent: { id: string; body: unknown; journalled: string }[]
let readable: Outcome<ShellNumber, { code: 'gone' | 'busy'; message: string }>
let now: number
let confirmed: boolean
let confirmations: number
let reads: number
/** Whether the list failed to refresh. */
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
  const directory: Partial<AssetDirectory> = {
    enterprises: () => [{ enterpriseGlobalId: 'E1' }] as never,
    known: () => (locked === null ? null : { ...record(locked), ...over, readAt: isListOld ? now - 1 : now }),
    reread: () => {
      reads += 1
      return Promise.resolve(null)
    },
    refreshAll: () => Promise.resolve(),
  }
  const locks: Partial<LockSource> = { identify: () => Promise.resolve(readable) }
  changeService = createChangeService({
    client: client as PlatformClient,
    directory: directory as AssetDirectory,
    journal,
    locks: locks as LockSource,
    confirmHighImpact: () => {
      confirmations += 1
      return Promise.resolve(confirmed)
    },
    platform: { id: 'https://platform.example', training: false },
    chunkSize: () => 100,
    onContinuousIdle: () => undefined,
    onNewEnterprises: () => undefined,
    now: () => now,
    ticks: () => now,
    pause: (ms) => (ms >= settleDelayMs ? new Promise(() => undefined) : Promise.resolve()),
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
  over = {}
  sent = []
  answer = () => succeed([{ assetNum, status: 1 }])
  readable = succeed(number)
  now = 1_000_000
  confirmed = true
  confirmations = 0
  reads = 0
  isListOld = false
  await open()
  build()
})
afterEach(async () => {
  await changeService.stop()
  await journal.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a single change', () => {
  it('is sent with the full asset number of the record and the operator', async () => {
    expect(await changeOne(changeService, request())).toMatchObject({
      state: 'done',
      reason: null,
      enterpriseName: '北桥',
    })
    expect(sent).toMatchObject([
      { id: 'order.lockAssets', body: { assetNums: [assetNum], operatorIdentity: 'Li Wei' } },
    ])
    await changeOne(changeService, request({ action: 'enable' }))
    expect(sent[1]?.id).toBe('order.unlockAssets')
  })

  it('records every status the lock had at the time of the request', async () => {
    over = { freezing: true, lent: true }
    answer = () => {
      locked = true
      over = {}
      return succeed([{ assetNum, status: 1 }])
    }
    const done = await changeOne(changeService, request())
    expect(done.statesBefore).toEqual(['frozen', 'lent'])
    await journal.stop()
    await open()
    build()
    expect(changeService.recent(1)[0]?.statesBefore).toEqual(['frozen', 'lent'])
    locked = null
    expect((await changeOne(changeService, request({ action: 'enable' }))).statesBefore).toBeNull()
  })

  it('is recorded as sent before the request leaves', async () => {
    await changeOne(changeService, request())
    expect(sent[0]?.journalled).toBe('sent')
  })

  it.each([
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
    [7, 'unknown'],
    [null, 'unknown'],
  ])('reads status %s as %s', async (status, state) => {
    answer = () => succeed([{ assetNum, status }])
    expect(await changeOne(changeService, request())).toMatchObject({
      state,
      reason: { kind: 'status', status },
    })
  })

  it.each([
    ['nothing', []],
    ['another lock', [{ assetNum: 'LD8000000018', status: 1 }]],
    [
      'two contradictory results',
      [
        { assetNum, status: 1 },
        { assetNum, status: 3 },
      ],
    ],
  ])('is unconfirmed when the response holds %s', async (_name, results) => {
    answer = () => succeed(results)
    expect(await changeOne(changeService, request())).toMatchObject({
      state: 'unknown',
      reason: { kind: 'missing-in-answer' },
    })
  })

  it('finds its result among others in any order', async () => {
    answer = () =>
      succeed([
        { assetNum: 'LD8000000018', status: 3 },
        { assetNum, status: 1 },
      ])
    expect(await changeOne(changeService, request())).toMatchObject({ state: 'done' })
  })

  it.each([
    ['a refusal', failure({ code: 'refused', businessCode: '13004' }), 'failed'],
    ['nobody there', failure({ code: 'unreachable' }), 'not-sent'],
    ['a time-out', failure({ code: 'timeout', changed: 'unknown' }), 'unknown'],
    ['a truncated response', failure({ code: 'malformed', changed: 'unknown' }), 'unknown'],
  ])('reports what is certain after %s', async (_name, error, state) => {
    answer = () => fail(error)
    expect(await changeOne(changeService, request())).toMatchObject({ state, reason: { kind: 'platform' } })
  })

  it('is not sent when the port holds another lock, no lock or an unreadable lock', async () => {
    readable = succeed('8000000018' as ShellNumber)
    expect(await changeOne(changeService, request({ plugId: 'P1' }))).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-swapped' },
    })
    readable = fail({ code: 'gone', message: '' })
    expect(await changeOne(changeService, request({ plugId: 'P1' }))).toMatchObject({
      reason: { kind: 'lock-pulled-out' },
    })
    readable = fail({ code: 'busy', message: '' })
    expect(await changeOne(changeService, request({ plugId: 'P1' }))).toMatchObject({
      reason: { kind: 'lock-unreadable' },
    })
    expect(sent).toEqual([])
  })

  it('is not sent where the journal cannot be written', async () => {
    await journal.stop()
    await expect(changeOne(changeService, request())).rejects.toThrow('not-saved')
    expect(sent).toEqual([])
    await open()
  })

  it('waits for the previous change of the same lock', async () => {
    const order: string[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    answer = async () => {
      order.push('start')
      if (order.length === 1) await held
      order.push('end')
      return succeed([{ assetNum, status: 1 }])
    }
    const first = changeOne(changeService, request())
    await vi.waitFor(() => expect(order).toEqual(['start']))
    const second = changeQueued(changeService, request({ action: 'enable' }))
    // Long enough for the second change to start if it did not wait.
    await new Promise((done) => setTimeout(done, 30))
    expect(order).toEqual(['start'])
    release()
    await Promise.all([first, second])
    expect(order).toEqual(['start', 'end', 'start', 'end'])
  })

  it('beyond 50 in 10 minutes asks for confirmation in a system dialog', async () => {
    const many = async (count: number) => {
      for (let index = 0; index < count; index += 1) await changeOne(changeService, request())
    }
    await many(50)
    expect(confirmations).toBe(0)
    confirmed = false
    await expect(changeOne(changeService, request())).rejects.toThrow('not-confirmed')
    expect([confirmations, sent.length]).toEqual([1, 50])
    now += 11 * 60_000
    await many(1)
    expect(confirmations).toBe(1)
  })
})

describe('stopping the change service', () => {
  it('finishes the change in progress and sends none of the waiting ones', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    answer = async () => {
      await held
      return succeed([{ assetNum, status: 1 }])
    }
    const first = changeOne(changeService, request())
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const second = changeQueued(changeService, request({ action: 'enable' }))
    await vi.waitFor(() => expect(journal.jobs()).toHaveLength(2))
    await new Promise((done) => setTimeout(done, 30))
    const stopping = changeService.stop()
    release()
    await stopping
    expect(await first).toMatchObject({ state: 'done' })
    expect(await second).toMatchObject({ state: 'not-sent', reason: { kind: 'interrupted' } })
    expect(sent).toHaveLength(1)
  })

  it('stores no other data of a refusal', async () => {
    answer = () => fail(failure({ businessCode: '13004', data: { id: 5317046820917364501n } }))
    expect(await changeOne(changeService, request())).toMatchObject({ state: 'failed' })
    expect(changeService.recent(1)[0]).toMatchObject({ state: 'failed' })
  })
})

describe('reconciling an unconfirmed change', () => {
  const unknown = async () => {
    answer = () => fail(failure({ code: 'timeout', changed: 'unknown' }))
    const entry = await changeOne(changeService, request())
    reads = 0
    return entry
  }

  const settle = async (entryId: string) => (await changeService.unresolved.checkResults([entryId]))[0]?.entry

  it('finds that it was applied', async () => {
    const { entryId } = await unknown()
    locked = true
    expect(await settle(entryId)).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
    expect(sent).toHaveLength(1)
  })

  it('does not accept “not applied” while a late commit may still arrive', async () => {
    const { entryId } = await unknown()
    expect(await settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('accepts “not applied” after two reads past the settle delay, and sends nothing', async () => {
    const { entryId } = await unknown()
    now += settleDelayMs
    expect(await settle(entryId)).toMatchObject({
      state: 'failed',
      reason: { kind: 'read-back-not-applied' },
    })
    expect([reads, sent.length]).toEqual([2, 1])
  })

  it('leaves it unconfirmed when no list has the lock', async () => {
    const { entryId } = await unknown()
    locked = null
    now += settleDelayMs
    expect(await settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('ignores a stale list', async () => {
    const { entryId } = await unknown()
    locked = true
    isListOld = true
    now += settleDelayMs
    expect(await settle(entryId)).toMatchObject({ state: 'unknown' })
  })

  it('leaves it unconfirmed when a later change of the lock exists', async () => {
    const { entryId } = await unknown()
    answer = () => succeed([{ assetNum, status: 1 }])
    await changeOne(changeService, request())
    locked = true
    expect(await settle(entryId)).toMatchObject({ state: 'unknown' })
  })
})

describe('recovery after a crash', () => {
  it('marks an intent as not sent and a sent change as unconfirmed', async () => {
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
    await journal.recordIntent(intentOf(assetNum))
    const second = await journal.recordIntent(intentOf('LD8000000018'))
    if (second.ok) await journal.recordSent(second.value.jobId, [0])
    await journal.stop()
    await open()
    build()
    await vi.waitFor(() =>
      expect(changeService.recent(2).map(({ state, reason }) => [state, reason?.kind])).toEqual([
        ['unknown', 'interrupted'],
        ['not-sent', 'interrupted'],
      ]),
    )
  })
})
