import { createChangeService } from '../../../src-main/changes/change-service'
import type { ChangeService } from '../../../src-main/changes/change-service'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { createPlatformClient } from '../../../src-main/platform/client'
import type { PlatformClient } from '../../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createTransport } from '../../../src-main/platform/transport/transport'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { trainingCredentials } from '../../support/training-keys'

/** The app's client, journal and change service over a platform that the test controls. */
export const startDesk = async (options: {
  folder: string
  baseUrl: string
  userCentreUrl: string
  chunkSize: number
  openFile?: OpenFile
  /** Response timeout; the client's default if absent. */
  deadlineMs?: number
}): Promise<{ changeService: ChangeService; stop: () => Promise<void> }> => {
  const { folder, baseUrl, userCentreUrl, chunkSize, openFile, deadlineMs } = options
  const opened = await openJournal({ folder, ...(openFile === undefined ? {} : { openFile }) })
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal } = opened.value
  const transport = createTransport({
    routesFor: () => Promise.resolve([null]),
    certificates: () => undefined,
  })
  const client = createPlatformClient({
    baseUrl,
    userCentreUrl,
    credentials: trainingCredentials,
    transport,
    keeper: createMemoryTokenKeeper(),
  })
  await client.signIn({ name: 'counter', password: 'Counter-2026' })
  const directory: Partial<AssetDirectory> = {
    known: () => null,
    reread: () => Promise.resolve(null),
    enterprises: () => [],
    probe: () => Promise.resolve(null),
  }
  const limited: PlatformClient = {
    ...client,
    call: (id, request, callOptions) =>
      client.call(id, request, { ...callOptions, ...(deadlineMs === undefined ? {} : { deadlineMs }) }),
  }
  const changeService = createChangeService({
    client: limited,
    directory: directory as AssetDirectory,
    journal,
    locks: {} as LockSource,
    confirmHighImpact: () => Promise.resolve(true),
    platform: { id: baseUrl, training: true },
    chunkSize: () => chunkSize,
    onContinuousIdle: () => undefined,
    onNewEnterprises: () => undefined,
  })
  return {
    changeService,
    stop: async () => {
      await changeService.stop()
      await journal.stop()
      await client.stop()
    },
  }
}

/** Resolves when the job has ended or is paused. */
export const atRest = async (changeService: ChangeService, jobId: string): Promise<void> => {
  while (changeService.readJob(jobId)?.job.state === 'running')
    await new Promise((done) => setTimeout(done, 2))
}
