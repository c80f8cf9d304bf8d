import { createDesk } from '../../../src-main/desk/desk'
import type { Desk } from '../../../src-main/desk/desk'
import type { OpenFile } from '../../../src-main/journal/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createPlatformClient } from '../../../src-main/platform/client'
import type { PlatformClient } from '../../../src-main/platform/client'
import { memoryKeeper } from '../../../src-main/platform/tokens'
import { createTransport } from '../../../src-main/platform/transport'
import type { Records } from '../../../src-main/register/records'
import { trainingCredentials } from '../../../src-main/training/training-service'

/** The app's own client, journal and desk, over a platform that a test plays. */
export const startDesk = async (options: {
  folder: string
  baseUrl: string
  userCentreUrl: string
  chunkSize: number
  openFile?: OpenFile
  /** For an answer; the client's own otherwise. */
  deadlineMs?: number
}): Promise<{ desk: Desk; stop: () => Promise<void> }> => {
  const { folder, baseUrl, userCentreUrl, chunkSize, openFile, deadlineMs } = options
  const opened = await openJournal({ folder, ...(openFile === undefined ? {} : { openFile }) })
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal } = opened.value
  const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
  const client = createPlatformClient({
    baseUrl,
    userCentreUrl,
    credentials: trainingCredentials,
    transport,
    keeper: memoryKeeper(),
  })
  await client.signIn({ name: 'counter', password: 'Counter-2026' })
  const records: Partial<Records> = {
    known: () => null,
    reread: () => Promise.resolve(null),
    enterprises: () => [],
    probe: () => Promise.resolve(null),
  }
  const limited: PlatformClient = {
    ...client,
    call: (id, request, given) =>
      client.call(id, request, { ...given, ...(deadlineMs === undefined ? {} : { deadlineMs }) }),
  }
  const desk = createDesk({
    client: limited,
    records: records as Records,
    journal,
    locks: {} as LockSource,
    confirmHighImpact: () => Promise.resolve(true),
    environment: { id: baseUrl, training: true },
    chunkSize: () => chunkSize,
    onIdleDisarm: () => undefined,
    onNewEnterprises: () => undefined,
  })
  return {
    desk,
    stop: async () => {
      await desk.stop()
      await journal.stop()
      await client.stop()
    },
  }
}

/** Resolves when the job has come to rest. */
export const atRest = async (desk: Desk, jobId: string): Promise<void> => {
  while (desk.readJob(jobId)?.job.state === 'running') await new Promise((done) => setTimeout(done, 2))
}
