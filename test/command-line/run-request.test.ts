import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { EndTime } from '#shared/model/api/timestamp'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { succeed } from '#shared/outcome'
import { outputLine } from '../../src-main/command-line/protocol'
import type { ChangeRequest, CommandRequest, OutputLine } from '../../src-main/command-line/protocol'
import { runRequest } from '../../src-main/command-line/run-request'
import type { CommandServices } from '../../src-main/command-line/command-services'
import { createPolicyRules } from '../../src-main/policy/policy-rules'
import { failureOf, numbered, startEngine, succeedAll } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'

let engine: Engine
let isAllowed: boolean
let isLookOnly: boolean
let results: (number: string) => ListLookupResult
let lookupFailure: PlatformFailure | null
let policy: Parameters<typeof createPolicyRules>[0]
let vaultState: string
let interrupted: AbortController

const found = (assetNum: string, locked = false, limitEnd: EndTime = null): ListLookupResult => ({
  state: 'found',
  record: {
    assetNum,
    locked,
    licenseType: null,
    assetId: null,
    enterpriseGlobalId: 'E1',
    enterpriseName: null,
    shellNumber: null,
    limitEnd,
    holder: null,
  } as Partial<LockRecord> as LockRecord,
})

beforeEach(async () => {
  engine = await startEngine()
  isAllowed = true
  isLookOnly = false
  results = (number) => found(number)
  lookupFailure = null
  policy = { state: 'none', policy: {} }
  vaultState = 'keyring'
  interrupted = new AbortController()
})
afterEach(() => engine.stop())

const run = async (request: CommandRequest, platform: string | null = null) => {
  const lines: OutputLine[] = []
  const rules = createPolicyRules(policy)
  engine.does.refuseJob = rules.refuseJob
  engine.does.refuseWithoutOrder = rules.refuseWithoutOrder
  const session = {
    changeService: engine.changeService,
    platform: {
      training: false,
      address: 'https://platform.example',
      isLookOnly: () => isLookOnly,
      directory: {
        lookUpMany: (numbers: readonly string[]) =>
          Promise.resolve({ results: numbers.map(results), enterprises: 1, failure: lookupFailure }),
      },
    },
    locks: { list: () => [] },
  }
  const services = {
    app: {
      journal: engine.journal,
      policy: rules,
      settings: { read: () => ({ commandLineChanges: isAllowed }) },
      vault: { status: () => ({ state: vaultState }) },
    },
    start: () => undefined,
    session: () => session,
  } as unknown as CommandServices
  const emit = (line: OutputLine) => void lines.push(outputLine.parse(line))
  const status = await runRequest(request, services, { emit, signal: interrupted.signal }, platform)
  expect(lines.at(-1)).toMatchObject({ type: 'result', exitStatus: status })
  const rows = lines.flatMap((line) => (line.type === 'row' ? [line] : []))
  const codes = lines.flatMap((line) => (line.type === 'error' ? [line.code] : []))
  return { status, rows, codes, lines }
}
const change = (count: number, extra: Partial<ChangeRequest> = {}): ChangeRequest => ({
  name: 'disable',
  numbers: Array.from({ length: count }, (_one, at) => ({ number: numbered(at), line: at + 1 })),
  operatorIdentity: 'Li Wei',
  includeUnlisted: false,
  ...extra,
})

describe('a change', () => {
  it('of more locks than a dialog would be due for is sent without one', async () => {
    const { status, rows } = await run(change(60))
    expect([status, engine.asked.length, engine.calls.length]).toEqual([0, 0, 6])
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 60 }, () => 'completed'))
    expect(engine.journal.jobs()[0]?.intent.operatorIdentity).toBe('Li Wei')
  })

  it('without a real run reports what would be sent, and sends nothing', async () => {
    const { status, rows, lines } = await run(change(3, { dryRun: true }))
    expect(rows.map(({ state, assetNum }) => [state, assetNum])).toEqual(
      [0, 1, 2].map((at) => ['would-send', numbered(at)]),
    )
    expect([status, engine.calls.length, engine.journal.jobs().length]).toEqual([0, 0, 0])
    expect(lines.at(-1)).toMatchObject({ jobId: null })
    isAllowed = false
    expect((await run(change(3, { dryRun: true }))).status).toBe(4)
    isAllowed = true
    policy = { state: 'active', source: 'test', policy: { maxRowsPerJob: 2 } }
    const refused = await run(change(3, { dryRun: true }))
    const real = await run(change(3))
    expect([refused.status, refused.codes, refused.rows]).toEqual([real.status, real.codes, real.rows])
  })

  it('that stops itself says why, and sends no more', async () => {
    await engine.stop()
    engine = await startEngine({ maxFailedPercent: 20 })
    engine.does.answer = (assetNums) => succeed(assetNums.map((assetNum) => ({ assetNum, status: 4 })))
    const { status, rows, codes, lines } = await run(change(300))
    expect([status, codes]).toEqual([1, ['first-failed']])
    expect(lines.find(({ type }) => type === 'error')).toMatchObject({
      message: 'The first lock failed: wrong lock type. Nothing else was sent.',
    })
    expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(1)
    expect(rows.filter(({ state }) => state === 'not-sent')).toHaveLength(299)
    expect(engine.calls.map(({ assetNums }) => assetNums.length)).toEqual([1])
  })

  it.each([
    ['is switched off', () => (isAllowed = false), 'changes-off'],
    ['is for a platform that is look only', () => (isLookOnly = true), 'look-only'],
    [
      'has more rows than the policy allows',
      () => (policy = { state: 'active', source: 'test', policy: { maxRowsPerJob: 2 } }),
      'not-allowed',
    ],
    [
      'needs a work order by the policy',
      () => (policy = { state: 'active', source: 'test', policy: { maxRowsWithoutWorkOrder: 2 } }),
      'work-order-required',
    ],
    [
      'meets a policy that cannot be read',
      () => (policy = { state: 'unreadable', source: 'test', problem: 'broken', policy: {} }),
      'policy-unreadable',
    ],
  ])('that %s is not sent: status 4', async (_what, forbid, code) => {
    forbid()
    const { status, codes } = await run(change(3))
    expect([status, codes, engine.calls, engine.journal.jobs()]).toEqual([4, [code], [], []])
  })

  it('with an invalid number sends nothing', async () => {
    results = (number) => (number === numbered(1) ? { state: 'not-a-number' } : found(number))
    const { status, rows } = await run(change(3))
    expect([status, engine.calls]).toEqual([2, []])
    expect(rows).toMatchObject([{ line: 2, state: 'not-sent', reason: 'invalid-number' }])
  })

  it('skips what is done and repeated, and does not send what is not found or ambiguous', async () => {
    const [one, two, three, four] = [0, 1, 2, 3].map(numbered)
    results = (number) => {
      if (number === one) return found(number, true)
      if (number === three) return { state: 'not-listed' }
      return number === four ? { state: 'ambiguous', records: [] } : found(number)
    }
    const numbers = [one, two, two, three, four].map((number = '', at) => ({ number, line: at + 1 }))
    const { status, rows } = await run(change(0, { numbers }))
    expect(status).toBe(1)
    expect(engine.calls).toEqual([{ id: 'order.lockAssets', assetNums: [two] }])
    expect(rows.map(({ line, state, reason }) => [line, state, reason])).toEqual([
      [1, 'skipped', 'already'],
      [3, 'skipped', 'duplicate'],
      [4, 'not-sent', 'not-found'],
      [5, 'not-sent', 'ambiguous'],
      [2, 'completed', null],
    ])
    const unlisted = await run(
      change(0, { numbers: [{ number: three ?? '', line: 1 }], includeUnlisted: true }),
    )
    expect([unlisted.status, unlisted.rows]).toMatchObject([0, [{ state: 'completed' }]])
  })

  it('reports failed rows by their reason', async () => {
    engine.does.answer = (assetNums) =>
      succeed(assetNums.map((assetNum, at) => ({ assetNum, status: at === 1 ? 4 : 1 })))
    const { status, rows } = await run(change(2))
    expect([status, rows[0]?.state]).toEqual([1, 'completed'])
    expect(rows[1]).toMatchObject({ state: 'failed', reason: 'status-wrong-type' })
  })

  it('whose platform stops responding ends, with the rest not sent', async () => {
    engine.does.answer = (assetNums, call) => {
      if (call === 1) engine.does.refuse = () => failureOf({ code: 'unreachable' })
      return succeedAll(assetNums)
    }
    engine.does.probe = () => Promise.resolve(failureOf({ code: 'unreachable' }))
    const { status, rows, codes } = await run(change(30))
    expect([status, codes]).toEqual([1, ['unreachable']])
    expect(rows.filter(({ state }) => state === 'completed')).toHaveLength(10)
    expect(rows.filter(({ state }) => state === 'not-sent')).toHaveLength(20)
    // Nothing is left that the next start would send.
    expect(engine.changeService.jobs.list(10).map(({ state }) => state)).toEqual(['ended'])
  })

  it('that is interrupted sends no more and reports every row', async () => {
    engine.does.answer = (assetNums) => {
      interrupted.abort()
      return succeedAll(assetNums)
    }
    const { status, rows } = await run(change(30))
    expect([status, engine.calls.length, rows.length]).toEqual([1, 1, 30])
    expect(rows.filter(({ reason }) => reason === 'cancelled')).toHaveLength(20)
  })

  it('that is paused in the window ends without canceling the job', async () => {
    engine.does.answer = (assetNums) => {
      for (const { jobId } of engine.changeService.jobs.list(1)) engine.changeService.jobs.pause(jobId)
      return succeedAll(assetNums)
    }
    const { status, rows } = await run(change(30))
    expect([status, rows.filter(({ state }) => state === 'not-sent').length]).toEqual([1, 20])
    expect(engine.changeService.jobs.list(1)[0]).toMatchObject({ state: 'paused' })
  })

  it('for another platform than the open one is not sent', async () => {
    const { status, codes } = await run(change(1), 'https://other.example')
    expect([status, codes, engine.calls]).toEqual([1, ['other-platform'], []])
  })

  it.each([
    ['keyring', 'sign-in'],
    ['keyring-locked', 'credentials-locked'],
    ['passphrase-locked', 'credentials-locked'],
  ])('without credentials (%s): status 3', async (state, code) => {
    vaultState = state
    lookupFailure = failureOf({ code: 'unauthorized', missing: 'sign-in' })
    const { status, codes } = await run(change(1))
    expect([status, codes, engine.calls]).toEqual([3, [code], []])
  })
})

describe('other commands', () => {
  it('list jobs, and look up numbers', async () => {
    await run(change(2))
    const jobs = await run({ name: 'jobs' })
    expect([jobs.status, jobs.lines[0]]).toMatchObject([0, { type: 'job', rows: 2, completed: 2 }])
    results = (number) => (number === numbered(0) ? found(number) : { state: 'not-listed' })
    const { status, lines } = await run({
      name: 'lookup',
      numbers: [0, 1].map((at) => ({ number: numbered(at), line: at + 1 })),
    })
    expect([status, lines]).toMatchObject([1, [{ state: 'found' }, { state: 'not-found' }, {}]])
    results = (number) => found(number, false, { unknown: '20270331' })
    const unknown = await run({ name: 'lookup', numbers: [{ number: numbered(0), line: 1 }] })
    expect(unknown.lines[0]).toMatchObject({ records: [{ validUntil: null, unknownEnd: '20270331' }] })
    const exported = await run({ name: 'journal export' })
    expect(exported.lines.slice(0, 2)).toMatchObject([{ type: 'change', state: 'completed' }, {}])
  })

  it('show an unreadable policy', async () => {
    policy = { state: 'unreadable', source: '/etc/x', problem: 'broken', policy: {} }
    const { status, lines } = await run({ name: 'policy' })
    expect([status, lines[0]]).toMatchObject([1, { state: 'unreadable', changesAllowed: false }])
  })
})
