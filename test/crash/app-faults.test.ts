import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { startService } from '../../src-service/service'
import type { Service } from '../../src-service/service'
import { demoTemplate } from '../support/demo-template'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import type { LockToChange } from './support/crash-run'
import { answerDialogs } from './support/dialogs'
import { startGate } from './support/gate'
import type { Gate } from './support/gate'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally } from './support/tally'
import { trainingKeys } from '../support/training-keys'

const lockCount = 60
const chunkSize = 10
const startsPerJob = 10
const screenLimitMs = 2_000
const usbLimitMs = 3_000
const healthyMs = 5_500
const common = { operatorIdentity: 'crash test', retryOf: null }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: Service
let client: ServiceClient
let gate: Gate
let locks: LockToChange[]
let desk: RunningApp
let userData: string

const serve = async (port: number): Promise<void> => {
  service = await startService({ data: folder.path, faults: true, port, template: await demoTemplate() })
}

beforeAll(async () => {
  folder = await temporaryFolder()
  await serve(0)
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, lockCount)
  gate = await startGate(service.url)
  userData = await freshUserData()
  desk = await startApp({
    userData,
    platform: { baseUrl: gate.url, userCentreUrl: `${gate.url}/oauth/token` },
    environment: trainingKeys,
  })
  await answerDialogs(desk)
  await inMain('settings/change', { chunkSize })
  for (const enterpriseGlobalId of new Set(locks.map((lock) => lock.enterpriseGlobalId))) {
    await inMain('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: '' })
  }
})
afterAll(async () => {
  await desk.stop()
  await gate.stop()
  await service.stop()
  await folder.remove()
})

/** In the page, through main: Playwright's connection to the page breaks when that page crashes. */
const inPage = async (script: string): Promise<unknown> =>
  desk.app.evaluate(async ({ BrowserWindow }, source) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.executeJavaScript(source) as Promise<unknown>
  }, script)

const inMain = async (name: string, input?: unknown): Promise<unknown> => {
  const inputText = input === undefined ? '' : JSON.stringify(input)
  const outcome = (await inPage(`window.lockDesk.commands[${JSON.stringify(name)}](${inputText})`)) as {
    ok: boolean
    value: unknown
  }
  if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome)}`)
  return outcome.value
}

const startJob = async (): Promise<Job> => {
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  const rows = locks.map(({ assetNum, enterpriseGlobalId }) => ({
    assetNum,
    enterpriseGlobalId,
    shellNumber: shellNumberIn(assetNum),
    plugId: null,
  }))
  return (await inMain('jobs/start', { ...common, action: 'disable', rows })) as Job
}
const read = async (jobId: string) => ((await inMain('jobs/read', { jobId })) as { job: Job }).job
const ended = (jobId: string) =>
  eventually(async () => {
    const job = await read(jobId)
    return job.state === 'ended' && job
  })

/** Checks how often each lock was disabled since. */
const judgeEffects = async (from: number) => {
  const targets = (await client.effects(from))
    .filter(({ operation }) => operation === 'order.lockAssets')
    .map(({ target }) => target)
  const lost = locks.filter(({ assetNum }) => !targets.includes(assetNum)).length
  return { lost, twice: targets.length - new Set(targets).size }
}

describe('renderer crash during a job', () => {
  it('reloads within two seconds with the state of the journal, and the job continues', async () => {
    const crashes = countOf('RENDERER', 3)
    const total = { lost: 0, twice: 0, unknown: 0 }
    let slowest = 0
    for (let crash = 0; crash < crashes; crash += 1) {
      const from = await client.lastEffect()
      const held = gate.hold(1 + (crash % (lockCount / chunkSize)), crash % 2 === 0 ? 'before' : 'after')
      const { jobId } = await startJob()
      const holding = await held
      // Pages that crash within a second of loading are not loaded again after the third.
      await eventually(() => inPage('performance.now() > 2_000'))
      await desk.app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const back = new Promise<void>((done) => contents?.once('did-start-loading', () => done()))
        contents?.forcefullyCrashRenderer()
        await back
      })
      const began = performance.now()
      // The job waits while its request is held, so that both states can be compared.
      const shown = await eventually(async () => {
        const gone = await inPage(
          `document.querySelector('[data-testid=job-progress]')?.dataset.gone ?? null`,
        ).catch(() => null)
        if (gone === null) return null
        const { rows, counts } = await read(jobId)
        return Number(gone) === rows - counts.intent - counts.sent && { gone, counts }
      }, 20_000)
      const tookMs = performance.now() - began
      slowest = Math.max(slowest, tookMs)
      // The first row is sent alone, and the next requests are smaller than the setting.
      expect(shown.counts.sent).toBeGreaterThan(0)
      expect(shown.counts.sent).toBeLessThanOrEqual(chunkSize)
      holding.pass()
      const { counts } = await ended(jobId)
      const { lost, twice } = await judgeEffects(from)
      total.lost += lost
      total.twice += twice
      total.unknown += counts.unknown
    }
    await keepTally({
      fault: `renderer crashed in a job, back in ${(slowest / 1000).toFixed(1)} s at most`,
      runs: crashes,
      hits: null,
      ...total,
    })
    expect(total).toEqual({ lost: 0, twice: 0, unknown: 0 })
    expect(slowest).toBeLessThan(screenLimitMs)
  })
})

describe.runIf(process.platform === 'linux')('USB process crash during a job', () => {
  const usbProcess = () =>
    desk.app.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Lock Desk USB')?.pid ?? null,
    )

  it('does not affect the job and is restarted within three seconds', async () => {
    const crashes = countOf('USB', 3)
    let slowest = 0
    let lost = 0
    let twice = 0
    for (let crash = 0; crash < crashes; crash += 1) {
      const first = await eventually(usbProcess)
      const from = await client.lastEffect()
      const held = gate.hold(2, 'before')
      const { jobId } = await startJob()
      const holding = await held
      process.kill(first, 'SIGSEGV')
      const began = performance.now()
      await eventually(async () => {
        const pid = await usbProcess()
        return pid !== null && pid !== first
      })
      slowest = Math.max(slowest, performance.now() - began)
      expect(await inMain('locks/list')).toEqual(expect.anything())
      holding.pass()
      await ended(jobId)
      const went = await judgeEffects(from)
      lost += went.lost
      twice += went.twice
      // The restart delay grows for a process that crashes again within five seconds.
      if (crash % 3 === 2 && crash < crashes - 1) await pause(healthyMs)
    }
    await keepTally({
      fault: `USB process crashed, back in ${(slowest / 1000).toFixed(1)} s at most`,
      runs: crashes,
      hits: null,
      lost,
      twice,
      unknown: 0,
    })
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
    expect(slowest).toBeLessThan(usbLimitMs)
  })
})

describe('second app start during a job', () => {
  it('exits by itself, and the journal keeps one writer', async () => {
    const starts = countOf('DOUBLE', 2)
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const journal = join(userData, 'journal', 'journal.log')
    const total = { lost: 0, twice: 0, unknown: 0 }
    // A request is given up after a minute, which limits the starts per job.
    for (let left = starts; left > 0; left -= startsPerJob) {
      const from = await client.lastEffect()
      const held = gate.hold(2, 'before')
      const { jobId } = await startJob()
      const holding = await held
      const before = await readFile(journal)
      for (let start = 0; start < Math.min(left, startsPerJob); start += 1) {
        const second = spawn(
          process.env['LOCK_DESK_ELECTRON_PATH'] ?? '',
          [...sandbox, resolve('.'), '--user-data', userData],
          { stdio: 'ignore' },
        )
        expect(await new Promise((done) => second.once('exit', done))).toBe(0)
      }
      expect((await readFile(journal)).equals(before)).toBe(true)
      holding.pass()
      const { counts } = await ended(jobId)
      const went = await judgeEffects(from)
      total.lost += went.lost
      total.twice += went.twice
      total.unknown += counts.unknown
    }
    await keepTally({ fault: 'started twice', runs: starts, hits: null, ...total })
    expect(total).toEqual({ lost: 0, twice: 0, unknown: 0 })
  })
})

describe('service restart during a job', () => {
  it('makes the job wait with a message and continue by itself; no change is made twice', async () => {
    const stops = countOf('SERVICE', 2)
    const total = { lost: 0, twice: 0, unknown: 0 }
    const port = Number(new URL(service.url).port)
    for (let stop = 0; stop < stops; stop += 1) {
      const from = await client.lastEffect()
      // Stopped right after a response: the next request is refused.
      const held = gate.hold(1 + (stop % 4), 'after')
      const { jobId } = await startJob()
      const holding = await held
      gate.refuse()
      await service.stop()
      holding.pass()
      const waiting = await eventually(async () => {
        const job = await read(jobId)
        return job.state === 'paused' && job
      })
      expect(waiting.pause?.kind).toBe('platform')
      expect(waiting.counts.intent + waiting.counts.unknown).toBeGreaterThan(0)
      await serve(port)
      await gate.accept()
      const { counts } = await ended(jobId)
      client = await connectTo(service.url)
      const went = await judgeEffects(from)
      total.lost += went.lost - counts.unknown
      total.twice += went.twice
      total.unknown += counts.unknown
    }
    await keepTally({ fault: 'service stopped and started in a job', runs: stops, hits: null, ...total })
    expect(total).toMatchObject({ lost: 0, twice: 0 })
  })
})
