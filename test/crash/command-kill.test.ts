import { once } from 'node:events'
import { watch } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import { eventually, freshUserData } from '../support/app'
import type { RunningApp } from '../support/app'
import { endOf, startCommand } from '../support/command-line'
import { expectWhole, logLinesIn } from '../support/result-log'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { trainingKeys } from '../support/training-keys'
import { judge } from './support/crash-run'
import type { Judgement, LockToChange, Phase } from './support/crash-run'
import { startGate } from './support/gate'
import type { Gate, Held } from './support/gate'
import { addEnterprisesOf, startGatedApp } from './support/gated-app'
import { reissuableLocks } from './support/reissuable-locks'
import { countOf, keepTally, tallyOf } from './support/tally'

const chunkSize = 10
const lockCount = 300
const delayMs = 25

let service: TestService
let client: ServiceClient
let gate: Gate
let locks: LockToChange[]
let userData: string
let file: string
/** Where the results are logged, and the policy that says so. */
let resultLog: string
let policyFile: string
/** Of all jobs, by the app. */
let completedRows = 0

const start = (): Promise<RunningApp> => startGatedApp(userData, gate, service, ['--policy-file', policyFile])

beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  locks = (await reissuableLocks(client)).slice(0, lockCount)
  gate = await startGate(service.url)
  userData = await freshUserData()
  file = join(userData, 'numbers.txt')
  await writeFile(file, locks.map(({ assetNum }) => assetNum).join('\n'))
  resultLog = join(userData, 'results.jsonl')
  policyFile = join(userData, 'policy.json')
  await writeFile(policyFile, JSON.stringify({ resultLogFile: resultLog }), { mode: 0o600 })
  const app = await start()
  await app.command('settings/change', { chunkSize, commandLineChanges: true })
  await addEnterprisesOf(app, locks)
  await app.stop()
})
afterAll(async () => {
  await gate.stop()
  await service.stop()
})

const aims = ['intent on disk', 'sent', 'answered', 'recorded'] as const satisfies readonly Phase[]
const statesOf = (rows: readonly JournalEntry[]) => rows.map(({ key, state }) => [key, state] as const)

/** Where the command is to be killed; resolves when it is there. */
const reach = async (aim: (typeof aims)[number], chunk: number): Promise<Held> => {
  if (aim === 'sent') return gate.hold(chunk, 'before')
  if (aim === 'answered') return gate.hold(chunk, 'after')
  if (aim === 'intent on disk') {
    await new Promise<void>((done) => {
      const watcher = watch(join(userData, 'journal'), (_event, name) => {
        if (name?.endsWith('.log') !== true) return
        watcher.close()
        done()
      })
    })
    return { pass: () => undefined, drop: () => undefined }
  }
  const from = await client.lastEffect()
  await eventually(async () => (await client.effects(from)).length >= chunk * chunkSize)
  return { pass: () => undefined, drop: () => undefined }
}

const killOnce = async (aim: (typeof aims)[number], chunk: number, way: number): Promise<Judgement> => {
  const assetNums = locks.map(({ assetNum }) => assetNum)
  await client.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
  gate.delay(delayMs)
  const from = await client.lastEffect()
  const reached = reach(aim, chunk)
  const child = startCommand(
    ['disable', '--file', file, '--operator', 'crash test', '--yes', '--json', '--policy-file', policyFile],
    { userData, platform: { url: gate.url, keys: trainingKeys } },
  )
  const ended = endOf(child)
  const gone = once(child, 'exit')
  const held = await reached
  child.kill('SIGKILL')
  await gone
  const atKill = await client.effects(from)
  if (way % 2 === 0) held.pass()
  else held.drop()
  gate.release()
  await ended
  await pause(3 * delayMs)
  const onceStill = await client.effects(from)
  gate.delay(0)

  const app = await start()
  try {
    const [job] = await app.command('jobs/list', { limit: 1 })
    if (job === undefined) throw new Error('no job')
    const { jobId } = job
    const found = await eventually(async () => {
      const { rows } = await app.command('jobs/read', { jobId })
      return rows.every(({ state }) => state !== 'sent') && statesOf(rows)
    })
    // Nothing is sent again by itself.
    expect(await client.effects(from)).toHaveLength(onceStill.length)
    await app.command('jobs/check-results', { jobId })
    if (job.state !== 'ended') await app.command('jobs/resume', { jobId })
    const { rows } = await eventually(async () => {
      const read = await app.command('jobs/read', { jobId })
      return read.job.state === 'ended' && read
    })
    completedRows += rows.filter(({ state }) => state === 'done').length
    const afterwards = { quarantined: null, action: 'disable' as const, found, settled: statesOf(rows) }
    return judge(locks, afterwards, { atKill, onceStill, inTheEnd: await client.effects(from) }, false)
  } finally {
    await app.stop()
  }
}

describe('a command killed during its job', () => {
  it('leaves every lock accounted for and nothing sent twice', async () => {
    const judgements: Judgement[] = []
    for (let kill = 0; kill < countOf('COMMAND', 4); kill += 1) {
      const aim = aims[kill % aims.length] ?? 'sent'
      judgements.push(await killOnce(aim, 1 + ((kill * 7) % 20), Math.floor(kill / aims.length)))
    }
    // The log of results has every record, whenever the command was killed.
    const logged = logLinesIn(await readFile(resultLog, 'utf8'))
    expectWhole(logged)
    const completed = logged.filter(({ state }) => state === 'completed')
    expect(new Set(completed.map(({ jobId, row }) => `${String(jobId)}.${String(row)}`)).size).toBe(
      completedRows,
    )
    await keepTally(tallyOf('kill -9 of a command in a 300-lock job', judgements))
    for (const { lost, twice, unknown, phase } of judgements) {
      expect({ phase, lost, twice }).toEqual({ phase, lost: [], twice: [] })
      expect(unknown).toBeLessThanOrEqual(chunkSize)
    }
  })
})
