import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry, LockAction } from '#shared/model/changes/change'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { eventually, freshUserData } from '../support/app'
import type { RunningApp } from '../support/app'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { judge, phases } from './support/crash-run'
import type { Judgement, LockToChange, Phase } from './support/crash-run'
import { answerDialogs, dialogsAsked } from './support/dialogs'
import { startGate } from './support/gate'
import type { Gate, Held } from './support/gate'
import { addEnterprisesOf, startGatedApp } from './support/gated-app'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally, tallyOf } from './support/tally'

const chunkSize = 10
const lockCount = 500
/** Each request is delayed this long on its way to the service. */
const delayMs = 25

let service: TestService
let client: ServiceClient
let gate: Gate
let locks: LockToChange[]
let userData: string
let running: RunningApp

const start = (): Promise<RunningApp> => startGatedApp(userData, gate, service)

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, lockCount)
  gate = await startGate(service.url)
  userData = await freshUserData()
  running = await start()
  await running.command('settings/change', { chunkSize })
  await addEnterprisesOf(running, locks)
})
afterAll(async () => {
  await running.stop()
  await gate.stop()
  await service.stop()
})

const newestJob = async (app: RunningApp) => (await app.command('jobs/list', { limit: 1 }))[0] ?? null

/** The promise never resolves where the app dies first. */
const startJob = (app: RunningApp): void => {
  const rows = locks.map(({ assetNum, enterpriseGlobalId }) => ({
    assetNum,
    enterpriseGlobalId,
    shellNumber: shellNumberIn(assetNum),
    plugId: null,
  }))
  const action: LockAction = 'disable'
  void app
    .outcome('jobs/start', { action, operatorIdentity: 'crash test', retryOf: null, rows })
    .catch(() => undefined)
}

const nothingHeld: Held = { pass: () => undefined, drop: () => undefined }

/** Starts the job and brings it to the point of the kill. The result tells which phase was hit. */
const bringTo = async (aim: Phase, chunk: number, way: number, app: RunningApp): Promise<Held> => {
  switch (aim) {
    case 'before intent': {
      // The system dialog is open, or was answered just now.
      await answerDialogs(app, way % 2 === 0 ? 'never' : 'yes')
      const dialogCount = await dialogsAsked(app)
      startJob(app)
      while ((await dialogsAsked(app)) === dialogCount) await pause(1)
      return nothingHeld
    }
    case 'intent on disk': {
      const written = new Promise<void>((done) => {
        // Watches the folder, since the journal rotates after several hundred jobs.
        const watcher = watch(join(userData, 'journal'), () => {
          watcher.close()
          done()
        })
      })
      startJob(app)
      await written
      return nothingHeld
    }
    case 'sent':
    case 'answered': {
      const held = gate.hold(chunk, aim === 'sent' ? 'before' : 'after')
      startJob(app)
      return await held
    }
    case 'recorded': {
      const held = way % 2 === 0 ? gate.hold(chunk, 'before') : null
      const before = await newestJob(app)
      startJob(app)
      if (held !== null) {
        const holding = await held
        const job = await newestJob(app)
        await app.outcome('jobs/pause', { jobId: job?.jobId })
        holding.pass()
      }
      await eventually(async () => {
        const job = await newestJob(app)
        return job !== null && job.jobId !== before?.jobId && job.state !== 'running'
      })
      return nothingHeld
    }
  }
}

const statesOf = (rows: readonly JournalEntry[]) => rows.map(({ key, state }) => [key, state] as const)

const killOnce = async (aim: Phase, chunk: number, way: number): Promise<Judgement> => {
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  gate.delay(delayMs)
  const from = await client.lastEffect()
  const lastJob = await newestJob(running)
  const held = await bringTo(aim, chunk, way, running)
  const child = running.app.process()
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
  const atKill = await client.effects(from)
  // The request in progress is carried out, or never arrives.
  if (way % 2 === 0) held.pass()
  else held.drop()
  gate.release()
  await pause(3 * delayMs)
  gate.delay(0)
  const seen = gate.seen()

  running = await start()
  const job = await newestJob(running)
  if (job === null || job.jobId === lastJob?.jobId) {
    const inTheEnd = await client.effects(from)
    const effects = { atKill, onceStill: inTheEnd, inTheEnd }
    return judge(locks, { quarantined: null, action: null, found: [], settled: [] }, effects)
  }
  const { jobId } = job
  const found = await eventually(async () => {
    const { rows } = await running.command('jobs/read', { jobId })
    return rows.every(({ state }) => state !== 'sent') && statesOf(rows)
  })
  // Nothing is sent again automatically.
  await pause(50)
  expect(gate.seen()).toBe(seen)
  // The request in progress had the time of a start, also on a slow computer.
  const onceStill = await client.effects(from)
  await running.command('jobs/check-results', { jobId })
  if (job.state !== 'ended') await running.command('jobs/resume', { jobId })
  const { rows } = await eventually(async () => {
    const read = await running.command('jobs/read', { jobId })
    return read.job.state === 'ended' && read
  })
  const inTheEnd = await client.effects(from)
  const settled = statesOf(rows)
  const afterwards = { quarantined: null, action: 'disable' as const, found, settled }
  return judge(locks, afterwards, { atKill, onceStill, inTheEnd }, false)
}

describe('app killed during a job of 500 locks', () => {
  it('accounts for every lock after the restart and has sent nothing twice', async () => {
    const kills = countOf('APP', 5)
    const judgements: Judgement[] = []
    const tries = new Map<Phase, number>()
    const hitsOf = (phase: Phase) => judgements.filter((each) => each.phase === phase).length
    for (let kill = 0; kill < kills; kill += 1) {
      // Prefers the phases with the fewest hits, without spending all tries on a rare one.
      const need = (phase: Phase) => Math.max(hitsOf(phase), (tries.get(phase) ?? 0) / 4)
      const aim = phases.reduce((least, phase) => (need(phase) < need(least) ? phase : least))
      const times = tries.get(aim) ?? 0
      tries.set(aim, times + 1)
      judgements.push(await killOnce(aim, 1 + ((kill * 7) % 40), times))
    }
    await keepTally(tallyOf('kill -9 of the app in a 500-lock job', judgements))
    for (const { lost, twice, unknown, phase } of judgements) {
      expect({ phase, lost, twice }).toEqual({ phase, lost: [], twice: [] })
      expect(unknown).toBeLessThanOrEqual(chunkSize)
    }
    for (const phase of phases) expect(hitsOf(phase), phase).toBeGreaterThanOrEqual(Math.floor(kills / 20))
  })
})
