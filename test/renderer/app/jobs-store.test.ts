// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JournalEntry } from '#shared/model/change'
import { succeed } from '#shared/outcome'
import { useJobsStore } from '../../../src-renderer/app/stores/jobs-store'
import { withBridge } from '../support/draw'
import { entry, job } from '../support/samples'

const row = (entryId: string, part: Partial<JournalEntry> = {}) =>
  entry({ entryId, jobId: 'job-1', state: 'intent', endedAt: null, ...part })
const told = (entryId: string, state: JournalEntry['state']) => ({ entryId, state, reason: null, endedAt: 5 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const drawn = () => vi.advanceTimersByTimeAsync(100)
const states = (jobs: ReturnType<typeof useJobsStore>) => jobs.rowsOf('job-1')?.map(({ state }) => state)

describe('the rows of a job', () => {
  it('follow what is told of them', async () => {
    const double = withBridge({ 'jobs/read': () => succeed({ job: job(), rows: [row('a'), row('b')] }) })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    double.tell('jobs/rows', { jobId: 'job-1', rows: [told('a', 'sent'), told('b', 'sent')] })
    double.tell('jobs/rows', { jobId: 'job-1', rows: [told('a', 'done')] })
    expect(states(jobs)).toEqual(['intent', 'intent'])
    await drawn()
    expect(states(jobs)).toEqual(['done', 'sent'])
  })

  it('keep what was told while they were being read', async () => {
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const double = withBridge({
      'jobs/read': async () => {
        await asked
        return succeed({ job: job(), rows: [row('a'), row('b')] })
      },
    })
    const jobs = useJobsStore()
    const reading = jobs.read('job-1')
    double.tell('jobs/rows', { jobId: 'job-1', rows: [told('b', 'failed')] })
    await drawn()
    answer()
    await reading
    expect(states(jobs)).toEqual(['intent', 'failed'])
  })

  it('wait again when the platform was not reached, but never leave their last word', async () => {
    const rows = [row('a', { state: 'sent' }), row('b', { state: 'done' }), row('c', { state: 'unknown' })]
    const double = withBridge({ 'jobs/read': () => succeed({ job: job(), rows }) })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    double.tell('jobs/rows', {
      jobId: 'job-1',
      rows: [told('a', 'intent'), told('b', 'sent'), told('c', 'intent')],
    })
    await drawn()
    expect(states(jobs)).toEqual(['intent', 'done', 'unknown'])
    double.tell('jobs/rows', { jobId: 'job-1', rows: [told('c', 'done')] })
    await drawn()
    expect(states(jobs)).toEqual(['intent', 'done', 'done'])
  })

  it('that nobody shows are not kept', async () => {
    const double = withBridge({})
    const jobs = useJobsStore()
    double.tell('jobs/rows', { jobId: 'other', rows: [told('a', 'done')] })
    await drawn()
    expect(jobs.rowsOf('other')).toBeNull()
  })
})

describe('a job', () => {
  it('that ended does not run again because an older answer came late', async () => {
    const double = withBridge({ 'jobs/pause': () => succeed(job({ state: 'running' })) })
    const jobs = useJobsStore()
    double.tell('jobs/changed', job({ state: 'ended' }))
    await jobs.pause('job-1')
    expect(jobs.of('job-1')?.state).toBe('ended')
  })

  it('of a list that is not over is found again; a single change is none', async () => {
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
  })

  it('has its rows read again once its unknown ones were looked up', async () => {
    let state: JournalEntry['state'] = 'unknown'
    withBridge({
      'jobs/read': () => succeed({ job: job({ state: 'ended' }), rows: [row('a', { state })] }),
      'jobs/settle': () => {
        state = 'done'
        return succeed(job({ state: 'ended' }))
      },
    })
    const jobs = useJobsStore()
    await jobs.read('job-1')
    const settling = jobs.settle('job-1')
    expect(jobs.settling.has('job-1')).toBe(true)
    await settling
    expect(states(jobs)).toEqual(['done'])
    expect(jobs.settling.has('job-1')).toBe(false)
  })
})
