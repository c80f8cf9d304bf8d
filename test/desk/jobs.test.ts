import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LockAction } from '#shared/model/change'
import type { Job } from '#shared/model/job'
import type { ShellNumber } from '#shared/model/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { createDesk } from '../../src-main/desk/desk'
import type { Desk } from '../../src-main/desk/desk'
import type { HighImpact } from '../../src-main/desk/high-impact'
import { settleAfterMs } from '../../src-main/desk/settle-clock'
import type { OpenFile } from '../../src-main/journal/append-file'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import type { Records } from '../../src-main/register/records'

type Results = { assetNum: string | null; status: number | null }[]
type Answer = Outcome<Results, PlatformFailure>

let folder: string
let journal: Journal
let desk: Desk
/** What goes over the wire, in order. */
let calls: { id: string; assetNums: string[] }[]
let answer: (assetNums: string[], call: number) => Answer | Promise<Answer>
let readable: (plugId: string) => Outcome<ShellNumber, { code: 'gone' | 'busy'; message: string }>
let confirmations: HighImpact[]
let saysYes: boolean
let probe: () => PlatformFailure | null
let rereads: string[]
let chunkSize: number
let waits: number[]
let disarmed: number

const numbered = (index: number): string => `LD8${String(index).padStart(9, '0')}`
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_one, index) => ({
    assetNum: numbered(from + index),
    shellNumber: numbered(from + index).slice(2) as ShellNumber,
    enterpriseGlobalId: 'E1',
    plugId: null as string | null,
  }))

const succeedAll = (assetNums: string[]): Answer =>
  succeed(assetNums.map((assetNum) => ({ assetNum, status: 1 })))
const failure = (over: Partial<PlatformFailure>): PlatformFailure => ({
  code: 'refused',
  message: 'no',
  changed: 'no',
  ...over,
})

const open = async (openFile?: OpenFile) => {
  const opened = await openJournal({ folder, ...(openFile === undefined ? {} : { openFile }) })
  if (!opened.ok) throw new Error(opened.error.message)
  journal = opened.value.journal
}

const build = () => {
  const client: Partial<PlatformClient> = {
    call: async (id: string, request: { body?: unknown }, options?: CallOptions) => {
      await options?.beforeSending?.()
      const { assetNums } = request.body as { assetNums: string[] }
      calls.push({ id, assetNums })
      return (await answer(assetNums, calls.length)) as never
    },
  }
  const records: Partial<Records> = {
    known: () => null,
    reread: (id) => {
      rereads.push(id)
      return Promise.resolve(null)
    },
    refreshAll: () => Promise.resolve(),
    probe: () => Promise.resolve(probe()),
  }
  const locks: Partial<LockSource> = { identify: (plugId) => Promise.resolve(readable(plugId)) }
  desk = createDesk({
    client: client as PlatformClient,
    records: records as Records,
    journal,
    locks: locks as LockSource,
    confirmHighImpact: (what) => {
      confirmations.push(what)
      return Promise.resolve(saysYes)
    },
    environment: { id: 'https://platform.example', training: false },
    chunkSize: () => chunkSize,
    onIdleDisarm: () => (disarmed += 1),
    onNewEnterprises: () => undefined,
    pause: (ms, signal) => {
      waits.push(ms)
      return ms >= settleAfterMs
        ? new Promise(() => undefined)
        : new Promise((done) => {
            const end = () => {
              clearTimeout(timer)
              signal?.removeEventListener('abort', end)
              done()
            }
            const timer = setTimeout(end, 5)
            signal?.addEventListener('abort', end)
          })
    },
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'))
  calls = []
  answer = succeedAll
  readable = () => succeed('8000000000' as ShellNumber)
  confirmations = []
  saysYes = true
  probe = () => null
  rereads = []
  chunkSize = 10
  waits = []
  disarmed = 0
  await open()
  build()
})
afterEach(async () => {
  vi.useRealTimers()
  await desk.stop()
  await journal.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = async (
  asked: ReturnType<typeof rows>,
  over: { action?: LockAction; retryOf?: string } = {},
): Promise<string> => {
  const started = await desk.startJob({
    action: over.action ?? 'disable',
    operatorIdentity: 'Li Wei',
    rows: asked,
    retryOf: over.retryOf ?? null,
  })
  if (!started.ok) throw new Error(started.error.code)
  return started.value.jobId
}

const jobOf = (jobId: string): Job => {
  const read = desk.readJob(jobId)
  if (read === null) throw new Error('no such job')
  return read.job
}
const until = (jobId: string, state: Job['state'], kind?: string) =>
  vi.waitFor(() => expect(jobOf(jobId)).toMatchObject({ state, ...(kind ? { pause: { kind } } : {}) }))

/** Holds the calls back until it is told to let them through. */
const hold = () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => (release = done))
  answer = async (assetNums) => {
    await held
    return succeedAll(assetNums)
  }
  return release
}

describe('a job', () => {
  it('goes out in chunks, in order, each lock once', async () => {
    const jobId = await start(rows(25))
    await until(jobId, 'ended')
    expect(calls.map(({ assetNums }) => assetNums.length)).toEqual([10, 10, 5])
    expect(calls.flatMap(({ assetNums }) => assetNums)).toEqual(rows(25).map(({ assetNum }) => assetNum))
    expect(jobOf(jobId)).toMatchObject({ rows: 25, enterprises: 1, counts: { done: 25, intent: 0, sent: 0 } })
  })

  it('is on the disk as a whole before its first call', async () => {
    let onDisk = 0
    answer = (assetNums) => {
      onDisk ||= journal.jobs().flatMap(({ intent }) => intent.rows).length
      return succeedAll(assetNums)
    }
    await until(await start(rows(25)), 'ended')
    expect(onDisk).toBe(25)
  })

  it('matches results by number: what is missing, doubled or of an unknown status is unknown, the rest counts', async () => {
    answer = () =>
      succeed([
        { assetNum: numbered(3), status: 4 },
        { assetNum: numbered(0), status: 1 },
        { assetNum: 'LD8999999999', status: 1 },
        { assetNum: numbered(1), status: 1 },
        { assetNum: numbered(1), status: 3 },
        { assetNum: numbered(4), status: 9 },
        { assetNum: numbered(5), status: 2 },
      ])
    const jobId = await start(rows(6))
    await until(jobId, 'ended')
    expect(desk.readJob(jobId)?.rows.map(({ state }) => state)).toEqual([
      'done',
      'unknown',
      'unknown',
      'failed',
      'unknown',
      'failed',
    ])
  })

  it('keeps its operator and what the retry is of', async () => {
    const first = await start(rows(2))
    await until(first, 'ended')
    const second = await start(rows(1), { retryOf: first })
    await until(second, 'ended')
    expect(jobOf(second)).toMatchObject({ retryOf: first, operatorIdentity: 'Li Wei' })
    expect(desk.jobs.list(1)).toMatchObject([{ jobId: second }])
  })

  it('is listed among those of its action, however many others came after it', async () => {
    const first = await start(rows(1))
    await until(first, 'ended')
    const others = await start(rows(1), { action: 'enable' })
    await until(others, 'ended')
    expect(desk.jobs.list(1, 'disable')).toMatchObject([{ jobId: first }])
    expect(desk.jobs.list(5, 'allocate')).toEqual([])
  })

  it('reads the records of its enterprises again when it has ended', async () => {
    await until(await start(rows(25)), 'ended')
    expect(rereads).toEqual(['E1'])
  })

  it('leaves out a plugged lock that is not the one it was, and sends the others', async () => {
    readable = (plugId) =>
      plugId === 'P0' ? succeed('8000000000' as ShellNumber) : fail({ code: 'gone', message: '' })
    const [first, second] = rows(2)
    const jobId = await start([
      { ...first!, plugId: 'P0' },
      { ...second!, plugId: 'P1' },
    ])
    await until(jobId, 'ended')
    expect(calls.flatMap(({ assetNums }) => assetNums)).toEqual([numbered(0)])
    expect(desk.readJob(jobId)?.rows[1]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-pulled-out' },
    })
  })

  it('fails a refused chunk and goes on with the next', async () => {
    answer = (assetNums, call) =>
      call === 1 ? fail(failure({ businessCode: '13004' })) : succeedAll(assetNums)
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ failed: 10, done: 10 })
  })
})

describe('steering a job', () => {
  it('pauses between chunks and resumes where it stood', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    desk.jobs.pause(jobId)
    release()
    await until(jobId, 'paused', 'asked')
    expect(calls).toHaveLength(1)
    expect(jobOf(jobId).counts).toMatchObject({ done: 10, intent: 20 })
    desk.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(calls).toHaveLength(3)
  })

  it('cancels what has not left; what is on its way comes back', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await desk.jobs.cancel(jobId)
    release()
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
    expect(desk.readJob(jobId)?.rows[29]?.reason).toEqual({ kind: 'cancelled' })
    expect(calls).toHaveLength(1)
  })

  it('cancels a paused one at once, and knows no ended one any more', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    desk.jobs.pause(jobId)
    release()
    await until(jobId, 'paused')
    expect(await desk.jobs.cancel(jobId)).toMatchObject({ ok: true, value: { state: 'ended' } })
    expect(desk.jobs.resume(jobId)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a job on a bad day', () => {
  it.each([
    ['nobody there', failure({ code: 'unreachable' })],
    ['a token that is not accepted', failure({ code: 'unauthorized', businessCode: '60000' })],
  ])('waits with %s, asks with growing pauses, and goes on by itself', async (_name, met) => {
    let down = true
    let probes = 0
    answer = (assetNums) => (down ? fail(met) : succeedAll(assetNums))
    probe = () => {
      probes += 1
      if (probes === 3) down = false
      return down ? met : null
    }
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
    expect(waits.slice(0, 3)).toEqual([1000, 2000, 4000])
    // The first chunk met it, then both went out.
    expect(calls).toHaveLength(3)
  })

  it('says why it waits, and obeys a person meanwhile', async () => {
    answer = () => fail(failure({ code: 'unreachable' }))
    probe = () => failure({ code: 'unreachable' })
    const jobId = await start(rows(20))
    await until(jobId, 'paused', 'platform')
    expect(jobOf(jobId).counts).toMatchObject({ intent: 20 })
    desk.jobs.pause(jobId)
    await until(jobId, 'paused', 'asked')
    answer = succeedAll
    desk.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
  })

  it('does not know of a chunk without an answer, never sends it again, and looks before the next', async () => {
    answer = (assetNums, call) =>
      call === 1 ? fail(failure({ code: 'timeout', changed: 'unknown' })) : succeedAll(assetNums)
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ unknown: 10, done: 10 })
    expect(calls).toHaveLength(2)
    expect(waits).toContain(1000)
  })

  it('drops a row for which a later change was asked', async () => {
    const release = hold()
    const jobId = await start(rows(20))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const { assetNum, shellNumber, enterpriseGlobalId } = rows(1, 15)[0]!
    const later = desk.change({
      action: 'enable',
      assetNum,
      shellNumber,
      enterpriseGlobalId,
      operatorIdentity: 'Chen Yu',
      plugId: null,
    })
    release()
    expect(await later).toMatchObject({ state: 'done' })
    await until(jobId, 'ended')
    expect(desk.readJob(jobId)?.rows[15]).toMatchObject({ state: 'not-sent', reason: { kind: 'superseded' } })
    const about = calls.filter(({ assetNums }) => assetNums.includes(assetNum))
    expect(about.map(({ id }) => id)).toEqual(['order.unlockAssets'])
  })

  it('keeps the order of two jobs over the same locks', async () => {
    const release = hold()
    const first = await start(rows(10))
    const second = await start(rows(10), { action: 'enable' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    release()
    await until(first, 'ended')
    await until(second, 'ended')
    expect(calls.map(({ id }) => id)).toEqual(['order.lockAssets', 'order.unlockAssets'])
  })

  it('stops when an answer cannot be written down, and writes it first when it goes on', async () => {
    await journal.stop()
    const { open: openReal } = await import('node:fs/promises')
    let isFull = false
    await open(async (name) => {
      const file = await openReal(name, 'a')
      return {
        write: isFullNow(file.write.bind(file)) as typeof file.write,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    })
    function isFullNow(write: (...given: never[]) => unknown) {
      return (...given: never[]) => {
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return write(...given)
      }
    }
    build()
    answer = (assetNums) => {
      isFull = true
      return succeedAll(assetNums)
    }
    const jobId = await start(rows(20))
    await until(jobId, 'paused', 'journal-not-writable')
    expect(jobOf(jobId).counts).toMatchObject({ sent: 10, intent: 10 })
    isFull = false
    answer = succeedAll
    desk.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
    expect(calls).toHaveLength(2)
  })

  it('after a crash has each row as it was: done, unknown, or waiting for a person', async () => {
    answer = (assetNums, call) => (call === 1 ? succeedAll(assetNums) : new Promise<Answer>(() => undefined))
    const jobId = await start(rows(30))
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    await journal.stop()
    await open()
    build()
    await until(jobId, 'paused', 'interrupted')
    await vi.waitFor(() => expect(jobOf(jobId).counts).toMatchObject({ done: 10, unknown: 10, intent: 10 }))
    expect(calls).toHaveLength(2)
    answer = succeedAll
    desk.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20, unknown: 10 })
    expect(calls).toHaveLength(3)
  })
})

describe('a person’s yes', () => {
  const single = (index: number) => {
    const { assetNum, shellNumber, enterpriseGlobalId, plugId } = rows(1, index)[0]!
    return desk.change({
      action: 'disable',
      assetNum,
      shellNumber,
      enterpriseGlobalId,
      plugId,
      operatorIdentity: 'Li Wei',
    })
  }

  it('is asked for a job beyond fifty rows, with its facts; a no sends nothing', async () => {
    saysYes = false
    const asked = { action: 'disable' as const, operatorIdentity: 'Li Wei', rows: rows(51), retryOf: null }
    expect(await desk.startJob(asked)).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    expect(confirmations).toEqual([
      { kind: 'job', action: 'disable', operatorIdentity: 'Li Wei', rows: 51, enterprises: 1 },
    ])
    expect([calls, desk.jobs.list(5)]).toEqual([[], []])
  })

  it('is not evaded by several smaller jobs', async () => {
    for (const from of [0, 25]) await until(await start(rows(25, from)), 'ended')
    expect(confirmations).toEqual([])
    await until(await start(rows(25, 50)), 'ended')
    expect(confirmations).toHaveLength(1)
  })

  it('to arming is asked once, and counts for that action and operator until disarmed', async () => {
    expect(await desk.arm('disable', 'Li Wei')).toBe(true)
    for (let index = 0; index < 60; index += 1) await single(index)
    expect(confirmations).toEqual([{ kind: 'arm', action: 'disable', operatorIdentity: 'Li Wei' }])
    desk.disarm()
    for (let index = 60; index < 111; index += 1) await single(index)
    expect(confirmations).toHaveLength(2)
  })

  it('to arming ends by itself when no lock comes', async () => {
    await desk.arm('disable', 'Li Wei')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await desk.arm('disable', 'Li Wei')
    vi.advanceTimersByTime(89_000)
    expect(disarmed).toBe(0)
    vi.advanceTimersByTime(2_000)
    expect(disarmed).toBe(1)
  })
})
