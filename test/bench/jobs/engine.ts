import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { operationOf } from '#shared/model/changes/change'
import type { LockAction } from '#shared/model/changes/change'
import { failedPercents } from '#shared/model/changes/stop-rule'
import { licenseTypes } from '#shared/model/api/license-types'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { createChangeService } from '../../../src-main/changes/change-service'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createPlatformClient } from '../../../src-main/platform/client'
import type { PlatformClient } from '../../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createTransport } from '../../../src-main/platform/transport/transport'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { trainingCredentials, trainingKeys } from '../../support/training-keys'
import { operations } from '#shared/operations'
import { noEmployees } from '../../support/no-employees'

// The program that `npm run bench -- jobs` measures: a job over `locks` locks, and undici alone sending the same
// chunks, alternating. Prints one JSON line.

const chunkSize = 100
const operatorIdentity = 'bench'

interface Lock {
  readonly assetNum: string
  readonly enterpriseGlobalId: string
}

const reissuable = (type: string | null): boolean =>
  type !== null &&
  Object.hasOwn(licenseTypes, type) &&
  licenseTypes[type as keyof typeof licenseTypes].reissuable

const findLocks = async (client: PlatformClient, count: number): Promise<Lock[]> => {
  const found: Lock[] = []
  // The customers of the seed `scale`, the large one first.
  for (let customer = 79; customer > 0; customer -= 1) {
    const query = { channelCode: 'SCALE', channelCustomerId: `S-${String(customer).padStart(3, '0')}` }
    const known = await client.call('order.queryCustomers', { query })
    const enterpriseGlobalId = known.ok ? (known.value[0]?.enterpriseGlobalId ?? null) : null
    if (enterpriseGlobalId === null) throw new Error('the service does not have the seed `scale`')
    const answer = await client.call('order.listAssets', { path: { enterpriseGlobalId } })
    if (!answer.ok) throw new Error(answer.error.message)
    for (const { assetNum, licenseType } of answer.value) {
      if (assetNum !== null && reissuable(licenseType)) found.push({ assetNum, enterpriseGlobalId })
      if (found.length === count) return found
    }
  }
  throw new Error(`there are only ${found.length} locks to disable`)
}

/**
 * The same requests without client, journal and change service: the cost of network and service. On one kept
 * connection, or on a new one per request as the app sends changes (a reused connection that the server is
 * closing leaves unclear whether a request was read).
 */
const sendBare = async (
  base: string,
  token: string,
  action: LockAction,
  locks: readonly Lock[],
  connection: 'kept' | 'fresh',
) => {
  const began = performance.now()
  const kept = new Agent()
  for (let from = 0; from < locks.length; from += chunkSize) {
    const assetNums = locks.slice(from, from + chunkSize).map(({ assetNum }) => assetNum)
    const dispatcher = connection === 'kept' ? kept : new Agent()
    const nonce = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
    const answer = await request(`${base}${operations[operationOf[action]].path}?g_nonce=${nonce}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ assetNums, operatorIdentity }),
      dispatcher,
      reset: connection === 'fresh',
    })
    const { code } = (await answer.body.json()) as { code: unknown }
    if (connection === 'fresh') void dispatcher.close()
    if (Number(code) !== 0) throw new Error(`undici alone was refused: ${String(code)}`)
  }
  const took = performance.now() - began
  await kept.close()
  return took
}

const [base = '', count = '', rounds = ''] = process.argv.slice(2)
const transport = createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined })
const client = createPlatformClient({
  baseUrl: base,
  userCentreUrl: `${base}/oauth/token`,
  credentials: trainingCredentials,
  transport,
  keeper: createMemoryTokenKeeper(),
})
const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-jobs-'))
const opened = await openJournal({ folder })
if (!opened.ok) throw new Error(opened.error.message)
const { journal } = opened.value
const locks = await findLocks(client, Number(count))
/** When the lists were read, as in the app: they are newer than the plan, so that every row is compared with them. */
const readAt = Date.now()
const recordsByNumber = new Map(
  locks.map(({ assetNum }) => [
    assetNum,
    {
      locked: null,
      lent: false,
      holder: null,
      licenseType: 'normal_recover_usbkey',
      readAt,
    } as unknown as LockRecord,
  ]),
)
const serviceWith = (guards?: Parameters<typeof createChangeService>[0]['guards']) =>
  createChangeService({
    client,
    journal,
    // The lists are read again after a job; the service benchmark measures that cost.
    directory: {
      known: () => null,
      current: (assetNum: string) => recordsByNumber.get(assetNum) ?? null,
      enterprises: (ids: readonly string[] = []) =>
        ids.map((enterpriseGlobalId) => ({ enterpriseGlobalId, readAt: readAt + 1 })) as never,
      refresh: () => Promise.resolve(null),
      reread: () => Promise.resolve(null),
    } as Partial<AssetDirectory> as AssetDirectory,
    locks: {} as LockSource,
    confirmHighImpact: () => Promise.resolve(true),
    platform: { id: 'bench', training: true },
    ...(guards === undefined ? {} : { guards }),
    chunkSize: () => chunkSize,
    onContinuousIdle: () => undefined,
    onNewEnterprises: () => undefined,
  })
const withRules = serviceWith({ maxFailedPercent: () => failedPercents.default, employees: noEmployees })
const withoutRules = serviceWith()

const runJob = async (desk: ReturnType<typeof serviceWith>, action: LockAction): Promise<number> => {
  const began = performance.now()
  const ended = new Promise<number>((done, fail) => {
    const unsubscribe = desk.jobs.onChange((job) => {
      if (job.state === 'running') return
      unsubscribe()
      if (job.counts.done === locks.length) done(performance.now() - began)
      else fail(new Error(`the job ended unexpectedly: ${JSON.stringify(job.counts)}`))
    })
  })
  const rows = locks.map(({ assetNum, enterpriseGlobalId }) => ({
    assetNum,
    enterpriseGlobalId,
    shellNumber: shellNumberIn(assetNum),
    plugId: null,
  }))
  const started = await desk.startJob({ action, operatorIdentity, rows, retryOf: null })
  if (!started.ok) throw new Error(started.error.message)
  return ended
}

const tokenAnswer = await request(`${base}/oauth/token`, {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: trainingKeys.LOCK_DESK_APP_KEY,
    client_secret: trainingKeys.LOCK_DESK_APP_SECRET,
  }).toString(),
})
const { access_token: token } = (await tokenAnswer.body.json()) as { access_token: string }
const measured: { kept: number; fresh: number; desk: number; plain: number }[] = []
// The first round warms up all four. Each reverts the previous one, so that every request changes state; which of the two
// jobs is first alternates.
for (let round = 0; round <= Number(rounds); round += 1) {
  const isOdd = round % 2 === 1
  const first = await runJob(isOdd ? withoutRules : withRules, 'disable')
  const second = await runJob(isOdd ? withRules : withoutRules, 'enable')
  const kept = await sendBare(base, token, 'disable', locks, 'kept')
  const fresh = await sendBare(base, token, 'enable', locks, 'fresh')
  measured.push({ desk: isOdd ? second : first, plain: isOdd ? first : second, kept, fresh })
}
measured.shift()
await withRules.stop()
await withoutRules.stop()
await journal.stop()
await client.stop()
await rm(folder, { recursive: true, force: true })
console.log(JSON.stringify({ locks: locks.length, chunkSize, rounds: measured }))
