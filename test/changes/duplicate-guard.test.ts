import { beforeEach, describe, expect, it } from 'vitest'
import type { LockAction } from '#shared/model/changes/change'
import type { Job, JobRequest, JobState, LockJobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { createDuplicateGuard } from '../../src-main/changes/duplicate-guard'
import type { StartFailure } from '../../src-main/changes/jobs/job-runner'

const list = (...numbers: readonly string[]): LockJobRequest => ({
  action: 'disable',
  operatorIdentity: 'Li Wei',
  retryOf: null,
  rows: numbers.map((assetNum) => ({ assetNum, shellNumber: null, enterpriseGlobalId: null, plugId: null })),
})
/** A change of one lock. */
const one = (assetNum: string, action: LockAction = 'disable'): LockJobRequest => ({
  ...list(assetNum),
  action,
})
const inProgress = { ok: false, error: { code: 'in-progress' } }

/** Sent requests that wait for the result that the test gives. */
let sent: {
  readonly what: string
  readonly end: (isConfirmed?: boolean) => void
  readonly fault: () => void
}[]
let jobs: Map<string, JobState>
let onItsWay: Set<string>
let startJob: (request: JobRequest) => Promise<Outcome<Job, StartFailure>>

const send = ({ action, rows }: JobRequest): Promise<Outcome<Job, StartFailure>> =>
  new Promise((done, refuse) =>
    sent.push({
      fault: () => refuse(new Error('a fault')),
      what: [action, ...rows.map((row) => ('assetNum' in row ? row.assetNum : ''))].join(' '),
      end: (isConfirmed = true) => {
        if (!isConfirmed) {
          done(fail({ code: 'not-confirmed', message: 'no' }))
          return
        }
        const jobId = `job-${jobs.size + 1}`
        jobs.set(jobId, 'running')
        done(succeed({ jobId, state: 'running' } as Partial<Job> as Job))
      },
    }),
  )

beforeEach(() => {
  sent = []
  jobs = new Map()
  onItsWay = new Set()
  const guard = createDuplicateGuard({
    isInFlight: (assetNum) => onItsWay.has(assetNum),
    jobs: { list: () => [...jobs].map(([jobId, state]) => ({ jobId, state })) },
  })
  startJob = (request) => guard.unlessRepeated(request, () => send(request))
})
const sentRequests = () => sent.map(({ what }) => what)

describe('a change of a lock', () => {
  it('is refused while an earlier one, also the opposite, has no result, and accepted afterwards', async () => {
    const first = startJob(one('LD1'))
    // The first one may still wait for its confirmation.
    expect(await startJob(one('LD1', 'enable'))).toMatchObject(inProgress)
    sent[0]?.end()
    expect(await first).toMatchObject({ ok: true })
    expect(await startJob(one('LD1'))).toMatchObject(inProgress)
    expect(await startJob(one('LD1', 'enable'))).toMatchObject(inProgress)
    void startJob(one('LD2'))
    jobs.set('job-1', 'ended')
    void startJob(one('LD1', 'enable'))
    expect(sentRequests()).toEqual(['disable LD1', 'disable LD2', 'enable LD1'])
  })

  it('is accepted after one that threw', async () => {
    const first = startJob(one('LD1'))
    sent[0]?.fault()
    await expect(first).rejects.toThrow('a fault')
    void startJob(one('LD1'))
    expect(sent).toHaveLength(2)
  })

  it('is refused while a job is sending the same lock, and accepted while that row still waits', async () => {
    onItsWay.add('LD1')
    expect(await startJob(one('LD1'))).toMatchObject(inProgress)
    onItsWay.clear()
    void startJob(one('LD1'))
    expect(sentRequests()).toEqual(['disable LD1'])
  })
})

describe('a job', () => {
  it('is rejected while an identical one runs, for any operator', async () => {
    const first = startJob(list('LD1', 'LD2'))
    // The first job may still wait for its confirmation.
    expect(await startJob(list('LD1', 'LD2'))).toMatchObject(inProgress)
    sent[0]?.end()
    await first
    expect(await startJob({ ...list('LD1', 'LD2'), operatorIdentity: 'Zhang Min' })).toMatchObject(inProgress)
    jobs.set('job-1', 'ended')
    void startJob(list('LD1', 'LD2'))
    expect(sentRequests()).toEqual(['disable LD1 LD2', 'disable LD1 LD2'])
  })

  it('is compared with integers of any length', async () => {
    const order = (until: bigint) =>
      ({
        action: 'order',
        operatorIdentity: 'Li Wei',
        retryOf: null,
        rows: [{ until }],
      }) as unknown as JobRequest
    void startJob(order(9007199254740993n))
    expect(await startJob(order(9007199254740993n))).toMatchObject(inProgress)
    void startJob(order(9007199254740992n))
    expect(sent).toHaveLength(2)
  })

  it('can be requested again when it was not confirmed', async () => {
    const first = startJob(list('LD1'))
    sent[0]?.end(false)
    expect((await first).ok).toBe(false)
    void startJob(list('LD1'))
    expect(sent).toHaveLength(2)
  })

  it('is accepted for other rows or the opposite action; changes of a lock keep their order', () => {
    void startJob(list('LD1', 'LD2'))
    void startJob(list('LD2', 'LD3'))
    void startJob({ ...list('LD1', 'LD2'), action: 'enable' })
    expect(sent).toHaveLength(3)
  })
})
