import { beforeEach, describe, expect, it } from 'vitest'
import type { LockAction } from '#shared/model/changes/change'
import type { Job, JobRequest, JobState, LockJobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { ChangeService } from '../../src-main/changes/change-service'
import { createDuplicateGuard } from '../../src-main/changes/duplicate-guard'

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
let duplicateGuard: ReturnType<typeof createDuplicateGuard>

beforeEach(() => {
  sent = []
  jobs = new Map()
  onItsWay = new Set()
  duplicateGuard = createDuplicateGuard({
    startJob: ({ action, rows }) =>
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
      ),
    isInFlight: (assetNum) => onItsWay.has(assetNum),
    jobs: {
      list: () => [...jobs].map(([jobId, state]) => ({ jobId, state }) as Partial<Job> as Job),
    } as Partial<ChangeService['jobs']> as ChangeService['jobs'],
  })
})
const sentRequests = () => sent.map(({ what }) => what)

describe('a change of a lock', () => {
  it('is refused while an earlier one, also the opposite, has no result, and accepted afterwards', async () => {
    const first = duplicateGuard.startJob(one('LD1'))
    // The first one may still wait for its confirmation.
    expect(await duplicateGuard.startJob(one('LD1', 'enable'))).toMatchObject(inProgress)
    sent[0]?.end()
    expect(await first).toMatchObject({ ok: true })
    expect(await duplicateGuard.startJob(one('LD1'))).toMatchObject(inProgress)
    expect(await duplicateGuard.startJob(one('LD1', 'enable'))).toMatchObject(inProgress)
    void duplicateGuard.startJob(one('LD2'))
    jobs.set('job-1', 'ended')
    void duplicateGuard.startJob(one('LD1', 'enable'))
    expect(sentRequests()).toEqual(['disable LD1', 'disable LD2', 'enable LD1'])
  })

  it('is accepted after one that threw', async () => {
    const first = duplicateGuard.startJob(one('LD1'))
    sent[0]?.fault()
    await expect(first).rejects.toThrow('a fault')
    void duplicateGuard.startJob(one('LD1'))
    expect(sent).toHaveLength(2)
  })

  it('is refused while a job is sending the same lock, and accepted while that row still waits', async () => {
    onItsWay.add('LD1')
    expect(await duplicateGuard.startJob(one('LD1'))).toMatchObject(inProgress)
    onItsWay.clear()
    void duplicateGuard.startJob(one('LD1'))
    expect(sentRequests()).toEqual(['disable LD1'])
  })
})

describe('a job', () => {
  it('is rejected while an identical one runs, for any operator', async () => {
    const first = duplicateGuard.startJob(list('LD1', 'LD2'))
    // The first job may still wait for its confirmation.
    expect(await duplicateGuard.startJob(list('LD1', 'LD2'))).toMatchObject(inProgress)
    sent[0]?.end()
    await first
    expect(
      await duplicateGuard.startJob({ ...list('LD1', 'LD2'), operatorIdentity: 'Zhang Min' }),
    ).toMatchObject(inProgress)
    jobs.set('job-1', 'ended')
    void duplicateGuard.startJob(list('LD1', 'LD2'))
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
    void duplicateGuard.startJob(order(9007199254740993n))
    expect(await duplicateGuard.startJob(order(9007199254740993n))).toMatchObject(inProgress)
    void duplicateGuard.startJob(order(9007199254740992n))
    expect(sent).toHaveLength(2)
  })

  it('can be requested again when it was not confirmed', async () => {
    const first = duplicateGuard.startJob(list('LD1'))
    sent[0]?.end(false)
    expect((await first).ok).toBe(false)
    void duplicateGuard.startJob(list('LD1'))
    expect(sent).toHaveLength(2)
  })

  it('is accepted for other rows or the opposite action; changes of a lock keep their order', () => {
    void duplicateGuard.startJob(list('LD1', 'LD2'))
    void duplicateGuard.startJob(list('LD2', 'LD3'))
    void duplicateGuard.startJob({ ...list('LD1', 'LD2'), action: 'enable' })
    expect(sent).toHaveLength(3)
  })
})
