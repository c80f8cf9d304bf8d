import { shellNumberIn } from '#shared/model/locks/shell-number'
import { createChangeService } from '../../../src-main/changes/change-service'
import { settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createPlatformClient } from '../../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { createEmployeeDirectory } from '../../../src-main/directory/employee-directory'
import { createAssetDirectory } from '../../../src-main/directory/asset-directory'
import type { EnterpriseList } from '../../../src-main/directory/enterprise-list'
import { trainingCredentials } from '../../support/training-keys'
import type { CrashInput, JobAfterwards } from './crash-run'
import { deadlyWrites } from './deadly-writes'

// The app's client, journal and change service without a window: runs a job until it is killed, or recovers an
// interrupted one. Prints one JSON document to standard output.

const input = JSON.parse(process.argv[2] ?? '') as CrashInput
const { base, journalFolder, enterprises, killAtWrite } = input

const opened = await openJournal({
  folder: journalFolder,
  ...(killAtWrite === undefined ? {} : { openFile: deadlyWrites(killAtWrite).openFile }),
})
if (!opened.ok) throw new Error(opened.error.message)
const { journal, quarantined } = opened.value
const transport = createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined })
const client = createPlatformClient({
  baseUrl: base,
  userCentreUrl: `${base}/oauth/token`,
  credentials: trainingCredentials,
  transport,
  keeper: createMemoryTokenKeeper(),
})
const register: Partial<EnterpriseList> = {
  list: () =>
    enterprises.map((enterpriseGlobalId) => ({
      enterpriseGlobalId,
      enterpriseName: null,
      channelCode: null,
      channelCustomerId: null,
    })),
  onChange: () => () => undefined,
}
/** The settle delay is over when a job is recovered. */
const now = () => Date.now() + settleDelayMs + 1_000
const times = () => ({ unit: 'auto', zone: null }) as const
const employees = createEmployeeDirectory({ client, times, now })
const directory = createAssetDirectory({
  client,
  register: register as EnterpriseList,
  employees,
  times,
  now,
})
const changeService = createChangeService({
  client,
  directory,
  journal,
  locks: {} as LockSource,
  confirmHighImpact: () => Promise.resolve(true),
  platform: { id: 'crash', training: true },
  chunkSize: () => input.chunkSize,
  onContinuousIdle: () => undefined,
  onNewEnterprises: () => undefined,
  now,
  pause: (_ms, signal) =>
    new Promise((done) => {
      const timer = setTimeout(done, 20)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        done()
      })
    }),
})

const ended = (jobId: string): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      if (changeService.readJob(jobId)?.job.state === 'ended') done()
      else setTimeout(look, 10)
    }
    look()
  })

const statesOf = (jobId: string) =>
  (changeService.readJob(jobId)?.rows ?? []).map(({ key, state }) => [key, state] as const)

if (input.run !== undefined) {
  // The test measures time from this output on.
  process.stdout.write('asking\n')
  const started = await changeService.startJob({
    action: input.run.action,
    operatorIdentity: 'crash test',
    retryOf: null,
    rows: input.run.locks.map(({ assetNum, enterpriseGlobalId }) => ({
      assetNum,
      enterpriseGlobalId,
      shellNumber: shellNumberIn(assetNum),
      plugId: null,
    })),
  })
  if (!started.ok) throw new Error(started.error.message)
  await ended(started.value.jobId)
  process.stdout.write('ended\n')
} else {
  // Interrupted jobs are recovered at the start, before the first request.
  await new Promise((done) => setTimeout(done, 100))
  const [job] = changeService.jobs.list(1)
  const found: JobAfterwards['found'] = job === undefined ? [] : statesOf(job.jobId)
  if (job !== undefined) {
    await changeService.reconcileJob(job.jobId)
    changeService.jobs.resume(job.jobId)
    await ended(job.jobId)
    await changeService.reconcileJob(job.jobId)
  }
  const afterwards: JobAfterwards = {
    quarantined,
    action: job?.action ?? null,
    found,
    settled: job === undefined ? [] : statesOf(job.jobId),
  }
  process.stdout.write(JSON.stringify(afterwards))
}
await changeService.stop()
directory.stop()
await journal.stop()
await client.stop()
process.exit(0)
