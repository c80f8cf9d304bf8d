import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { JobRequest } from '#shared/model/changes/job'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { SeenRequest } from '../support/platform-double'
import { temporaryFolder } from '../support/temporary-folder'
import { atRest, startDesk } from './support/change-service-on-double'
import { countOf, keepTally } from './support/tally'

const common = { operatorIdentity: 'crash test', retryOf: null }
const numberAt = (index: number) => `LD8${String(index).padStart(9, '0')}`

const lockJob = (rows: number): JobRequest => ({
  ...common,
  action: 'disable',
  rows: Array.from({ length: rows }, (_one, index) => ({
    assetNum: numberAt(index),
    shellNumber: shellNumberIn(numberAt(index)),
    enterpriseGlobalId: 'E1',
    plugId: null,
  })),
})
const employeeJob = (rows: number): JobRequest => ({
  ...common,
  action: 'edit-employee',
  rows: Array.from({ length: rows }, (_one, index) => ({
    enterpriseGlobalId: 'E1',
    memberGlobalId: `M${index}`,
    memberName: 'Chen Yu',
    userName: `chen${index}`,
    departmentId: null,
    name: 'Chen Yu',
    remark: '',
    passwordMobile: '',
  })),
})

const succeed = ({ path, body }: SeenRequest) =>
  path.includes('/asset/')
    ? envelope(
        (JSON.parse(body) as { assetNums: string[] }).assetNums.map((assetNum) => ({ assetNum, status: 1 })),
      )
    : envelope(null)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

/** Runs a job whose `at`th request, from 0, returns that code `times` times. */
const play = async (request: JobRequest, chunkSize: number, code: string, at: number, times: number) => {
  const carriedOut: string[] = []
  let calls = 0
  let left = times
  const double = await startPlatformDouble((seen) => {
    if (calls === at && left > 0) {
      left -= 1
      return refusal(code)
    }
    calls += 1
    carriedOut.push(`${seen.path} ${seen.body}`)
    return succeed(seen)
  })
  const { changeService, stop } = await startDesk({
    folder: `${folder.path}/${code}-${at}-${times}`,
    ...double,
    chunkSize,
  })
  try {
    const tokensBefore = double.tokenRequests.length
    const started = await changeService.startJob(request)
    if (!started.ok) throw new Error(started.error.message)
    const { jobId } = started.value
    await atRest(changeService, jobId)
    const job = changeService.readJob(jobId)?.job
    return {
      state: job?.state,
      pause: job?.pause?.kind,
      counts: job?.counts,
      renewals: double.tokenRequests.length - tokensBefore,
      requests: double.calls.length,
      carriedOut: carriedOut.length,
      twice: carriedOut.length - new Set(carriedOut).size,
    }
  } finally {
    await stop()
    await double.stop()
  }
}

describe('a token that expires during a job', () => {
  const calls = countOf('TOKENS', 8)
  const kinds = [
    ['60000', 'disable', lockJob(calls * 2), 2],
    ['60000', 'edit-employee', employeeJob(calls), 1],
    ['60005', 'edit-employee', employeeJob(calls), 1],
  ] as const

  it.each(kinds)(
    'is renewed once, at any request (%s, %s), and the job continues',
    async (code, action, request, chunk) => {
      let twice = 0
      for (let at = 0; at < calls; at += 1) {
        const went = await play(request, chunk, code, at, 1)
        twice += went.twice
        expect({ at, ...went }).toMatchObject({
          state: 'ended',
          counts: { done: request.rows.length },
          requests: calls + 1,
          carriedOut: calls,
          twice: 0,
        })
        // The first token of the job and the renewed one; a sign-in before the job does not count.
        expect(went.renewals).toBeGreaterThanOrEqual(1)
        expect(went.renewals).toBeLessThanOrEqual(2)
      }
      await keepTally({
        fault: `token refused (${code}, ${action})`,
        runs: calls,
        hits: null,
        lost: 0,
        twice,
        unknown: 0,
      })
    },
  )

  it('makes the job wait where the new token is refused too, with no row unconfirmed', async () => {
    for (let at = 0; at < calls; at += 3) {
      const went = await play(lockJob(calls * 2), 2, '60000', at, 1_000)
      expect({ at, ...went }).toMatchObject({
        state: 'paused',
        pause: 'platform',
        counts: { done: at * 2, unknown: 0, failed: 0, intent: (calls - at) * 2 },
        requests: at + 2,
        twice: 0,
      })
    }
  })
})
