import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { eventually, freshUserData } from '../support/app'
import type { RunningApp } from '../support/app'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import type { LockToChange } from './support/crash-run'
import { startGate } from './support/gate'
import type { Gate } from './support/gate'
import { addEnterprisesOf, startGatedApp } from './support/gated-app'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally } from './support/tally'
import { changeLock } from '../support/change-lock'

const lockCount = 60
/** The first row alone, then four rows each: so many may fail without a pause. */
const ofThreeRequests = 9
const chunkSize = 10

let service: TestService
let client: ServiceClient
let gate: Gate
let locks: LockToChange[]
let userData: string
let desk: RunningApp
let from: number

const start = async (): Promise<void> => {
  desk = await startGatedApp(userData, gate, service)
}

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, lockCount)
  gate = await startGate(service.url)
  userData = await freshUserData()
  await start()
  await desk.command('settings/change', { chunkSize })
  await addEnterprisesOf(desk, locks)
})
afterAll(async () => {
  await desk.stop()
  await gate.stop()
  await service.stop()
  await rm(userData, { recursive: true, force: true })
})
beforeEach(async () => {
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  from = await client.lastEffect()
})

const startJob = (): Promise<Job> =>
  desk.command('jobs/start', {
    action: 'disable',
    operatorIdentity: 'crash test',
    retryOf: null,
    rows: locks.map(({ assetNum, enterpriseGlobalId }) => ({
      assetNum,
      enterpriseGlobalId,
      shellNumber: shellNumberIn(assetNum),
      plugId: null,
    })),
  })
const read = async (jobId: string): Promise<Job> => (await desk.command('jobs/read', { jobId })).job
const until = (jobId: string, state: Job['state']): Promise<Job> =>
  eventually(async () => {
    const job = await read(jobId)
    return job.state === state && job
  }, 120_000)
const pid = (): number => desk.app.process().pid ?? 0

/** The journal has a result for each lock, and the service made each change once. */
const judge = async (fault: string, job: Job): Promise<void> => {
  const targets = (await client.effects(from))
    .filter(({ operation }) => operation === 'order.lockAssets')
    .map(({ target }) => target)
  const lost = locks.filter(({ assetNum }) => !targets.includes(assetNum)).length
  const twice = targets.length - new Set(targets).size
  await keepTally({ fault, runs: 1, hits: null, lost, twice, unknown: job.counts.unknown })
  expect({ lost, twice, counts: job.counts }).toMatchObject({
    lost: 0,
    twice: 0,
    counts: { done: lockCount, unknown: 0 },
  })
}

describe('an app suspended during a job', () => {
  it('continues at the same row and accepts the response that arrived meanwhile', async () => {
    const seconds = countOf('STILL', 3)
    const held = gate.hold(3, 'after')
    const { jobId } = await startJob()
    const holding = await held
    process.kill(pid(), 'SIGSTOP')
    holding.pass()
    await pause(seconds * 1_000)
    process.kill(pid(), 'SIGCONT')
    await judge(`suspended for ${seconds} s`, await until(jobId, 'ended'))
  })
})

describe('system shutdown during a job', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'waits for the request in progress (%s); the rest waits for review',
    async (signal) => {
      const held = gate.hold(3, 'after')
      const { jobId } = await startJob()
      const holding = await held
      const gone = new Promise((done) => desk.app.process().once('exit', (code) => done(code)))
      // The parts are stopped after the window has closed; until then the job goes on.
      await desk.app.evaluate(({ app }) => {
        const stopping = new Promise<void>((done) => app.once('will-quit', () => setImmediate(done)))
        Object.assign(globalThis, { stopping })
      })
      process.kill(pid(), signal)
      await desk.app.evaluate(() => (globalThis as { stopping?: Promise<void> }).stopping)
      holding.pass()
      expect(await gone).toBe(0)
      await start()
      const left = await until(jobId, 'paused')
      expect(left.pause).toEqual({ kind: 'interrupted' })
      expect(left.counts).toMatchObject({
        done: ofThreeRequests,
        intent: lockCount - ofThreeRequests,
        unknown: 0,
      })
      await desk.command('jobs/resume', { jobId })
      await judge(`${signal} in a job`, await until(jobId, 'ended'))
    },
  )
})

describe('data folder moved during a job', () => {
  it('stops the job before the next request, reports why, and lets it resume once the folder is back', async () => {
    const away = `${userData}-away`
    const held = gate.hold(3, 'after')
    const { jobId } = await startJob()
    const holding = await held
    await rename(join(userData, 'journal'), away)
    const before = (await client.effects(from)).length
    holding.pass()
    const stopped = await until(jobId, 'paused')
    expect(stopped.pause).toEqual({ kind: 'journal-not-writable' })
    const single = changeLock(desk, {
      action: 'enable',
      assetNum: locks[0]?.assetNum ?? '',
      shellNumber: null,
      enterpriseGlobalId: locks[0]?.enterpriseGlobalId ?? null,
      operatorIdentity: 'crash test',
      plugId: null,
    })
    await expect(single).rejects.toThrow('not-saved')
    expect((await client.effects(from)).length).toBe(before)
    expect(existsSync(join(userData, 'journal'))).toBe(false)
    await rename(away, join(userData, 'journal'))
    await desk.command('jobs/resume', { jobId })
    await judge('journal moved during a job', await until(jobId, 'ended'))
  })
})

describe('second app start on the same folder by another path', () => {
  it('exits by itself, and the job and its journal continue', async () => {
    const other = `${userData}-other`
    await symlink(userData, other)
    const held = gate.hold(2, 'before')
    const { jobId } = await startJob()
    const holding = await held
    const journal = await readFile(join(userData, 'journal', 'journal.log'))
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const args = [...sandbox, resolve('.'), '--user-data', other]
    const second = spawn(process.env['LOCK_DESK_ELECTRON_PATH'] ?? '', args, { stdio: 'ignore' })
    expect(await new Promise((done) => second.once('exit', done))).toBe(0)
    expect((await readFile(join(userData, 'journal', 'journal.log'))).equals(journal)).toBe(true)
    await rm(other)
    holding.pass()
    await judge('started on a link to the folder', await until(jobId, 'ended'))
  })
})
