// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import type { JobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import { useJobsStore } from '../../../src-renderer/stores/jobs-store'
import { withBridge } from '../support/mount-component'
import { entry, job } from '../support/samples'

const row = (entryId: string, part: Partial<JournalEntry> = {}) =>
  entry({ entryId, jobId: 'job-1', state: 'intent', endedAt: null, ...part })
const rowUpdate = (entryId: string, state: JournalEntry['state']) => ({
  entryId,
  state,
  reason: null,
  endedAt: 5,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const wrapper = () => vi.advanceTimersByTimeAsync(100)
const states = (jobs: ReturnType<typeof useJobsStore>) => jobs.rowsOf('job-1')?.map(({ state }) => state)

describe('the rows of a job', () => {
  it('follow the events', async () => {
    const double = withBridge({ 'jobs/read': () => succeed({ job: job(), rows: [row('a'), row('b')] }) })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('a', 'sent'), rowUpdate('b', 'sent')] })
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('a', 'done')] })
    expect(states(jobs)).toEqual(['intent', 'intent'])
    await wrapper()
    expect(states(jobs)).toEqual(['done', 'sent'])
  })

  it('change together with the counts of their job', async () => {
    const running = job({ state: 'running' })
    const double = withBridge({
      'jobs/read': () => succeed({ job: running, rows: [row('a'), row('b')] }),
    })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    const counts = { ...running.counts, intent: 1, done: 1 }
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('a', 'done')] })
    double.emit('jobs/changed', { ...running, counts })
    expect(states(jobs)).toEqual(['intent', 'intent'])
    expect(jobs.of('job-1')?.counts).toEqual(running.counts)
    await wrapper()
    expect(states(jobs)).toEqual(['done', 'intent'])
    expect(jobs.of('job-1')?.counts).toEqual(counts)
  })

  it('keep events that arrive during the read', async () => {
    let answer = (): void => undefined
    const requested = new Promise<void>((resolve) => (answer = resolve))
    const double = withBridge({
      'jobs/read': async () => {
        await requested
        return succeed({ job: job(), rows: [row('a'), row('b')] })
      },
    })
    const jobs = useJobsStore()
    const reading = jobs.read('job-1')
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('b', 'failed')] })
    await wrapper()
    answer()
    await reading
    expect(states(jobs)).toEqual(['intent', 'failed'])
  })

  it('are those of the end as soon as the job has ended', async () => {
    const double = withBridge({
      'jobs/read': () => succeed({ job: job(), rows: [row('a', { state: 'done' }), row('b')] }),
    })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('b', 'not-sent')] })
    double.emit('jobs/changed', job({ state: 'ended' }))
    expect(jobs.of('job-1')?.state).toBe('ended')
    expect(states(jobs)).toEqual(['done', 'not-sent'])
  })

  it('are there before the job ends, if it ends during their first read', async () => {
    let answer = (): void => undefined
    const requested = new Promise<void>((resolve) => (answer = resolve))
    const double = withBridge({
      'jobs/start': () => succeed(job({ state: 'running' })),
      'jobs/read': async () => {
        await requested
        return succeed({ job: job({ state: 'running' }), rows: [row('a')] })
      },
    })
    const jobs = useJobsStore()
    await jobs.start({ action: 'disable', operatorIdentity: 'Li Wei', rows: [], retryOf: null })
    const reading = jobs.read('job-1')
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('a', 'done')] })
    double.emit('jobs/changed', job({ state: 'ended' }))
    expect(jobs.of('job-1')?.state).toBe('running')
    answer()
    await reading
    expect(jobs.of('job-1')?.state).toBe('ended')
    expect(states(jobs)).toEqual(['done'])
  })

  it('that cannot be read do not hide that their job has ended', async () => {
    let answer = (): void => undefined
    const requested = new Promise<void>((resolve) => (answer = resolve))
    const double = withBridge({
      'jobs/read': async () => {
        await requested
        return fail({ code: 'internal', message: 'no answer' })
      },
    })
    const jobs = useJobsStore()
    const reading = jobs.read('job-1')
    double.emit('jobs/changed', job({ state: 'ended' }))
    answer()
    await reading
    expect(jobs.of('job-1')?.state).toBe('ended')
    double.emit('jobs/changed', job({ jobId: 'job-1', state: 'ended', rows: 7 }))
    expect(jobs.of('job-1')?.rows).toBe(7)
  })

  it('wait again when the platform was unreachable, but keep their final outcome', async () => {
    const rows = [row('a', { state: 'sent' }), row('b', { state: 'done' }), row('c', { state: 'unknown' })]
    const double = withBridge({ 'jobs/read': () => succeed({ job: job(), rows }) })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    double.emit('jobs/rows', {
      jobId: 'job-1',
      rows: [rowUpdate('a', 'intent'), rowUpdate('b', 'sent'), rowUpdate('c', 'intent')],
    })
    await wrapper()
    expect(states(jobs)).toEqual(['intent', 'done', 'unknown'])
    double.emit('jobs/rows', { jobId: 'job-1', rows: [rowUpdate('c', 'done')] })
    await wrapper()
    expect(states(jobs)).toEqual(['intent', 'done', 'done'])
  })

  it('are not kept when no view shows them', async () => {
    const double = withBridge({})
    const jobs = useJobsStore()
    double.emit('jobs/rows', { jobId: 'other', rows: [rowUpdate('a', 'done')] })
    await wrapper()
    expect(jobs.rowsOf('other')).toBeNull()
  })
})

describe('a job', () => {
  it('that ended does not run again after a late response', async () => {
    const double = withBridge({ 'jobs/pause': () => succeed(job({ state: 'running' })) })
    const jobs = useJobsStore()
    double.emit('jobs/changed', job({ state: 'ended' }))
    await jobs.pause('job-1')
    expect(jobs.of('job-1')?.state).toBe('ended')
  })

  it('of a list that is still running is found again; a single change is not', async () => {
    withBridge({
      'jobs/list': () =>
        succeed([
          job({ jobId: 'single', rows: 1, state: 'running' }),
          job({ jobId: 'over', state: 'ended' }),
          job({ jobId: 'here', state: 'paused', pause: { kind: 'interrupted' } }),
        ]),
    })
    const found = await useJobsStore().findOpen()
    expect(found?.ok === true && found.value.jobId).toBe('here')
    expect(useJobsStore().inProgress?.jobId).toBe('here')
  })

  it('has its rows read again once its unconfirmed rows were read back', async () => {
    let state: JournalEntry['state'] = 'unknown'
    withBridge({
      'jobs/read': () => succeed({ job: job({ state: 'ended' }), rows: [row('a', { state })] }),
      'jobs/check-results': () => {
        state = 'done'
        return succeed(job({ state: 'ended' }))
      },
    })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    const check = jobs.checkResult('job-1')
    expect(jobs.checkingJobIds.has('job-1')).toBe(true)
    await check
    expect(states(jobs)).toEqual(['done'])
    expect(jobs.checkingJobIds.has('job-1')).toBe(false)
  })
})

describe('a start that main refuses', () => {
  const order = {
    channelCode: 'CRM-EAST',
    channelOrderId: 'LO-1',
    syncMode: 'sync',
    orderList: [{ assets: [{ products: [{ limitEndDate: 9_007_199_254_740_993n }] }] }],
  } as const
  const employee = (password: string) => ({
    ...{ enterpriseGlobalId: '1', userName: 'chenyu', name: 'Chen Yu', departmentId: '2' },
    ...{ passwordMobile: '', remark: '', password },
  })
  const by = { operatorIdentity: 'Li Wei', retryOf: null } as const
  const requests: readonly (readonly [string, readonly JobRequest[]])[] = [
    [
      'an order with dates beyond 2^53',
      [1, 2].map(() => ({ ...by, action: 'order', rows: [structuredClone(order) as never] })),
    ],
    [
      'an employee with another generated password',
      ['one', 'two'].map((password) => ({ ...by, action: 'add-employee', rows: [employee(password)] })),
    ],
  ]

  it.each(requests)('is sent once in a series of presses: %s', async (_what, series) => {
    const double = withBridge({ 'jobs/start': () => fail({ code: 'internal', message: 'refused' }) })
    const jobs = useJobsStore()
    for (const request of series) expect((await jobs.start(request)).ok).toBe(false)
    expect(double.calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(301)
    for (const request of series) await jobs.start(request)
    expect(double.calls).toHaveLength(2)
  })
})

describe('a change that the user waits for', () => {
  const request = { action: 'disable', operatorIdentity: 'Li Wei', retryOf: null, rows: [] } as const
  const notWritten = { kind: 'journal-not-writable' } as const

  it('is reported as not saved where the journal could not be written before the sending', async () => {
    const double = withBridge({
      'jobs/start': () => succeed(job({ state: 'running' })),
      'jobs/read': () =>
        succeed({ job: job({ state: 'paused', pause: notWritten }), rows: [row('a', { state: 'intent' })] }),
      'jobs/cancel': () => succeed(job({ state: 'ended' })),
    })
    const running = useJobsStore().run(request)
    await wrapper()
    double.emit('jobs/changed', job({ state: 'paused', pause: notWritten }))
    expect(await running).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    expect(double.calls.map(({ name }) => name)).toContain('jobs/cancel')
  })

  it('is unconfirmed where the journal could not record the response', async () => {
    const double = withBridge({
      'jobs/start': () => succeed(job({ state: 'running' })),
      'jobs/read': () =>
        succeed({ job: job({ state: 'paused', pause: notWritten }), rows: [row('a', { state: 'sent' })] }),
    })
    const running = useJobsStore().run(request)
    await wrapper()
    double.emit('jobs/changed', job({ state: 'paused', pause: notWritten }))
    expect(await running).toMatchObject({ ok: true, value: { rows: [{ state: 'unknown' }] } })
    expect(double.calls.map(({ name }) => name)).not.toContain('jobs/cancel')
  })

  it('keeps waiting while the platform is unreachable, since the job continues by itself', async () => {
    const failure = { code: 'unreachable', message: 'no', changed: 'no' } as const
    const double = withBridge({
      'jobs/start': () => succeed(job({ state: 'running' })),
      'jobs/read': () => succeed({ job: job({ state: 'ended' }), rows: [row('a', { state: 'done' })] }),
    })
    let isOver = false
    const running = useJobsStore()
      .run(request)
      .then(() => (isOver = true))
    await wrapper()
    double.emit('jobs/changed', job({ state: 'paused', pause: { kind: 'platform', failure } }))
    await wrapper()
    expect(isOver).toBe(false)
    double.emit('jobs/changed', job({ state: 'ended' }))
    await running
  })
})

it('a job that waits on another platform is neither found here nor shown as in progress', async () => {
  const there = job({ jobId: 'there', state: 'paused', elsewhere: 'https://other.example' })
  const here = job({ jobId: 'here', state: 'paused' })
  let listed = [there, here]
  const double = withBridge({ 'jobs/list': () => succeed(listed) })
  const jobs = useJobsStore()
  expect(await jobs.findOpen()).toMatchObject({ value: { jobId: 'here' } })
  expect(jobs.of('there')).toBeNull()
  expect(jobs.inProgress?.jobId).toBe('here')
  double.emit('jobs/changed', { ...here, state: 'ended' })
  double.emit('jobs/changed', there)
  expect(jobs.inProgress).toBeNull()
  listed = [there]
  expect(await jobs.findOpen()).toBeNull()
})
