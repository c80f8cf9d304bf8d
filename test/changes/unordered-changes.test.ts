import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccountRecord } from '../../src-main/policy/account-record'
import type { AccountRecord } from '../../src-main/policy/account-record'
import { rememberedJobs } from '../../src-main/policy/remembered-jobs'
import { createUnorderedChanges } from '../../src-main/changes/unordered-changes'
import { failureOf, rowsOf, startEngine } from './support/engine'
import type { Engine } from './support/engine'

const minute = 60_000
const limit = 3

let engine: Engine
let record: AccountRecord
let time: number
const path = () =>
  join(engine.folder, '..', `${engine.folder.split(/[\\/]/).at(-1) ?? ''}.record`, 'record.json')
const openRecord = async () => {
  record = await openAccountRecord({ path: path(), now: () => time })
  engine.does.remembered = rememberedJobs(record, () => time)
}
const limited = () => {
  engine.does.now = () => time
  engine.does.refuseWithoutOrder = (_action, count) =>
    count > limit ? { code: 'work-order-required', message: String(count) } : null
}
const startRows = (rows: ReturnType<typeof rowsOf>) =>
  engine.changeService.startJob({ action: 'disable', operatorIdentity: 'Li Wei', retryOf: null, rows })
const change = async (count: number, from: number) => {
  const started = await startRows(rowsOf(count, from))
  if (!started.ok) return started.error.message
  await engine.until(started.value.jobId, 'ended')
  return 'done'
}

beforeEach(async () => {
  time = Date.now()
  engine = await startEngine()
  limited()
  await openRecord()
  await record.update(() => ({ since: 0 }))
  await engine.restart()
  limited()
})
afterEach(async () => {
  await engine.stop()
  await rm(join(path(), '..'), { recursive: true, force: true })
})

describe('the changes of the last ten minutes', () => {
  it('are known after an earlier journal was put in place', async () => {
    expect(await change(3, 0)).toBe('done')
    await engine.changeService.stop()
    await engine.journal.stop()
    await rm(join(engine.folder, 'journal.log'))
    await openRecord()
    await engine.restart()
    expect(engine.journal.jobs()).toEqual([])
    expect(engine.changeService.changesWithoutOrder()).toBe(3)
    expect(await change(1, 10)).toBe('4')
    time += 11 * minute
    expect(await change(3, 10)).toBe('done')
  })

  it('are not known for ten minutes if the account remembers nothing', async () => {
    expect(await change(1, 0)).toBe('done')
    await rm(path())
    await openRecord()
    await engine.restart()
    expect(engine.changeService.changesWithoutOrder()).toBe(Infinity)
    expect(await change(1, 10)).toBe('Infinity')
    await record.update(() => ({}))
    time += 9 * minute
    expect(await change(1, 10)).toBe('Infinity')
    time += 2 * minute
    expect(await change(3, 10)).toBe('done')
  })

  it.each([
    ['claims a work order', { workOrder: { id: 'W', signer: 'S' } }],
    ['has fewer rows', { rows: [] }],
    ['says that it was training', { training: true }],
  ])('count in full where a journal that was rewritten %s', async (_what, changed) => {
    expect(await change(3, 0)).toBe('done')
    await openRecord()
    const jobs = engine.journal.jobs().map((job) => ({ ...job, intent: { ...job.intent, ...changed } }))
    const { recent } = createUnorderedChanges({
      journal: { jobs: () => jobs, job: (id) => jobs.find(({ jobId }) => jobId === id) ?? null },
      ...{ training: false, now: () => time, remembered: engine.does.remembered ?? null },
    })
    expect(recent()).toBe(3)
  })

  it('count in full where a journal that was rewritten says that they were not sent', async () => {
    expect(await change(3, 0)).toBe('done')
    await openRecord()
    const jobs = engine.journal.jobs().map((job) => ({
      ...job,
      rowStates: job.rowStates.map((row) => ({ ...row, state: 'not-sent' as const })),
    }))
    const { recent } = createUnorderedChanges({
      journal: { jobs: () => jobs, job: (id) => jobs.find(({ jobId }) => jobId === id) ?? null },
      ...{ training: false, now: () => time, remembered: engine.does.remembered ?? null },
    })
    expect(recent()).toBe(3)
    expect(recent(jobs[0]?.jobId)).toBe(0)
  })

  it('count longer, not shorter, with the clock set back', async () => {
    expect(await change(3, 0)).toBe('done')
    time -= 60 * minute
    await openRecord()
    await engine.restart()
    expect(await change(1, 10)).toBe('4')
  })

  it('have those that still wait, however old, and those that were sent later', async () => {
    const unreachable = failureOf({ code: 'unreachable' })
    engine.does.refuse = () => unreachable
    engine.does.probe = () => Promise.resolve(unreachable)
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'paused', 'platform')
    time += 60 * minute
    expect(engine.changeService.changesWithoutOrder()).toBe(2)
    expect(await startRows(rowsOf(2, 10))).toMatchObject({ ok: false })
    engine.does.refuse = () => null
    engine.does.probe = () => Promise.resolve(null)
    expect(engine.changeService.jobs.resume(jobId)).toMatchObject({ ok: true })
    await engine.until(jobId, 'ended')
    // The journal of this test has the real time.
    const [job] = engine.journal.jobs()
    if (job === undefined) throw new Error('no job')
    const requestedAt = job.requestedAt - 60 * minute
    const { recent } = createUnorderedChanges({
      journal: { jobs: () => [{ ...job, requestedAt }], job: () => job },
      ...{ training: false, now: Date.now, remembered: null },
    })
    expect(recent()).toBe(2)
  })

  it('count for a job that is resumed', async () => {
    const unreachable = failureOf({ code: 'unreachable' })
    engine.does.refuse = () => unreachable
    engine.does.probe = () => Promise.resolve(unreachable)
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'paused', 'platform')
    engine.does.refuseWithoutOrder = () => null
    engine.does.refuse = () => null
    expect(await change(2, 10)).toBe('done')
    limited()
    expect(engine.changeService.jobs.resume(jobId)).toMatchObject({ error: { message: '4' } })
  })
})

describe('a job whose record cannot be written', () => {
  it('is not sent', async () => {
    engine.does.remembered = {
      read: () => ({ since: 0, jobs: [] }),
      add: () => Promise.reject(new Error('no space')),
    }
    await engine.restart()
    const started = await startRows(rowsOf(2))
    if (!started.ok) throw new Error(started.error.message)
    await engine.until(started.value.jobId, 'paused', 'journal-not-writable')
    const single = await startRows(rowsOf(1, 5))
    if (!single.ok) throw new Error(single.error.message)
    await engine.until(single.value.jobId, 'ended')
    expect(engine.calls).toEqual([])
  })
})

describe('a job that the organization’s log must have first', () => {
  it('is not sent before, and continues afterwards', async () => {
    let isDelivered = false
    engine.does.report = () => Promise.resolve(isDelivered)
    await engine.restart()
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'paused', 'log-not-delivered')
    const single = await engine.start(rowsOf(1, 5))
    await engine.until(single, 'ended')
    expect(engine.changeService.readJob(single)?.rows[0]).toMatchObject({
      state: 'not-sent',
      reason: { kind: 'log-not-delivered' },
    })
    expect(engine.calls).toEqual([])
    isDelivered = true
    expect(engine.changeService.jobs.resume(jobId)).toMatchObject({ ok: true })
    await engine.until(jobId, 'ended')
    expect(engine.calls).toHaveLength(1)
  })

  it('can be canceled meanwhile', async () => {
    engine.does.report = () => Promise.resolve(false)
    await engine.restart()
    const jobId = await engine.start(rowsOf(2))
    await engine.until(jobId, 'paused', 'log-not-delivered')
    expect(await engine.changeService.jobs.cancel(jobId)).toMatchObject({ ok: true })
    await engine.until(jobId, 'ended')
    // As a command does, which does not wait.
    const { jobs } = engine.changeService
    const stop = jobs.onChange((job) => void (job.state === 'paused' && jobs.cancel(job.jobId)))
    await engine.until(await engine.start(rowsOf(2, 10)), 'ended')
    stop()
    expect(engine.calls).toEqual([])
  })
})
