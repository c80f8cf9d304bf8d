import { open } from 'node:fs/promises'
import { shellNumberIn } from '#shared/model/shell-number'
import { createDesk } from '../../../src-main/desk/desk'
import { settleAfterMs } from '../../../src-main/desk/settle-clock'
import type { OpenFile } from '../../../src-main/journal/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createPlatformClient } from '../../../src-main/platform/client'
import { memoryKeeper } from '../../../src-main/platform/tokens'
import { createTransport } from '../../../src-main/platform/transport'
import { createPeople } from '../../../src-main/register/people'
import { createRecords } from '../../../src-main/register/records'
import type { Register } from '../../../src-main/register/register'
import { trainingCredentials } from '../../../src-main/training/training-service'
import type { CrashInput, JobAfterwards } from './crash-run'

// The app's own client, journal and desk without a window: runs a job until it is killed, or takes up what one that
// was killed left behind. Says what it knows on standard output, one JSON document.

const input = JSON.parse(process.argv[2] ?? '') as CrashInput
const { base, journalFolder, enterprises, killAtWrite } = input

const die = () => process.kill(process.pid, 'SIGKILL')

/** Dies before or after the write, or after the sync, of the journal's nth write. */
const deadlyFile = (at: NonNullable<CrashInput['killAtWrite']>): OpenFile => {
  let writes = 0
  return async (path) => {
    const file = await open(path, 'a', 0o600)
    return {
      write: (async (bytes: Uint8Array, offset: number, length: number) => {
        writes += 1
        if (writes === at.write && at.moment === 'before') die()
        // Half a line is what a process that dies in its write can leave.
        const taken = writes === at.write && at.moment === 'half' ? Math.ceil(length / 2) : length
        const written = await file.write(bytes, offset, taken)
        if (writes === at.write && (at.moment === 'half' || at.moment === 'written')) die()
        return written
      }) as typeof file.write,
      datasync: async () => {
        await file.datasync()
        if (writes === at.write && at.moment === 'synced') die()
      },
      close: () => file.close(),
    }
  }
}

const opened = await openJournal({
  folder: journalFolder,
  ...(killAtWrite === undefined ? {} : { openFile: deadlyFile(killAtWrite) }),
})
if (!opened.ok) throw new Error(opened.error.message)
const { journal, quarantined } = opened.value
const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
const client = createPlatformClient({
  baseUrl: base,
  userCentreUrl: `${base}/oauth/token`,
  credentials: trainingCredentials,
  transport,
  keeper: memoryKeeper(),
})
const register: Partial<Register> = {
  list: () =>
    enterprises.map((enterpriseGlobalId) => ({
      enterpriseGlobalId,
      enterpriseName: null,
      channelCode: null,
      channelCustomerId: null,
    })),
  onChange: () => () => undefined,
}
/** The settle time has passed for whoever takes up what was left. */
const now = () => Date.now() + settleAfterMs + 1_000
const timeUnit = () => 'auto' as const
const people = createPeople({ client, timeUnit, now })
const records = createRecords({ client, register: register as Register, people, timeUnit, now })
const desk = createDesk({
  client,
  records,
  journal,
  locks: {} as LockSource,
  confirmHighImpact: () => Promise.resolve(true),
  environment: { id: 'crash', training: true },
  chunkSize: () => input.chunkSize,
  onIdleDisarm: () => undefined,
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
      if (desk.readJob(jobId)?.job.state === 'ended') done()
      else setTimeout(look, 10)
    }
    look()
  })

const statesOf = (jobId: string) =>
  (desk.readJob(jobId)?.rows ?? []).map(({ key, state }) => [key, state] as const)

if (input.run !== undefined) {
  // From here on whoever kills counts the time.
  process.stdout.write('asking\n')
  const started = await desk.startJob({
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
  // What was left is taken up at the start, before anybody asks.
  await new Promise((done) => setTimeout(done, 100))
  const [job] = desk.jobs.list(1)
  const found: JobAfterwards['found'] = job === undefined ? [] : statesOf(job.jobId)
  if (job !== undefined) {
    await desk.settleJob(job.jobId)
    desk.jobs.resume(job.jobId)
    await ended(job.jobId)
    await desk.settleJob(job.jobId)
  }
  const afterwards: JobAfterwards = {
    quarantined,
    action: job?.action ?? null,
    found,
    settled: job === undefined ? [] : statesOf(job.jobId),
  }
  process.stdout.write(JSON.stringify(afterwards))
}
await desk.stop()
records.stop()
await journal.stop()
await client.stop()
process.exit(0)
