import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createChangeService } from '../../../src-main/changes/change-service'
import { settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import { createAssetDirectory } from '../../../src-main/directory/asset-directory'
import { createEmployeeDirectory } from '../../../src-main/directory/employee-directory'
import type { EnterpriseList } from '../../../src-main/directory/enterprise-list'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createPlatformClient } from '../../../src-main/platform/client'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { saveDurably } from '../../../src-main/util/files/durable-file'
import { noClaims } from '../../../src-main/work-orders/order-claims'
import { createOrderService } from '../../../src-main/work-orders/order-service'
import { trainingCredentials } from '../../support/training-keys'
import { memoryVault, noSignedList } from '../../work-orders/support/order-desk'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import { createTrustedKeys } from '../../../src-main/work-orders/trusted-keys'
import { createUsedOrders } from '../../../src-main/work-orders/used-orders'
import { createWorkOrders } from '../../../src-main/work-orders/work-orders'
import { deadlyWrites } from './deadly-writes'
import type { OrderAfterwards, OrderInput } from './order-run'

// Carries a work order out until it is killed, or reads the results afterwards. Prints one JSON document.

const input = JSON.parse(process.argv[2] ?? '') as OrderInput
const { base, folder, enterprises, signerKey, killAtWrite } = input
const { openFile, during } = deadlyWrites(killAtWrite)

const opened = await openJournal({ folder: join(folder, 'journal'), openFile })
if (!opened.ok) throw new Error(opened.error.message)
const { journal } = opened.value
const client = createPlatformClient({
  baseUrl: base,
  userCentreUrl: `${base}/oauth/token`,
  credentials: trainingCredentials,
  transport: createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined }),
  keeper: createMemoryTokenKeeper(),
})
const register: Partial<EnterpriseList> = {
  list: () =>
    enterprises.map((enterpriseGlobalId) => ({
      ...{ enterpriseGlobalId, enterpriseName: null, channelCode: null, channelCustomerId: null },
    })),
  onChange: () => () => undefined,
}
/** The settle delay is over when a job is recovered. */
const now = () => Date.now() + settleDelayMs + 1_000
const times = () => ({ unit: 'auto', zone: null }) as const
const employees = createEmployeeDirectory({ client, times, now })
const directory = createAssetDirectory({
  ...{ client, employees, times, now },
  register: register as EnterpriseList,
})
const changeService = createChangeService({
  ...{ client, directory, journal, now },
  locks: {} as LockSource,
  confirmHighImpact: () => Promise.resolve(true),
  platform: { id: 'crash', training: true },
  chunkSize: () => input.chunkSize,
  onContinuousIdle: () => undefined,
  onNewEnterprises: () => undefined,
  pause: (_ms, signal) =>
    new Promise((done) => {
      const timer = setTimeout(done, 20)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        done()
      })
    }),
})
const used = createUsedOrders({
  path: join(folder, 'used-orders.log'),
  hasHistory: () => journal.jobs().length > 0,
  now: Date.now,
  openFile,
})
const noFile = {} as Parameters<typeof createTrustedKeys>[0]
const orders = createOrderService(
  {
    workOrders: createWorkOrders({
      keys: createSigningKeys(memoryVault()),
      trusted: createTrustedKeys(noFile, Date.now, [{ name: 'Office', key: signerKey }]),
      used,
      journal,
    }),
    signedOrders: noSignedList,
    journal,
    settings: { read: () => ({ assetsPerCall: 100 }) } as never,
    claimsOf: () => noClaims,
  },
  {
    changeService,
    platform: { id: 'crash', training: true, address: null, directory, monitor: { client } },
  },
)

const ended = (jobId: string): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      if (changeService.readJob(jobId)?.job.state === 'ended') done()
      else setTimeout(look, 10)
    }
    look()
  })

const bytes = await readFile(join(folder, 'a.lockorder'))
/** Carries the order out and saves its result; returns why not. */
const carryOut = async (): Promise<string | null> => {
  const request = { action: null, leaveOut: [], operatorIdentity: 'crash test' }
  const carried = await orders.carryOut(bytes, request, { isConfirmed: true })
  if (!carried.ok) return carried.error.code
  const { job } = carried.value
  if (job !== null) await ended(job.jobId)
  return null
}
const saveResult = async (): Promise<OrderAfterwards['rows']> => {
  const made = await orders.makeResult(bytes)
  if (!made.ok) throw new Error(made.error.message)
  await during(() => saveDurably(join(folder, 'a.lockresult'), made.value.bytes))
  return made.value.result.rows.map(({ key, state, reason = null }) => [key, state, reason] as const)
}

if (input.mode === 'run') {
  const problem = await carryOut()
  if (problem !== null) throw new Error(problem)
  await saveResult()
  process.stdout.write('ended\n')
} else {
  // Interrupted jobs are recovered at the start, before the first request.
  await new Promise((done) => setTimeout(done, 100))
  const again = await carryOut()
  const found = await saveResult()
  const [job] = changeService.jobs.list(1)
  if (job !== undefined) {
    await changeService.reconcileJob(job.jobId)
    changeService.jobs.resume(job.jobId)
    await ended(job.jobId)
    await changeService.reconcileJob(job.jobId)
  }
  const afterwards: OrderAfterwards = {
    ...{ again, found, rows: await saveResult(), jobs: journal.jobs().length },
  }
  process.stdout.write(JSON.stringify(afterwards))
}
await changeService.stop()
directory.stop()
await used.stop()
await journal.stop()
await client.stop()
process.exit(0)
