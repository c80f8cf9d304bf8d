import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LockAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createChangeService } from '../../../src-main/changes/change-service'
import type { ChangeService } from '../../../src-main/changes/change-service'
import type { HighImpact } from '../../../src-main/changes/high-impact'
import { settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import { readJournal } from '../../../src-main/journal/read-journal'
import type { JournalRecord } from '../../../src-main/journal/record'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { changeOne } from '../support/change-one'

type Results = { assetNum: string | null; status: number | null }[]
type Answer = Outcome<Results, PlatformFailure>

let folder: string
let journal: Journal
let changeService: ChangeService
/** The requests in the order they were sent. */
let calls: { id: string; assetNums: string[] }[]
let answer: (assetNums: string[], call: number) => Answer | Promise<Answer>
let readable: (plugId: string) => Outcome<ShellNumber, { code: 'gone' | 'busy'; message: string }>
let confirmations: HighImpact[]
let isConfirming: boolean | Promise<boolean>
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
  const directory: Partial<AssetDirectory> = {
    known: () => null,
    reread: (id) => {
      rereads.push(id)
      return Promise.resolve(null)
    },
    refreshAll: () => Promise.resolve(),
    probe: () => Promise.resolve(probe()),
  }
  const locks: Partial<LockSource> = { identify: (plugId) => Promise.resolve(readable(plugId)) }
  changeService = createChangeService({
    client: client as PlatformClient,
    directory: directory as AssetDirectory,
    journal,
    locks: locks as LockSource,
    confirmHighImpact: (what) => {
      confirmations.push(what)
      return Promise.resolve(isConfirming)
    },
    platform: { id: 'https://platform.example', training: false },
    chunkSize: () => chunkSize,
    onContinuousIdle: () => (disarmed += 1),
    onNewEnterprises: () => undefined,
    pause: (ms, signal) => {
      waits.push(ms)
      return ms >= settleDelayMs
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
  isConfirming = true
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
  await changeService.stop()
  await journal.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = async (
  requestRows: ReturnType<typeof rows>,
  over: { action?: LockAction; retryOf?: string } = {},
): Promise<string> => {
  const started = await changeService.startJob({
    action: over.action ?? 'disable',
    operatorIdentity: 'Li Wei',
    rows: requestRows,
    retryOf: over.retryOf ?? null,
  })
  if (!started.ok) throw new Error(started.error.code)
  return started.value.jobId
}

const jobOf = (jobId: string): Job => {
  const read = changeService.readJob(jobId)
  if (read === null) throw new Error('no such job')
  return read.job
}
const until = (jobId: string, state: Job['state'], kind?: string) =>
  vi.waitFor(() => expect(jobOf(jobId)).toMatchObject({ state, ...(kind ? { pause: { kind } } : {}) }))

/** Holds requests back until the returned function is called. */
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
  it('is sent in chunks, in order, each lock once', async () => {
    const jobId = await start(rows(25))
    await until(jobId, 'ended')
    expect(calls.map(({ assetNums }) => assetNums.length)).toEqual([10, 10, 5])
    expect(calls.flatMap(({ assetNums }) => assetNums)).toEqual(rows(25).map(({ assetNum }) => assetNum))
    expect(jobOf(jobId)).toMatchObject({ rows: 25, enterprises: 1, counts: { done: 25, intent: 0, sent: 0 } })
  })

  it('is fully on disk before its first request', async () => {
    const onDisk: string[][] = []
    answer = async (assetNums) => {
      const records: JournalRecord[] = []
      readJournal([await readFile(join(folder, 'journal.log'))], (record) => records.push(record))
      onDisk.push(records.flatMap((one) => (one.kind === 'job' ? one.intent.rows.map(({ key }) => key) : [])))
      return succeedAll(assetNums)
    }
    await until(await start(rows(25)), 'ended')
    expect(onDisk[0]).toEqual(rows(25).map(({ assetNum }) => assetNum))
  })

  it('matches results by number: missing, duplicate and unknown statuses are unconfirmed', async () => {
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
    expect(changeService.readJob(jobId)?.rows.map(({ state }) => state)).toEqual([
      'done',
      'unknown',
      'unknown',
      'failed',
      'unknown',
      'failed',
    ])
  })

  it('keeps its operator and the job it retries', async () => {
    const first = await start(rows(2))
    await until(first, 'ended')
    const second = await start(rows(1), { retryOf: first })
    await until(second, 'ended')
    expect(jobOf(second)).toMatchObject({ retryOf: first, operatorIdentity: 'Li Wei' })
    expect(changeService.jobs.list(1)).toMatchObject([{ jobId: second }])
  })

  it('is listed by its action, however many others followed', async () => {
    const first = await start(rows(1))
    await until(first, 'ended')
    const others = await start(rows(1), { action: 'enable' })
    await until(others, 'ended')
    expect(changeService.jobs.list(1, 'disable')).toMatchObject([{ jobId: first }])
    expect(changeService.jobs.list(5, 'allocate')).toEqual([])
  })

  it('refreshes the records of its enterprises when it ends', async () => {
    await until(await start(rows(25)), 'ended')
    expect(rereads).toEqual(['E1'])
  })

  it('skips a plugged lock that was swapped and sends the others', async () => {
    readable = (plugId) =>
      plugId === 'P0' ? succeed('8000000000' as ShellNumber) : fail({ code: 'gone', message: '' })
    const [first, second] = rows(2)
    const jobId = await start([
      { ...first!, plugId: 'P0' },
      { ...second!, plugId: 'P1' },
    ])
    await until(jobId, 'ended')
    expect(calls.flatMap(({ assetNums }) => assetNums)).toEqual([numbered(0)])
    expect(changeService.readJob(jobId)?.rows[1]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-pulled-out' },
    })
  })

  it('marks a refused chunk as failed and continues with the next', async () => {
    answer = (assetNums, call) =>
      call === 1 ? fail(failure({ businessCode: '13004' })) : succeedAll(assetNums)
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ failed: 10, done: 10 })
  })
})

describe('controlling a job', () => {
  it('pauses between chunks and resumes at the same row', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    changeService.jobs.pause(jobId)
    release()
    await until(jobId, 'paused', 'requested')
    expect(calls).toHaveLength(1)
    expect(jobOf(jobId).counts).toMatchObject({ done: 10, intent: 20 })
    changeService.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(calls).toHaveLength(3)
  })

  it('cancels rows that were not sent and waits for those in progress', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await changeService.jobs.cancel(jobId)
    release()
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
    expect(changeService.readJob(jobId)?.rows[29]?.reason).toEqual({ kind: 'cancelled' })
    expect(calls).toHaveLength(1)
  })

  it('cancels a paused job at once, and rejects a job that has ended', async () => {
    const release = hold()
    const jobId = await start(rows(30))
    changeService.jobs.pause(jobId)
    release()
    await until(jobId, 'paused')
    expect(await changeService.jobs.cancel(jobId)).toMatchObject({ ok: true, value: { state: 'ended' } })
    expect(changeService.jobs.resume(jobId)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a job during an outage', () => {
  it.each([
    ['nobody there', failure({ code: 'unreachable' })],
    ['a rejected token', failure({ code: 'unauthorized', businessCode: '60000' })],
  ])('waits with %s, probes with growing delays and continues by itself', async (_name, met) => {
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
    // The first chunk failed once, then both were sent.
    expect(calls).toHaveLength(3)
  })

  it('waits at least as long as a busy platform asks, and sends each row once', async () => {
    answer = (assetNums, call) =>
      call === 1 ? fail(failure({ code: 'busy', retryAfterMs: 7_000, changed: 'no' })) : succeedAll(assetNums)
    probe = () => null
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
    expect(waits[0]).toBe(7_000)
    expect(calls).toHaveLength(3)
  })

  it('reports why it waits and can be controlled meanwhile', async () => {
    answer = () => fail(failure({ code: 'unreachable' }))
    probe = () => failure({ code: 'unreachable' })
    const jobId = await start(rows(20))
    await until(jobId, 'paused', 'platform')
    expect(jobOf(jobId).counts).toMatchObject({ intent: 20 })
    changeService.jobs.pause(jobId)
    await until(jobId, 'paused', 'requested')
    answer = succeedAll
    changeService.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
  })

  it('leaves a chunk without a response unconfirmed, never resends it and probes before the next', async () => {
    answer = (assetNums, call) =>
      call === 1 ? fail(failure({ code: 'timeout', changed: 'unknown' })) : succeedAll(assetNums)
    const jobId = await start(rows(20))
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ unknown: 10, done: 10 })
    expect(calls).toHaveLength(2)
    expect(waits).toContain(1000)
  })

  it('skips a row that a later change supersedes', async () => {
    const release = hold()
    const jobId = await start(rows(20))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const { assetNum, shellNumber, enterpriseGlobalId } = rows(1, 15)[0]!
    const later = changeOne(changeService, {
      action: 'enable',
      assetNum,
      shellNumber,
      enterpriseGlobalId,
      operatorIdentity: 'Chen Yu',
      plugId: null,
    })
    await vi.waitFor(() => expect(changeService.recent(1)[0]?.action).toBe('enable'))
    release()
    expect(await later).toMatchObject({ state: 'done' })
    await until(jobId, 'ended')
    expect(changeService.readJob(jobId)?.rows[15]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'superseded' },
    })
    const ownCalls = calls.filter(({ assetNums }) => assetNums.includes(assetNum))
    expect(ownCalls.map(({ id }) => id)).toEqual(['order.unlockAssets'])
  })

  it.each([
    ['declined', false, ['order.lockAssets']],
    ['confirmed', true, ['order.lockAssets', 'order.unlockAssets']],
  ] as const)(
    'sends a row whose later change is %s in the system dialog afterwards',
    async (_name, is, sent) => {
      const enable = ({ plugId: _plugId, ...row }: ReturnType<typeof rows>[number]) =>
        changeOne(changeService, { ...row, action: 'enable', operatorIdentity: 'Chen Yu', plugId: null })
      // From the 51st change on, a single one needs the system dialog.
      for (const row of rows(50, 100)) await enable(row)
      const release = hold()
      const jobId = await start(rows(20))
      let decide = (): void => undefined
      isConfirming = new Promise((done) => {
        decide = () => {
          done(is)
        }
      })
      const before = confirmations.length
      const later = enable(rows(1, 15)[0]!).catch(String)
      await vi.waitFor(() => expect(confirmations).toHaveLength(before + 1))
      release()
      await until(jobId, 'ended')
      expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
      decide()
      expect(await later).toEqual(is ? expect.objectContaining({ state: 'done' }) : 'Error: not-confirmed')
      const about = calls.filter(({ assetNums }) => assetNums.includes(numbered(15)))
      expect(about.map(({ id }) => id)).toEqual(sent)
    },
  )

  it('keeps the order of two jobs with the same locks', async () => {
    const release = hold()
    const first = await start(rows(10))
    const second = await start(rows(10), { action: 'enable' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    release()
    await until(first, 'ended')
    await until(second, 'ended')
    expect(calls.map(({ id }) => id)).toEqual(['order.lockAssets', 'order.unlockAssets'])
  })

  it('stops when a result cannot be written, and writes it before it continues', async () => {
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
    function isFullNow(write: (...args: never[]) => unknown) {
      return (...args: never[]) => {
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return write(...args)
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
    changeService.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20 })
    expect(calls).toHaveLength(2)
  })

  it('recovers each row after a crash as completed, unconfirmed or waiting for review', async () => {
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
    changeService.jobs.resume(jobId)
    await until(jobId, 'ended')
    expect(jobOf(jobId).counts).toMatchObject({ done: 20, unknown: 10 })
    expect(calls).toHaveLength(3)
  })
})

describe('confirmation in a system dialog', () => {
  const single = (index: number) => {
    const { assetNum, shellNumber, enterpriseGlobalId, plugId } = rows(1, index)[0]!
    return changeOne(changeService, {
      action: 'disable',
      assetNum,
      shellNumber,
      enterpriseGlobalId,
      plugId,
      operatorIdentity: 'Li Wei',
    })
  }

  it('is required for a job of more than 50 rows; canceling sends nothing', async () => {
    isConfirming = false
    const jobRequest = {
      action: 'disable' as const,
      operatorIdentity: 'Li Wei',
      rows: rows(51),
      retryOf: null,
    }
    expect(await changeService.startJob(jobRequest)).toMatchObject({
      ok: false,
      error: { code: 'not-confirmed' },
    })
    expect(confirmations).toEqual([
      {
        kind: 'locks',
        action: 'disable',
        operatorIdentity: 'Li Wei',
        locks: 51,
        enterprises: 0,
        unlisted: 51,
        isQueued: false,
      },
    ])
    expect([calls, changeService.jobs.list(5)]).toEqual([[], []])
  })

  it('is also required where several smaller jobs add up', async () => {
    for (const from of [0, 25]) await until(await start(rows(25, from)), 'ended')
    expect(confirmations).toEqual([])
    await until(await start(rows(25, 50)), 'ended')
    expect(confirmations).toHaveLength(1)
  })

  it('of continuous mode is asked once per action and operator until it stops', async () => {
    expect((await changeService.startContinuous('disable', 'Li Wei')).ok).toBe(true)
    for (let index = 0; index < 60; index += 1) await single(index)
    expect(confirmations).toEqual([
      { kind: 'continuous', action: 'disable', operatorIdentity: 'Li Wei', locks: 200 },
    ])
    changeService.stopContinuous()
    for (let index = 60; index < 111; index += 1) await single(index)
    expect(confirmations).toHaveLength(2)
  })

  it('of continuous mode expires when no lock comes', async () => {
    await changeService.startContinuous('disable', 'Li Wei')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await changeService.startContinuous('disable', 'Li Wei')
    vi.advanceTimersByTime(89_000)
    expect(disarmed).toBe(0)
    vi.advanceTimersByTime(2_000)
    expect(disarmed).toBe(1)
  })
})
