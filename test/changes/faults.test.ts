import type { Job } from '#shared/model/changes/job'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { settleDelayMs } from '../../src-main/changes/reconcile/settle-delay'
import { failureOf, gateOf, numbered, rowsOf, startEngine, succeedAll } from './support/engine'
import type { Engine } from './support/engine'
import { changeOne } from './support/change-one'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const full = () => {
  throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
}
const soon = (ms = 30) => new Promise((done) => setTimeout(done, ms))

describe('pausing and canceling a busy job', () => {
  it('a resume takes effect while the pause is still being written', async () => {
    const answered = gateOf()
    const written = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await answered.passed
      return succeedAll(assetNums)
    }
    engine.does.write = (text) => (text.includes('"ended"') ? written.passed : undefined)
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.changeService.jobs.pause(jobId)
    answered.open(undefined)
    await soon()
    engine.changeService.jobs.resume(jobId)
    written.open(undefined)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(30)
  })

  it('a cancel takes effect while the pause is still being written', async () => {
    const answered = gateOf()
    const written = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    engine.does.write = (text) => (text.includes('"ended"') ? written.passed : undefined)
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.changeService.jobs.pause(jobId)
    answered.open(undefined)
    await soon()
    const cancelled = engine.changeService.jobs.cancel(jobId)
    written.open(undefined)
    expect(await cancelled).toMatchObject({ ok: true })
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
  })

  it('canceled rows are not sent, even if a resume follows at once', async () => {
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unreachable' }))
    engine.does.answer = () => fail(failureOf({ code: 'unreachable' }))
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'paused', 'platform')
    engine.changeService.jobs.pause(jobId)
    await engine.until(jobId, 'paused', 'requested')
    await soon()
    const before = engine.calls.length
    engine.does.answer = succeedAll
    const cancelled = engine.changeService.jobs.cancel(jobId)
    engine.changeService.jobs.resume(jobId)
    await cancelled
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ 'not-sent': 20 })
    expect(engine.calls).toHaveLength(before)
  })

  it('sends no row of a canceled job where the cancel could not be written', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.does.write = (text) => (text.includes('"closed"') ? full() : undefined)
    await engine.changeService.jobs.cancel(jobId)
    answered.open(undefined)
    await engine.until(jobId, 'paused', 'journal-not-writable')
    expect(engine.calls).toHaveLength(1)
    engine.does.write = () => undefined
    expect(await engine.changeService.jobs.cancel(jobId)).toMatchObject({
      ok: true,
      value: { state: 'ended' },
    })
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 20 })
  })
})

describe('a full disk', () => {
  it('keeps results that were being written in one batch', async () => {
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
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 10, sent: 0 })
  })

  it('shows the result meanwhile, and ends the job once the disk accepts it', async () => {
    let isFull = true
    engine.does.write = (text) => (isFull && text.includes('"ended"') ? full() : undefined)
    expect(await engine.single(3)).toMatchObject({ state: 'done' })
    const [{ jobId }] = engine.changeService.jobs.list(1) as [Job]
    expect(engine.journal.job(jobId)?.counts).toMatchObject({ sent: 1 })
    expect(engine.job(jobId)).toMatchObject({ state: 'paused', pause: { kind: 'journal-not-writable' } })
    isFull = false
    await engine.until(jobId, 'ended')
    expect(engine.journal.job(jobId)?.counts).toMatchObject({ done: 1 })
    expect(engine.calls).toHaveLength(1)
  })

  it('keeps results when the job is canceled afterwards', async () => {
    engine.does.answer = (assetNums) => {
      engine.does.write = full
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'paused', 'journal-not-writable')
    engine.does.write = () => undefined
    expect(await engine.changeService.jobs.cancel(jobId)).toMatchObject({
      ok: true,
      value: { state: 'ended' },
    })
    expect(engine.job(jobId).counts).toMatchObject({ done: 10, 'not-sent': 10, sent: 0 })
  })

  it('stops further requests while a result is not written', async () => {
    engine.does.identify = () => Promise.resolve(fail({ code: 'gone', message: '' }))
    engine.does.write = (text) => (text.includes('"ended"') ? full() : undefined)
    const [first, ...others] = rowsOf(20)
    const jobId = await engine.start([{ ...first!, plugId: 'P' }, ...others])
    await engine.until(jobId, 'paused', 'journal-not-writable')
    engine.does.identify = () => Promise.resolve(succeed(first!.shellNumber))
    engine.changeService.jobs.resume(jobId)
    await soon()
    await engine.until(jobId, 'paused', 'journal-not-writable')
    expect(engine.calls).toEqual([])
    engine.does.write = () => undefined
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ done: 19, 'not-sent': 1 })
    expect(engine.calls.flatMap(({ assetNums }) => assetNums)).not.toContain(first!.assetNum)
  })

  it('receives the result of a single change as soon as space is free', async () => {
    engine.does.answer = (assetNums) => {
      engine.does.write = full
      return succeedAll(assetNums)
    }
    expect(await engine.single(1)).toMatchObject({ state: 'done' })
    expect(engine.changeService.recent(1)).toMatchObject([{ state: 'sent' }])
    engine.does.write = () => undefined
    await vi.waitFor(() => expect(engine.changeService.recent(1)).toMatchObject([{ state: 'done' }]))
  })
})

describe('a platform with partial failures', () => {
  it('receives the job’s requests where only the probe’s enterprise is refused', async () => {
    engine.does.answer = (assetNums, call) =>
      call === 1 ? fail(failureOf({ code: 'unreachable' })) : succeedAll(assetNums)
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unauthorized', businessCode: '60000' }))
    const jobId = await engine.start(rowsOf(10))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(10)
  })

  it('is retried with growing delays where the probe succeeds and the job fails', async () => {
    engine.does.answer = () => fail(failureOf({ code: 'unauthorized', businessCode: '60000' }))
    const jobId = await engine.start(rowsOf(10))
    await vi.waitFor(() => expect(engine.calls.length).toBeGreaterThan(6))
    await engine.changeService.jobs.cancel(jobId)
    expect(engine.waits.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
  })

  it('an invalid chunk fails, and the next is sent', async () => {
    engine.does.refuse = (assetNums) =>
      assetNums.includes(numbered(0)) ? failureOf({ code: 'invalid' }) : null
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ 'not-sent': 10, done: 10 })
    expect(engine.waits).toEqual([])
  })

  it('a manual resume does not wait for the probe', async () => {
    engine.does.answer = (assetNums, call) =>
      call === 1 ? fail(failureOf({ code: 'unreachable' })) : succeedAll(assetNums)
    let probes = 0
    engine.does.probe = () => {
      probes += 1
      return new Promise(() => undefined)
    }
    const jobId = await engine.start(rowsOf(10))
    await vi.waitFor(() => expect(probes).toBe(1))
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
  })
})

describe('unexpected exceptions', () => {
  it('do not leave a job running forever', async () => {
    engine.does.identify = () => Promise.reject(new Error('the USB process is gone'))
    const [first, ...others] = rowsOf(20)
    const jobId = await engine.start([{ ...first!, plugId: 'P' }, ...others])
    await engine.until(jobId, 'ended')
    expect(engine.changeService.readJob(jobId)?.rows[0]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-unreadable' },
    })
    expect(engine.job(jobId).counts.done).toBe(19)
  })

  it('make rows unconfirmed when thrown after the rows were sent', async () => {
    engine.does.answer = (assetNums, call) => {
      if (call === 1) throw new Error('an internal error')
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts).toMatchObject({ unknown: 10, done: 10 })
  })

  it('let a single change finish', async () => {
    engine.does.identify = () => Promise.reject(new Error('the USB process is gone'))
    expect(await engine.single(1, { plugId: 'P' })).toMatchObject({ state: 'not-sent' })
    engine.does.answer = () => Promise.reject(new Error('an internal error'))
    expect(await engine.single(1)).toMatchObject({ state: 'unknown' })
  })
})

describe('stopping with work in progress', () => {
  it('starts no job whose dialog was still open', async () => {
    const gate = gateOf<boolean>()
    engine.does.confirm = () => gate.passed
    const starting = engine.changeService.startJob({
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: rowsOf(60),
      retryOf: null,
    })
    // The dialog answers only after the change service has stopped.
    await engine.changeService.stop()
    gate.open(true)
    expect(await starting).toMatchObject({ ok: false })
    expect(engine.journal.jobs()).toEqual([])
  })

  it('does not wait for a confirmation dialog of a single change', async () => {
    for (let index = 0; index < 50; index += 1) await engine.single(index)
    engine.does.confirm = () => new Promise(() => undefined)
    const declined = expect(engine.single(99)).rejects.toThrow('not-confirmed')
    await soon()
    // The dialog never answers.
    await engine.changeService.stop()
    await declined
    expect(engine.calls).toHaveLength(50)
  })

  it('sends no chunk that waited for another change of its lock', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums) => {
      await answered.passed
      return succeedAll(assetNums)
    }
    const one = engine.single(3)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    const jobId = await engine.start(rowsOf(10), 'enable')
    const stopping = engine.changeService.stop()
    answered.open(undefined)
    await Promise.all([one, stopping])
    await soon()
    expect(engine.calls).toHaveLength(1)
    expect(engine.journal.job(jobId)?.rowStates.every(({ state }) => state === 'intent')).toBe(true)
  })

  it('sends no chunk that waited for another change when the job was paused', async () => {
    const answered = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await answered.passed
      return succeedAll(assetNums)
    }
    const one = engine.single(3)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    const jobId = await engine.start(rowsOf(10), 'enable')
    engine.changeService.jobs.pause(jobId)
    answered.open(undefined)
    await one
    await engine.until(jobId, 'paused', 'requested')
    expect(engine.calls).toHaveLength(1)
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(10)
  })
})

describe('another platform', () => {
  it('has separate locks: a change there does not supersede a waiting one here', async () => {
    const release = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await release.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(1))
    engine.changeService.jobs.pause(jobId)
    release.open(undefined)
    await engine.until(jobId, 'paused')
    engine.does.environment = 'training'
    const training = engine.another()
    const [seen] = training.jobs.list(1)
    expect(seen).toMatchObject({ jobId, state: 'paused' })
    expect(seen?.elsewhere).toBe(seen?.environment)
    expect(engine.job(jobId).elsewhere).toBeUndefined()
    const { assetNum, shellNumber, enterpriseGlobalId, plugId } = rowsOf(1, 15)[0]!
    const request = { assetNum, shellNumber, enterpriseGlobalId, plugId }
    await changeOne(training, { action: 'enable', operatorIdentity: 'Li Wei', ...request })
    expect(training.jobs.resume(jobId)).toMatchObject({ ok: false })
    engine.changeService.jobs.resume(jobId)
    await engine.until(jobId, 'ended')
    expect(engine.job(jobId).counts.done).toBe(20)
  })
})

describe('what was sent to a platform', () => {
  it('says where it was sent once another platform is open, and is sent again only there', async () => {
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'ended')
    const address = engine.does.environment
    expect(engine.changeService.readJob(jobId)?.job).not.toHaveProperty('elsewhere')
    expect(engine.changeService.recent(2).map(({ elsewhere }) => elsewhere)).toEqual([undefined, undefined])
    engine.does.environment = 'training'
    const training = engine.another()
    expect(training.jobs.list(10)).toMatchObject([{ jobId, elsewhere: address }])
    expect(training.recent(2)).toMatchObject([{ elsewhere: address }, { elsewhere: address }])
    expect(training.readJob(jobId)).toMatchObject({
      job: { elsewhere: address },
      rows: [{ elsewhere: address }, { elsewhere: address }],
    })
    const calls = engine.calls.length
    const again = { action: 'disable', operatorIdentity: 'Li Wei', rows: rowsOf(2), retryOf: null } as const
    expect(await training.startJob({ ...again, sendsAgain: jobId })).toMatchObject({
      ok: false,
      error: { code: 'other-platform' },
    })
    expect(engine.calls).toHaveLength(calls)
  })
})

describe('reconciling', () => {
  it('ignores a later change that has not been sent yet', async () => {
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    const { entryId } = await engine.single(1)
    engine.does.answer = () => fail(failureOf({ code: 'unreachable' }))
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unreachable' }))
    const jobId = await engine.start(rowsOf(3), 'enable')
    await engine.until(jobId, 'paused', 'platform')
    engine.does.locked = () => true
    expect(await engine.changeService.unresolved.checkResults([entryId])).toMatchObject([
      { entry: { state: 'done' } },
    ])
  })

  it('is retried where the platform could not be read the first time', async () => {
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
    const inSeconds = engine.waits.map((ms) => Math.round(ms / 1000) * 1000)
    expect(inSeconds.filter((ms) => ms >= 60_000)).toEqual([settleDelayMs, 2 * settleDelayMs])
  })

  it('writes the results of one job in one record', async () => {
    engine.does.locked = () => true
    engine.does.answer = () => fail(failureOf({ code: 'timeout', changed: 'unknown' }))
    const jobId = await engine.start(rowsOf(10))
    await engine.until(jobId, 'ended')
    let changes = 0
    engine.journal.onChange(() => (changes += 1))
    await engine.changeService.reconcileJob(jobId)
    expect(engine.job(jobId).counts.done).toBe(10)
    expect(changes).toBe(1)
  })
})

describe('the list of jobs', () => {
  it('shows an unfinished job behind any number of single changes', async () => {
    const release = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 1) await release.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(20))
    for (let index = 100; index < 110; index += 1) await engine.single(index)
    expect(engine.changeService.jobs.list(5).map((job) => job.jobId)).toContain(jobId)
    release.open(undefined)
    await engine.until(jobId, 'ended')
  })
})

describe('a change of a plugged lock', () => {
  it('is checked against the asset to change, not against the number the page gave', async () => {
    engine.does.identify = () => Promise.resolve(succeed(rowsOf(1, 1)[0]!.shellNumber))
    const mismatched = { plugId: 'P', shellNumber: rowsOf(1, 1)[0]!.shellNumber }
    expect(await engine.single(2, mismatched)).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'lock-swapped' },
    })
    const jobId = await engine.start([{ ...rowsOf(1, 2)[0]!, ...mismatched }])
    await engine.until(jobId, 'ended')
    expect(engine.calls).toEqual([])
    expect(await engine.single(1, mismatched)).toMatchObject({ state: 'done' })
  })
})

describe('recovering interrupted jobs', () => {
  it('ignores rows that are sent while it is still writing', async () => {
    const released = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call <= 2) await released.passed
      return succeedAll(assetNums)
    }
    // Two jobs are in the middle of a request when the process ends.
    const first = await engine.start(rowsOf(20))
    const second = await engine.start(rowsOf(20, 50))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(2))
    const written = gateOf()
    engine.does.write = (text) => (text.includes('"interrupted"') ? written.passed : undefined)
    const changeService = engine.another()
    engine.does.answer = () => new Promise(() => undefined)
    changeService.jobs.resume(second)
    written.open(undefined)
    await vi.waitFor(() => expect(engine.calls).toHaveLength(3))
    await soon()
    expect(engine.journal.job(first)?.counts).toMatchObject({ unknown: 10, intent: 10 })
    expect(engine.journal.job(second)?.counts).toMatchObject({ unknown: 10, sent: 10 })
    released.open(undefined)
  }, 15_000)
})
