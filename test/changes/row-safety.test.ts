import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobRequest } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import { noDriftGuard } from '../../src-main/changes/jobs/drift-guard'
import { noStopRules } from '../../src-main/changes/jobs/stop-rules'
import { createJobRunner } from '../../src-main/changes/jobs/job-runner'
import { createKeyedSequencer } from '../../src-main/util/async'
import { createMemorySecrets } from '../../src-main/changes/jobs/unsent-secrets'
import { journalFile } from '../../src-main/journal/journal'
import type { Intent, JournalRow } from '../../src-main/journal/record'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import { failureOf, gateOf, startEngine } from './support/engine'
import type { Engine } from './support/engine'

const password = 'Canary-pass-9'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.stop())

const person = (userName: string, enterpriseGlobalId = 'E1') => ({
  enterpriseGlobalId,
  userName,
  password,
  departmentId: null,
  name: `Name of ${userName}`,
  remark: '',
  passwordMobile: '',
})
const adding = (rows: ReturnType<typeof person>[]): JobRequest => ({
  action: 'add-employee',
  operatorIdentity: 'Li Wei',
  retryOf: null,
  rows,
})
const started = async (request: JobRequest): Promise<string> => {
  const outcome = await engine.changeService.startJob(request)
  if (!outcome.ok) throw new Error(outcome.error.code)
  return outcome.value.jobId
}

interface Adding {
  path: { enterpriseGlobalId: string }
  body: { userList: { userName: string }[] }
}

describe('employees of several enterprises in one job', () => {
  it('are each added to their own enterprise', async () => {
    // Before, all rows used the enterprise path of the first row.
    const sent: [string, string[]][] = []
    engine.does.seen = (_id, request) => {
      const { path, body } = request as Adding
      sent.push([path.enterpriseGlobalId, body.userList.map(({ userName }) => userName)])
    }
    engine.does.answerAny = () => succeed({ succeeded: [], failed: [] })
    const jobId = await started(
      adding([person('ann', 'E1'), person('bo', 'E2'), person('cy', 'E2'), person('di', 'E1')]),
    )
    await engine.until(jobId, 'ended')
    expect(sent).toEqual([
      ['E1', ['ann']],
      ['E2', ['bo', 'cy']],
      ['E1', ['di']],
    ])
  })

  it('do not supersede each other for having the same account', async () => {
    const away = failureOf({ code: 'unreachable' })
    let isAway = true
    engine.does.refuse = () => (isAway ? away : null)
    engine.does.probe = () => Promise.resolve(isAway ? away : null)
    engine.does.answerAny = () => succeed({ succeeded: [], failed: [] })
    const first = await started(adding([person('ann', 'E1'), person('bo', 'E1')]))
    const second = await started(adding([person('ann', 'E2'), person('bo', 'E2')]))
    isAway = false
    await engine.until(first, 'ended')
    await engine.until(second, 'ended')
    const reasons = engine.changeService.readJob(first)?.rows.map(({ reason }) => reason?.kind)
    expect(reasons).toEqual(['missing-in-answer', 'missing-in-answer'])
  })
})

describe('a password', () => {
  it('that the platform repeats in a message is written to no file', async () => {
    engine.does.answerAny = () =>
      fail(
        failureOf({
          businessCode: '60027',
          message: `some were not added: ${password}`,
          data: { succeeded: [], failed: [{ userName: 'ann', message: `${password} is too short` }] },
        }),
      )
    const jobId = await started(adding([person('ann')]))
    await engine.until(jobId, 'ended')
    engine.does.answerAny = () => fail(failureOf({ businessCode: '60018', message: `not ${password}!` }))
    const other = await started(adding([person('bo'), person('cy')]))
    await engine.until(other, 'ended')
    expect(engine.changeService.readJob(jobId)?.rows[0]).toMatchObject({
      state: 'failed',
      reason: { kind: 'said' },
    })
    expect(engine.changeService.readJob(other)?.rows[0]).toMatchObject({ state: 'failed' })
    expect(await readFile(join(engine.folder, journalFile), 'utf8')).not.toContain(password)
  })

  it('is redacted before a long message is cut for the journal', async () => {
    const message = `${'m'.repeat(1_995)}${password}${'n'.repeat(5_000)}`
    engine.does.answerAny = () => fail(failureOf({ businessCode: '60018', message }))
    const jobId = await started(adding([person('ann')]))
    await engine.until(jobId, 'ended')
    const written = await readFile(join(engine.folder, journalFile), 'utf8')
    expect(written).not.toContain(password.slice(0, 4))
    expect(written.length).toBeLessThan(4_000)
  })

  it('of an order is redacted like an employee’s', async () => {
    engine.does.answerAny = () => fail(failureOf({ businessCode: '10001', message: `not ${password}!` }))
    const jobId = await started({
      action: 'order',
      operatorIdentity: 'Li Wei',
      retryOf: null,
      rows: [
        {
          channelCode: 'C',
          channelOrderId: '1',
          syncMode: 'sync',
          orderList: [{ sequence: 1, assets: [{ products: [{ passwords: [password] }] }] }],
        },
      ],
    })
    await engine.until(jobId, 'ended')
    expect(await readFile(join(engine.folder, journalFile), 'utf8')).not.toContain(password)
  })

  it('is forgotten when its row was sent, not when the job ends', async () => {
    const intent: Intent = {
      operation: 'member.resetPassword',
      operatorIdentity: 'Li Wei',
      environment: engine.does.environment,
      training: false,
      chunkSize: 10,
      retryOf: null,
      rows: ['M1', 'M2'].map((memberGlobalId): JournalRow => ({
        key: memberGlobalId,
        shellNumber: null,
        enterpriseGlobalId: 'E1',
        enterpriseName: null,
        lockedBefore: null,
        memberGlobalId,
        memberName: 'Somebody',
        request: { enterpriseGlobalId: 'E1', memberGlobalId, memberName: 'Somebody' },
      })),
    }
    const secrets = new Map(intent.rows.map((row) => [row, password]))
    const gate = gateOf()
    let calls = 0
    const client: Partial<PlatformClient> = {
      call: async (_id: string, _request: unknown, options?: CallOptions) => {
        await options?.beforeSending?.()
        calls += 1
        if (calls === 2) await gate.passed
        return succeed(null) as never
      },
    }
    const jobs = createJobRunner({
      client: client as PlatformClient,
      journal: engine.journal,
      locks: {} as LockSource,
      sequencer: createKeyedSequencer(),
      platformId: engine.does.environment,
      addressOf: (platformId) => platformId,
      elsewhereOf: () => null,
      unsent: createMemorySecrets(),
      probe: () => Promise.resolve(null),
      pause: () => Promise.resolve(),
      stopRules: noStopRules,
      driftGuard: noDriftGuard,
      onEnded: () => undefined,
      onPaused: () => undefined,
    })
    const outcome = await jobs.start(intent, { plugIds: new Map(), secrets })
    if (!outcome.ok) throw new Error(outcome.error.code)
    await vi.waitFor(() => expect(calls).toBe(2))
    expect([...secrets.keys()].map(({ key }) => key)).not.toContain('M1')
    gate.open(undefined)
    await vi.waitFor(() => expect(jobs.list(1)[0]?.state).toBe('ended'))
    expect(secrets.size).toBe(0)
    await jobs.stop()
  })
})

describe('stopping the change service', () => {
  it('sends nothing that was waiting for a token', async () => {
    // The next start has recorded “not sent” by then.
    const gate = gateOf()
    let isWaiting = false
    let hasLeft = false
    const call = async (_id: string, _request: unknown, options?: CallOptions) => {
      isWaiting = true
      await gate.passed
      await options?.beforeSending?.()
      hasLeft = true
      return succeed([{ assetNum: 'LD8000000000', status: 1 }]) as never
    }
    engine.does.slow = call
    const change = engine.single(0)
    await vi.waitFor(() => expect(isWaiting).toBe(true))
    const stopping = engine.changeService.stop()
    gate.open(undefined)
    expect(await change).toMatchObject({ state: 'not-sent', reason: { kind: 'interrupted' } })
    expect(hasLeft).toBe(false)
    await stopping
  })
})
