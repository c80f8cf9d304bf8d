import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '#shared/model/changes/job'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { Service } from '../../src-service/service'
import { createChangeService } from '../../src-main/changes/change-service'
import type { ChangeService } from '../../src-main/changes/change-service'
import { maxDataAgeMs } from '../../src-main/changes/jobs/old-lists'
import { createAssetDirectory } from '../../src-main/directory/asset-directory'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'
import { createEmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { EnterpriseList } from '../../src-main/directory/enterprise-list'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import type { LockSource } from '../../src-main/locks/lock-source'
import { createPlatformClient } from '../../src-main/platform/client'
import type { PlatformClient } from '../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../src-main/platform/auth/tokens'
import { createTransport } from '../../src-main/platform/transport/transport'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { noEmployees } from '../support/no-employees'
import { temporaryFolder } from '../support/temporary-folder'
import { trainingCredentials } from '../support/training-keys'
import { startOnImported } from './imported'

// The app's client, lists, journal and jobs on the licensing service. What was changed is read from the service by a client
// of its own.

const enterpriseGlobalId = 'main'
const path = { enterpriseGlobalId }
const numbersOf = (kind: number, count: number) =>
  Array.from({ length: count }, (_one, at) => `LD8${kind}${String(at).padStart(8, '0')}`)
/** Re-issuable locks, and locks that cannot be disabled. */
const good = numbersOf(1, 400)
const wrong = numbersOf(2, 300)
const assetOf = (licenseType: string) => (assetNum: string) => ({
  assetNum,
  licenseType,
  products: [{ productUri: 'gms-a', limitConcurrent: 1 }],
})

const enterprise = {
  globalId: 'main',
  name: 'Main',
  code: '@m',
  customers: [{ channelCode: 'T', channelCustomerId: 'main', name: 'main' }],
  employees: [],
  assets: [...good.map(assetOf('normal_recover_usbkey')), ...wrong.map(assetOf('normal_unrecover_usbkey'))],
}

let service: Service
/** Another person at another computer. */
let others: ServiceClient
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let client: PlatformClient
let directory: AssetDirectory
let journal: Journal
let changeService: ChangeService
let later = 0

beforeAll(async () => {
  service = await startOnImported({ enterprises: [enterprise] })
  others = await connectTo(service.url)
  folder = await temporaryFolder()
  const opened = await openJournal({ folder: folder.path })
  if (!opened.ok) throw new Error(opened.error.message)
  journal = opened.value.journal
  client = createPlatformClient({
    baseUrl: service.url,
    userCentreUrl: `${service.url}/oauth/token`,
    credentials: trainingCredentials,
    transport: createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined }),
    keeper: createMemoryTokenKeeper(),
  })
  const register: Partial<EnterpriseList> = {
    list: () => [{ enterpriseGlobalId, enterpriseName: 'Main', channelCode: null, channelCustomerId: null }],
    onChange: () => () => undefined,
  }
  const now = () => Date.now() + later
  const times = () => ({ unit: 'auto', zone: null }) as const
  const employees = createEmployeeDirectory({ client, times, now })
  directory = createAssetDirectory({ client, register: register as EnterpriseList, employees, times, now })
  changeService = createChangeService({
    client,
    directory,
    journal,
    locks: {} as LockSource,
    confirmHighImpact: () => Promise.resolve(true),
    platform: { id: 'stopping', training: true },
    guards: { maxFailedPercent: () => 20, employees: noEmployees },
    chunkSize: () => 100,
    onContinuousIdle: () => undefined,
    onNewEnterprises: () => undefined,
    now,
    ticks: () => performance.now() + later,
  })
})
afterAll(async () => {
  await changeService.stop()
  directory.stop()
  await client.stop()
  await journal.stop()
  await folder.remove()
  await service.stop()
})
beforeEach(async () => {
  await others.succeed('order.unlockAssets', { body: { assetNums: good, operatorIdentity: 'Others' } })
  await directory.reread(enterpriseGlobalId)
})

const start = async (assetNums: readonly string[]): Promise<string> => {
  const started = await changeService.startJob({
    action: 'disable',
    operatorIdentity: 'Li Wei',
    retryOf: null,
    rows: assetNums.map((assetNum) => ({
      assetNum,
      enterpriseGlobalId,
      shellNumber: shellNumberIn(assetNum),
      plugId: null,
    })),
  })
  if (!started.ok) throw new Error(started.error.message)
  return started.value.jobId
}
const jobOf = (jobId: string): Job => {
  const read = changeService.readJob(jobId)
  if (read === null) throw new Error('no such job')
  return read.job
}
const until = (jobId: string, state: Job['state']) =>
  expect.poll(() => jobOf(jobId).state, { timeout: 10_000 }).toBe(state)
/** What the service has as disabled. */
const disabled = async (): Promise<readonly (string | null)[]> =>
  (await others.succeed('order.listAssets', { path })).flatMap(({ assetNum, locked }) =>
    locked ? [assetNum] : [],
  )
const sentRows = (jobId: string) =>
  journal.job(jobId)?.rowStates.filter(({ sentAt }) => sentAt !== null).length

describe('a job on the licensing service', () => {
  it('of 300 locks of a wrong type stops after the first', async () => {
    const jobId = await start(wrong)
    await until(jobId, 'paused')
    expect(jobOf(jobId)).toMatchObject({
      pause: { kind: 'first-failed', state: 'failed', reason: { kind: 'status', status: 4 } },
      counts: { failed: 1, intent: 299 },
    })
    expect([sentRows(jobId), await disabled()]).toEqual([1, []])
    await changeService.jobs.cancel(jobId)
    expect(jobOf(jobId).counts).toMatchObject({ failed: 1, 'not-sent': 299 })
  })

  it('of which 40 % are of a wrong type stops at the rule, and what it disabled is what it reports', async () => {
    const rows = Array.from({ length: 300 }, (_one, at) => (at % 5 >= 3 ? wrong[at] : good[at]) ?? '')
    const jobId = await start(rows)
    await until(jobId, 'paused')
    const { pause, counts } = jobOf(jobId)
    expect(pause).toMatchObject({ kind: 'many-failed', reason: { kind: 'status', status: 4 } })
    expect(counts.failed).toBeGreaterThanOrEqual(5)
    expect(counts.failed).toBeLessThan(10)
    expect([sentRows(jobId), (await disabled()).length]).toEqual([counts.failed + counts.done, counts.done])
    await changeService.jobs.cancel(jobId)
  })

  it('holds a lock that others disabled between the check and its request; the other rows are sent', async () => {
    const rows = [wrong[0] ?? '', ...good.slice(0, 40)]
    const jobId = await start(rows)
    // Stopped by its first row: time passes, and another person disables one lock and takes none away.
    await until(jobId, 'paused')
    // No list that was read before the other person’s change arrives after it.
    await directory.refresh(enterpriseGlobalId)
    const [taken = ''] = good.slice(20)
    await others.succeed('order.lockAssets', { body: { assetNums: [taken], operatorIdentity: 'Others' } })
    later += maxDataAgeMs + 60_000
    changeService.jobs.resume(jobId)
    await until(jobId, 'ended')
    const { counts } = jobOf(jobId)
    expect(counts).toMatchObject({ failed: 1, done: 39, 'not-sent': 1 })
    const held = changeService.readJob(jobId)?.rows.find(({ state }) => state === 'not-sent')
    expect([held?.key, held?.reason]).toEqual([taken, { kind: 'changed-since-check', what: 'state' }])
    expect((await disabled()).toSorted()).toEqual(good.slice(0, 40).toSorted())
  })
})
