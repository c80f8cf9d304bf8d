import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LockAction } from '#shared/model/change'
import { shellNumberIn } from '#shared/model/shell-number'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { judge, phases } from './support/crash-run'
import type { Judgement, LockToChange, Phase } from './support/crash-run'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally, tallyOf } from './support/tally'

const chunkSize = 10
const lockCount = 500
/** Each call is held up this long, before or after the commit, so that a kill can find it on its way. */
const heldUpMs = 60

let service: TestService
let client: ServiceClient
let locks: LockToChange[]

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, lockCount)
})
afterAll(async () => {
  await service.stop()
})

const start = (userData: string): Promise<RunningApp> =>
  startApp({
    userData,
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: {
      LOCK_DESK_APP_KEY: 'lock-desk',
      LOCK_DESK_APP_SECRET: 'lock-desk-secret',
      LOCK_DESK_USER: 'counter',
      LOCK_DESK_PASSWORD: 'Counter-2026',
    },
  })

const kindsIn = async (journal: string): Promise<string[]> => {
  const text = await readFile(journal, 'utf8').catch(() => '')
  return [...text.matchAll(/^[0-9a-f]{8} .*?"kind":"(\w+)"/gm)].map(([, kind]) => kind ?? '')
}

/** Resolves at the first moment at which the journal has a record of that kind, and enough of them. */
const whenJournalHas = async (journal: string, kind: string, count: number): Promise<void> => {
  for (;;) {
    const found = (await kindsIn(journal)).filter((each) => each === kind).length
    if (found >= count) return
    await pause(1)
  }
}

/** The moment to kill at, so that the phase is likely to be hit; which one was is told afterwards. */
const momentOf = async (aim: Phase, journal: string, chunk: number): Promise<void> => {
  switch (aim) {
    case 'before intent':
      return
    case 'intent on disk':
      // The first write is the job's; its first call leaves a moment later.
      await new Promise<void>((done) => {
        const watcher = watch(journal, () => {
          watcher.close()
          done()
        })
      })
      return
    case 'sent':
      await whenJournalHas(journal, 'sent', chunk)
      await pause(heldUpMs / 3)
      return
    case 'answered': {
      const from = await client.lastEffect()
      while ((await client.lastEffect()) < from + chunk * chunkSize) await pause(2)
      return
    }
    case 'recorded':
      await whenJournalHas(journal, 'ended', lockCount / chunkSize)
  }
}

const killOnce = async (aim: Phase, chunk: number): Promise<Judgement> => {
  const userData = await freshUserData()
  const journal = join(userData, 'journal', 'journal.log')
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  await client.fault({
    operation: 'order.lockAssets',
    fault: 'delay',
    times: 10_000,
    ms: aim === 'recorded' ? 0 : heldUpMs,
    when: aim === 'answered' ? 'after' : 'before',
  })
  const from = await client.lastEffect()
  const first = await start(userData)
  await first.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
  })
  await first.command('settings/change', { chunkSize })
  const moment = momentOf(aim, journal, chunk)
  // Never answered where the app dies first.
  const asked = first
    .outcome('jobs/start', {
      action: 'disable' satisfies LockAction,
      operatorIdentity: 'crash test',
      retryOf: null,
      rows: locks.map(({ assetNum, enterpriseGlobalId }) => ({
        assetNum,
        enterpriseGlobalId,
        shellNumber: shellNumberIn(assetNum),
        plugId: null,
      })),
    })
    .catch(() => null)
  await moment
  const gone = new Promise((done) => first.app.process().once('exit', done))
  first.app.process().kill('SIGKILL')
  await Promise.all([gone, asked])
  // What was on its way is still carried out.
  await pause(3 * heldUpMs)
  const atKill = await client.effects(from)
  const second = await start(userData)
  try {
    const [job] = await second.command('jobs/list', { limit: 1 })
    const read = job === undefined ? null : await second.command('jobs/read', { jobId: job.jobId })
    // Nothing goes out again by itself.
    await pause(200)
    const effects = await client.effects(from)
    expect(effects).toHaveLength(atKill.length)
    const found = (read?.rows ?? []).map(({ key, state }) => [key, state] as const)
    return judge(locks, { quarantined: null, action: 'disable', found, settled: [] }, effects, atKill)
  } finally {
    await second.stop()
  }
}

describe('the app, killed in a job of 500 locks', () => {
  it('has every lock accounted for when it is started again, and has sent nothing twice', async () => {
    const kills = countOf('APP', 5)
    const judgements: Judgement[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const aim = phases[kill % phases.length] ?? 'sent'
      judgements.push(await killOnce(aim, 1 + ((kill * 7) % 40)))
    }
    await keepTally(tallyOf('kill -9 of the app in a 500-lock job', judgements))
    for (const { lost, twice, unknown, phase } of judgements) {
      expect({ phase, lost, twice }).toEqual({ phase, lost: [], twice: [] })
      expect(unknown).toBeLessThanOrEqual(chunkSize)
    }
  })
})
