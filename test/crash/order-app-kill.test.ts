import { once } from 'node:events'
import { watch } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freshUserData } from '../support/app'
import type { RunningApp } from '../support/app'
import { endOf, startCommand } from '../support/command-line'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { trainingKeys } from '../support/training-keys'
import { startProgram } from '../work-orders/support/independent-program'
import type { Program } from '../work-orders/support/independent-program'
import type { LockToChange } from './support/crash-run'
import { startGate } from './support/gate'
import type { Gate, Held } from './support/gate'
import { addEnterprisesOf, startGatedApp } from './support/gated-app'
import { reissuableLocks } from './support/reissuable-locks'

const chunkSize = 10
const passphrase = 'correct horse battery'
/** Each request is delayed this long on its way to the service. */
const delayMs = 25

let service: TestService
let client: ServiceClient
let gate: Gate
/** Each order has its own: a lock whose change has no result yet is not sent. */
let allLocks: LockToChange[]
let office: Program
let userData: string

const start = (): Promise<RunningApp> => startGatedApp(userData, gate, service)
const operatorIdentity = 'crash test'

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  allLocks = await reissuableLocks(client)
  gate = await startGate(service.url)
  office = startProgram(Date.now() - 60_000)
  userData = await freshUserData()
  const app = await start()
  await app.command('vault/set-passphrase', { passphrase })
  await app.command('settings/change', { chunkSize, commandLineChanges: true })
  await addEnterprisesOf(app, allLocks)
  await app.command('work-orders/trust', { key: office.key, name: 'Office' })
  await app.stop()
})
afterAll(async () => {
  await gate.stop()
  await service.stop()
  await rm(userData, { recursive: true, force: true })
})

let orderCount = 0
const newOrder = (locks: readonly LockToChange[]) => {
  orderCount += 1
  const order = office.order({
    id: `0b7a2f6e-3c7d-4e55-9d0a-${String(orderCount).padStart(12, '0')}`,
    platform: { id: gate.url, address: gate.url },
    enterprises: [...new Set(locks.map(({ enterpriseGlobalId }) => enterpriseGlobalId))],
    rows: locks.map(({ assetNum }) => ({ assetNum })),
  })
  return office.sign(order)
}

type Aim = 'used' | 'intent' | 'sent' | 'answered'
const written = (path: string, isRight: (name: string) => boolean): Promise<void> =>
  new Promise((done) => {
    const watcher = watch(path, (_event, name) => {
      if (name === null || !isRight(name)) return
      watcher.close()
      done()
    })
  })
/** Resolves when the order is there. */
const reach = async (aim: Aim, chunk: number): Promise<Held> => {
  if (aim === 'sent') return gate.hold(chunk, 'before')
  if (aim === 'answered') return gate.hold(chunk, 'after')
  await (aim === 'used'
    ? written(userData, (name) => name.startsWith('used-orders'))
    : written(join(userData, 'journal'), (name) => name.endsWith('.log')))
  return { pass: () => undefined, drop: () => undefined }
}

interface Running {
  readonly kill: () => Promise<void>
  /** Rejects if the process ended by itself. */
  readonly failed: Promise<never>
}
/** Starts to carry the order out. */
type CarryOut = (bytes: Buffer) => Promise<Running>

const inApp: CarryOut = async (bytes) => {
  const app = await start()
  await app.command('vault/unlock', { passphrase })
  const input = { bytes: new Uint8Array(bytes), leaveOut: [], operatorIdentity }
  const failed = new Promise<never>((_done, fail) => {
    // The call never ends where the app dies first.
    app.outcome('work-orders/carry-out', input).then(
      (outcome) => outcome.ok || fail(new Error(outcome.error.code)),
      () => undefined,
    )
  })
  const child = app.app.process()
  return {
    failed,
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
const byCommand: CarryOut = async (bytes) => {
  const file = join(userData, 'a.lockorder')
  await writeFile(file, bytes)
  const child = startCommand(
    ['disable', '--work-order', file, '--operator', operatorIdentity, '--yes', '--json'],
    { userData, platform: { url: gate.url, keys: trainingKeys } },
  )
  const ended = endOf(child)
  return {
    failed: ended.then(({ stdout }) => Promise.reject(new Error(stdout))),
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await ended
    },
  }
}

const endJob = async (app: RunningApp, jobId: string): Promise<void> => {
  await eventually(async () => {
    const { rows } = await app.command('jobs/read', { jobId })
    return rows.every(({ state }) => state !== 'sent')
  })
  await app.command('jobs/check-results', { jobId })
  const { job } = await app.command('jobs/read', { jobId })
  if (job.state === 'paused') await app.command('jobs/resume', { jobId })
  await eventually(async () => (await app.command('jobs/read', { jobId })).job.state === 'ended')
}

const killOnce = async (carryOut: CarryOut, aim: Aim, chunk: number, isPassed: boolean) => {
  const locks = allLocks.splice(0, 40)
  const assetNums = locks.map(({ assetNum }) => assetNum)
  const bytes = newOrder(locks)
  gate.delay(delayMs)
  const from = await client.lastEffect()
  const reached = reach(aim, chunk)
  const running = await carryOut(bytes)
  running.failed.catch(() => undefined)
  const held = await Promise.race([reached, running.failed])
  await running.kill()
  const atKill = (await client.effects(from)).length
  if (isPassed) held.pass()
  else held.drop()
  gate.release()
  await pause(3 * delayMs)
  gate.delay(0)

  const app = await start()
  try {
    await app.command('vault/unlock', { passphrase })
    const input = { bytes: new Uint8Array(bytes), leaveOut: [], operatorIdentity }
    const jobsBefore = await app.command('jobs/list', { limit: 1000 })
    const again = await app.outcome('work-orders/carry-out', input)
    // Used once, or not at all; then nothing had been sent.
    if (again.ok) expect({ aim, atKill }).toEqual({ aim, atKill: 0 })
    else expect({ aim, code: again.error.code }).toEqual({ aim, code: 'order-used' })
    const { result } = await app.command('work-orders/result', { bytes: input.bytes })
    if (result.jobId !== null) await endJob(app, result.jobId)
    expect(await app.outcome('work-orders/carry-out', input)).toMatchObject({ error: { code: 'order-used' } })
    const jobs = await app.command('jobs/list', { limit: 1000 })
    expect(jobs).toHaveLength(jobsBefore.length + (again.ok ? 1 : 0))

    // The result agrees with the service, row by row, and nothing was sent twice.
    const { rows } = (await app.command('work-orders/result', { bytes: input.bytes })).result
    expect(rows.map(({ key }) => key)).toEqual(assetNums)
    const completed = rows.flatMap(({ key, state }) => (state === 'completed' ? [key] : []))
    const effects = (await client.effects(from)).map(({ target }) => target)
    expect({ aim, effects: effects.sort() }).toEqual({ aim, effects: [...completed].sort() })
    // Chunks are sent one after another, so one at most has no result. It has one where the gate held and passed it; at
    // the other aims the kill comes later than the file, and finds any chunk on its way.
    const isHeld = aim === 'sent' || aim === 'answered'
    const uncertain = rows.filter(({ state }) => state === 'unconfirmed')
    expect({ aim, uncertain: uncertain.length <= (isHeld && isPassed ? 0 : chunkSize) }).toEqual({
      aim,
      uncertain: true,
    })
    expect(rows.length - completed.length).toBe(result.jobId === null ? rows.length : uncertain.length)
    return { aim, isUsed: !again.ok, hasJob: result.jobId !== null }
  } finally {
    await app.stop()
  }
}

describe.each<[string, CarryOut]>([
  ['the app', inApp],
  ['the command', byCommand],
])('%s killed while it carries out a work order', (_who, carryOut) => {
  it('has used it once or not at all, and its result can be made', async () => {
    const kills = [
      await killOnce(carryOut, 'used', 1, true),
      await killOnce(carryOut, 'intent', 1, true),
      await killOnce(carryOut, 'sent', 2, true),
      await killOnce(carryOut, 'sent', 1, false),
      await killOnce(carryOut, 'answered', 3, true),
    ]
    // The kills were where they were meant to be.
    for (const { aim, isUsed, hasJob } of kills) {
      if (aim === 'sent' || aim === 'answered')
        expect({ aim, isUsed, hasJob }).toEqual({ aim, isUsed: true, hasJob: true })
    }
  })
})
