import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { settleAfterMs } from '../../src-main/desk/settle-clock'
import { failureOf, gateOf, numbered, rowsOf, startEngine, succeedAll } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const full = () => {
  throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
}
const soon = (ms = 30) => new Promise((done) => setTimeout(done, ms))

describe('what a person says while the job is busy', () => {
  it('is obeyed when a resume comes while the pause is still being written', async () => {
    const answered = gateOf()
    const written = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await answered.passed
      return succeedAll(assetNums)
    }
    engine.does.write = (text) => (text.includes('"ended"') ? written.passed : undefined)
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.desk.jobs.pause(jobId)
    answered.open(undefined)
    await soon()
    engine.desk.jobs.resume(jobId)
    written.open(undefined)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(30)
  })

  it('is obeyed when a cancel comes while the pause is still being written', async () => {
    const answered = gateOf()
    const written = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    engine.does.write = (text) => (text.includes('"ended"') ? written.passed : undefined)
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.desk.jobs.pause(jobId)
    answered.open(undefined)
    await soon()
    const cancelled = engine.desk.jobs.cancel(jobId)
    written.open(undefined)
    expect(await cancelled).toMatchObject({ ok: true })
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
  })

  it('does not send what was cancelled, however fast a resume follows', async () => {
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unreachable' }))
    engine.does.answer = () => fail(failureOf({ code: 'unreachable' }))
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'paused', 'platform')
    engine.desk.jobs.pause(jobId)
    await engine.until(jobId, 'paused', 'asked')
    await soon()
    const before = engine.calls.length
    engine.does.answer = succeedAll
    const cancelled = engine.desk.jobs.cancel(jobId)
    engine.desk.jobs.resume(jobId)
    await cancelled
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ 'not-sent': 20 })
    expect(engine.calls).toHaveLength(before)
  })

  it('sends nothing of a cancelled job where the disk did not take the cancelling', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.does.write = (text) => (text.includes('"closed"') ? full() : undefined)
    await engine.desk.jobs.cancel(jobId)
    answered.open(undefined)
    await engine.until(jobId, 'paused', 'journal-not-writable')
    expect(engine.calls).toHaveLength(1)
    engine.does.write = () => undefined
    expect(await engine.desk.jobs.cancel(jobId)).toMatchObject({ ok: true, value: { state: 'ended' } })
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
  })
})

describe('a disk that fills', () => {
  it('loses no ending that was on its way to the disk with another', async () => {
    let isFull = false
    engine.does.write = async (text) => {
      if (!isFull || !text.includes('"ended"')) return
      await soon(5)
      full()
    }
    engine.does.identify = () => Promise.resolve(fail({ code: 'gone', message: '' }))
    engine.does.answer = (assetNums) => {
      isFull = true
      return succeedAll(assetNums)
    }
    const rows = rowsOf(20)
    const jobId = await engine.start([
      ...rows.slice(0, 10),
      ...rows.slice(10).map((row) => ({ ...row, plugId: 'P' })),
    ])
    await engine.until(jobId, 'paused', 'journal-not-writable')
    isFull = false
    engine.desk.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 10, sent: 0 })
  })

  it('loses no ending when the job is cancelled after it', async () => {
    engine.does.answer = (assetNums) => {
      engine.does.write = full
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'paused', 'journal-not-writable')
    engine.does.write = () => undefined
    expect(await engine.desk.jobs.cancel(jobId)).toMatchObject({ ok: true, value: { state: 'ended' } })
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 10, sent: 0 })
  })

  it('gets no further call while an ending is not on it', async () => {
    engine.does.identify = () => Promise.resolve(fail({ code: 'gone', message: '' }))
    engine.does.write = (text) => (text.includes('"ended"') ? full() : undefined)
    const [first, ...others] = rowsOf(20)
    const jobId = await engine.start([{ ...first!, plugId: 'P' }, ...others])
    await engine.until(jobId, 'paused', 'journal-not-writable')
    engine.does.identify = () => Promise.resolve(succeed(first!.shellNumber))
    engine.desk.jobs.resume(jobId)
    await soon()
    await engine.until(jobId, 'paused', 'journal-not-writable')
    expect(engine.calls).toEqual([])
    engine.does.write = () => undefined
    engine.desk.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 19, 'not-sent': 1 })
    expect(engine.calls.flatMap(({ assetNums }) => assetNums)).not.toContain(first!.assetNum)
  })

  it('gets the ending of a single change as soon as it has room', async () => {
    engine.does.answer = (assetNums) => {
      engine.does.write = full
      return succeedAll(assetNums)
    }
    expect(await engine.single(1)).toMatchObject({ state: 'done' })
    expect(engine.desk.recent(1)).toMatchObject([{ state: 'sent' }])
    engine.does.write = () => undefined
    await vi.waitFor(() => expect(engine.desk.recent(1)).toMatchObject([{ state: 'done' }]))
  })
})

describe('a platform that answers in its own way', () => {
  it('is asked for the job where only the enterprise of the probe is refused', async () => {
    engine.does.answer = (assetNums, call) =>
      call === 1 ? fail(failureOf({ code: 'unreachable' })) : succeedAll(assetNums)
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unauthorized', businessCode: '60000' }))
    const jobId = await engine.start(rowsOf(10))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(10)
  })

  it('is asked less and less often where it answers the probe and not the job', async () => {
    engine.does.answer = () => fail(failureOf({ code: 'unauthorized', businessCode: '60000' }))
    const jobId = await engine.start(rowsOf(10))
    await vi.waitFor(() => expect(engine.calls.length).toBeGreaterThan(6))
    await engine.desk.jobs.cancel(jobId)
    expect(engine.waits.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
  })

  it('ends a chunk that is no request at all, and goes on with the next', async () => {
    engine.does.refuse = (assetNums) =>
      assetNums.includes(numbered(0)) ? failureOf({ code: 'invalid' }) : null
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ 'not-sent': 10, done: 10 })
    expect(engine.waits).toEqual([])
  })

  it('is not waited for once a person goes on', async () => {
    engine.does.answer = (assetNums, call) =>
      call === 1 ? fail(failureOf({ code: 'unreachable' })) : succeedAll(assetNums)
    let probes = 0
    engine.does.probe = () => {
      probes += 1
      return new Promise(() => undefined)
    }
    const jobId = await engine.start(rowsOf(10))
    await vi.waitFor(() => expect(probes).toBe(1))
    engine.desk.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
  })
})

describe('what throws where nothing should', () => {
  it('does not leave a job running for ever', async () => {
    engine.does.identify = () => Promise.reject(new Error('the USB process is gone'))
    const [first, ...others] = rowsOf(20)
    const jobId = await engine.start([{ ...first!, plugId: 'P' }, ...others])
    await engine.until(jobId, 'ended')
    expect(engine.desk.readJob(jobId)?.rows[0]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-unreadable' },
    })
    expect(engine.job(jobId).counts.done).toBe(19)
  })

  it('makes rows unknown when it comes after they left', async () => {
    engine.does.answer = (assetNums, call) => {
      if (call === 1) throw new Error('a fault of ours')
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ unknown: 10, done: 10 })
  })

  it('lets a single change come to its end', async () => {
    engine.does.identify = () => Promise.reject(new Error('the USB process is gone'))
    expect(await engine.single(1, { plugId: 'P' })).toMatchObject({ state: 'not-sent' })
    engine.does.answer = () => Promise.reject(new Error('a fault of ours'))
    expect(await engine.single(1)).toMatchObject({ state: 'unknown' })
  })
})

describe('the end of a desk', () => {
  it('begins no job whose dialog was still open', async () => {
    const said = gateOf<boolean>()
    engine.does.confirm = () => said.passed
    const starting = engine.desk.startJob({
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: rowsOf(60),
      retryOf: null,
    })
    const begun = Date.now()
    await engine.desk.stop()
    expect(Date.now() - begun).toBeLessThan(20_000)
    said.open(true)
    expect(await starting).toMatchObject({ ok: false })
    expect(engine.journal.jobs()).toEqual([])
  })

  it('does not wait for a dialog that asks about one more', async () => {
    for (let index = 0; index < 50; index += 1) await engine.single(index)
    engine.does.confirm = () => new Promise(() => undefined)
    const one = engine.single(99)
    await soon()
    const begun = Date.now()
    await engine.desk.stop()
    expect(Date.now() - begun).toBeLessThan(20_000)
    expect(await one).toMatchObject({ state: 'not-sent' })
    expect(engine.calls).toHaveLength(50)
  })

  it('lets no chunk out that waited for another change of its lock', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    const one = engine.single(3)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    const jobId = await engine.start(rowsOf(10), 'enable')
    const stopping = engine.desk.stop()
    answered.open(undefined)
    await Promise.all([one, stopping])
    await soon()
    expect(engine.calls).toHaveLength(1)
    expect(engine.journal.job(jobId)?.courses.every(({ state }) => state === 'intent')).toBe(true)
  })

  it('lets no chunk out that waited for another change when the job was paused', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await answered.passed
      return succeedAll(assetNums)
    }
    const one = engine.single(3)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    const jobId = await engine.start(rowsOf(10), 'enable')
    engine.desk.jobs.pause(jobId)
    answered.open(undefined)
    await one
    await engine.until(jobId, 'paused', 'asked')
    expect(engine.calls).toHaveLength(1)
    engine.desk.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(10)
  })
})

describe('another platform', () => {
  it('has locks of its own: a change there does not supersede one that waits here', async () => {
    const release = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await release.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.desk.jobs.pause(jobId)
    release.open(undefined)
    await engine.until(jobId, 'paused')
    engine.does.environment = 'training'
    const training = engine.another()
    const { assetNum, shellNumber, enterpriseGlobalId, plugId } = rowsOf(1, 15)[0]!
    const request = { assetNum, shellNumber, enterpriseGlobalId, plugId }
    await training.change({ action: 'enable', operatorIdentity: 'Li Wei', ...request })
    expect(training.jobs.resume(jobId)).toMatchObject({ ok: false })
    engine.desk.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(20)
  })
})

describe('settling', () => {
  it('is not barred by a later change that has not gone out yet', async () => {
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    const { entryId } = await engine.single(1)
    engine.does.answer = () => fail(failureOf({ code: 'unreachable' }))
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unreachable' }))
    const jobId = await engine.start(rowsOf(3), 'enable')
    await engine.until(jobId, 'paused', 'platform')
    engine.does.locked = () => true
    expect(await engine.desk.settle(entryId)).toMatchObject({ state: 'done' })
  })

  it('is tried again where the platform could not be read the first time', async () => {
    let seen: boolean | null = null
    engine.does.locked = () => seen
    const turns: (() => void)[] = []
    engine.does.longPause = () => new Promise((done) => turns.push(done))
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    const jobId = await engine.start(rowsOf(5))
    await engine.until(jobId, 'ended')
    await vi.waitFor(() => expect(turns).toHaveLength(1))
    turns[0]?.()
    await vi.waitFor(() => expect(turns).toHaveLength(2))
    expect(engine.job(jobId).counts.unknown).toBe(5)
    seen = true
    turns[1]?.()
    await vi.waitFor(() => expect(engine.job(jobId).counts.done).toBe(5))
    expect(engine.waits.filter((ms) => ms >= 60_000)).toEqual([settleAfterMs, 2 * settleAfterMs])
  })

  it('writes what it found of a job in one record', async () => {
    engine.does.locked = () => true
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    const jobId = await engine.start(rowsOf(10))
    await engine.until(jobId, 'ended')
    let changes = 0
    engine.journal.onChange(() => (changes += 1))
    await engine.desk.settleJob(jobId)
    expect(engine.job(jobId).counts.done).toBe(10)
    expect(changes).toBe(1)
  })
})

describe('a list of jobs', () => {
  it('shows a job that is not over behind any number of single changes', async () => {
    const release = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await release.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    for (let index = 100; index < 110; index += 1) await engine.single(index)
    expect(engine.desk.jobs.list(5).map((job) => job.jobId)).toContain(jobId)
    release.open(undefined)
    await engine.until(jobId, 'ended')
  })
})

describe('a lock that is pointed at', () => {
  it('is held against the asset that would be changed, not against what the page says of it', async () => {
    engine.does.identify = () => Promise.resolve(succeed(rowsOf(1, 1)[0]!.shellNumber))
    const mixedUp = { plugId: 'P', shellNumber: rowsOf(1, 1)[0]!.shellNumber }
    expect(await engine.single(2, mixedUp)).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-swapped' },
    })
    const jobId = await engine.start([{ ...rowsOf(1, 2)[0]!, ...mixedUp }])
    await engine.until(jobId, 'ended')
    expect(engine.calls).toEqual([])
    expect(await engine.single(1, mixedUp)).toMatchObject({ state: 'done' })
  })
})

describe('taking up', () => {
  it('leaves alone what goes out while it is still writing', async () => {
    const released = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call <= 2) await released.passed
      return succeedAll(assetNums)
    }
    // Two jobs in the middle of a call, and then the process is gone.
    const first = await engine.start(rowsOf(20))
    const second = await engine.start(rowsOf(20, 50))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(2))
    const written = gateOf()
    engine.does.write = (text) => (text.includes('"interrupted"') ? written.passed : undefined)
    const desk = engine.another()
    engine.does.answer = () => new Promise(() => undefined)
    desk.jobs.resume(second)
    written.open(undefined)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(3))
    await soon()
    expect(engine.journal.job(first)?.counts).toMatchObject({ unknown: 10, intent: 10 })
    expect(engine.journal.job(second)?.counts).toMatchObject({ unknown: 10, sent: 10 })
    released.open(undefined)
  }, 15_000)
})
