import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { DomainFailure } from '#shared/model/failure'
import type { LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { fail } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createChangeService } from '../../../src-main/changes/change-service'
import type { ChangeService } from '../../../src-main/changes/change-service'
import { createOfflineQueue } from '../../../src-main/changes/offline-queue/offline-queue'
import type { OfflineQueue } from '../../../src-main/changes/offline-queue/offline-queue'
import { emptyQueue, queueSchema } from '../../../src-main/changes/offline-queue/queue-file'
import type { QueueContent } from '../../../src-main/changes/offline-queue/queue-file'
import { recentChangesAtStart } from '../../../src-main/changes/recent-changes'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import type { JsonFile } from '../../../src-main/util/files/json-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { succeedAll } from './engine'
import type { Answer } from './engine'

export const environment = 'https://platform.example'

export const recordOf = (assetNum: string, part: Partial<LockRecord> = {}): LockRecord => ({
  shellNumber: shellNumberIn(assetNum),
  assetNum,
  assetId: 'A1',
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North Bridge',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked: false,
  freezing: false,
  borrowedUsbKey: false,
  lent: false,
  holder: null,
  limitStart: null,
  limitEnd: null,
  createdAt: null,
  updatedAt: 1,
  grantable: null,
  assignStatus: null,
  online: null,
  extensions: null,
  customerId: null,
  readAt: 0,
  ...part,
})

/** A queue over a real journal and file, with a controlled platform. */
export const startQueue = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  const calls: { id: string; assetNums: string[] }[] = []
  const questions: unknown[] = []
  /** The platform's lists and the reads of them. */
  const platform = new Map<string, LockRecord>()
  const read = new Map<string, LockRecord>()
  const does = {
    now: 1_000_000_000,
    /** A monotonic clock, ms. */
    ticks: 0,
    /** The policy's limit of a job with so many items. */
    refuseJob: (_itemCount: number): DomainFailure | null => null,
    refuseWithoutOrder: (_changeCount: number): DomainFailure | null => null,
    isReachable: false,
    rereads: 0,
    confirm: true,
    whileAsking: (): Promise<unknown> | undefined => undefined,
    hours: 24,
    listFailure: null as PlatformFailure | null,
    /** A failure before anything of the request leaves. */
    refuse: null as PlatformFailure | null,
    answer: (assetNums: string[]): Answer | Promise<Answer> => succeedAll(assetNums),
    whileReading: (): Promise<unknown> => Promise.resolve(),
    save: (): void => undefined,
  }
  let journal: Journal
  let changeService: ChangeService
  let outbox: OfflineQueue
  let file: JsonFile<QueueContent>

  const directory: Partial<AssetDirectory> = {
    known: (assetNum, enterpriseGlobalId) => {
      const record = read.get(assetNum) ?? null
      const isThere = enterpriseGlobalId === null || record?.enterpriseGlobalId === enterpriseGlobalId
      return isThere ? record : null
    },
    reread: async (enterpriseGlobalId) => {
      does.rereads += 1
      await does.whileReading()
      if (does.listFailure !== null) return does.listFailure
      for (const [assetNum, record] of read) {
        if (record.enterpriseGlobalId === enterpriseGlobalId) read.delete(assetNum)
      }
      for (const [assetNum, record] of platform) {
        if (record.enterpriseGlobalId !== enterpriseGlobalId) continue
        read.set(assetNum, { ...record, readAt: does.now })
      }
      return null
    },
    enterprises: () => ['E1', 'E2'].map((enterpriseGlobalId) => ({ enterpriseGlobalId })) as never,
    refreshAll: () => Promise.resolve(),
    probe: () => Promise.resolve(null),
  }
  const client: Partial<PlatformClient> = {
    call: async (id: string, request: { body?: unknown }, options?: CallOptions) => {
      const { assetNums } = request.body as { assetNums: string[] }
      if (does.refuse !== null) return fail(does.refuse)
      await options?.beforeSending?.()
      calls.push({ id, assetNums })
      const answer = await does.answer(assetNums)
      if (answer.ok) {
        for (const assetNum of assetNums) {
          const record = platform.get(assetNum)
          if (record !== undefined) platform.set(assetNum, { ...record, locked: id === 'order.lockAssets' })
        }
      }
      return answer as never
    },
  }

  const open = async () => {
    const opened = await openJournal({ folder: join(folder, 'journal'), now: () => does.now })
    if (!opened.ok) throw new Error(opened.error.message)
    journal = opened.value.journal
    const real = (await openJsonFile(join(folder, 'queue.json'), queueSchema, emptyQueue)).file
    file = {
      read: real.read,
      update: async (change) => {
        does.save()
        await real.update(change)
      },
    }
  }
  const begin = () => {
    changeService = createChangeService({
      client: client as PlatformClient,
      directory: directory as AssetDirectory,
      journal,
      locks: {} as LockSource,
      confirmHighImpact: (what) => {
        questions.push(what)
        return Promise.resolve(does.whileAsking()).then(() => does.confirm)
      },
      platform: { id: environment, training: false },
      policy: {
        refuseJob: (_action, itemCount) => does.refuseJob(itemCount),
        refuseWithoutOrder: (_action, changeCount) => does.refuseWithoutOrder(changeCount),
      },
      chunkSize: () => 10,
      onContinuousIdle: () => undefined,
      onNewEnterprises: () => undefined,
      recentChanges: recentChangesAtStart(
        { jobs: journal.jobs(), queued: file.read().items },
        does.now,
        () => does.now,
      ).real,
      now: () => does.now,
      pause: () => new Promise(() => undefined),
    })
    outbox = createOfflineQueue({
      file,
      platformId: environment,
      journal,
      directory: directory as AssetDirectory,
      queueGateway: changeService.queueGateway,
      isReachable: () => does.isReachable,
      probe: () => Promise.resolve(null),
      expiresAfterMs: () => does.hours * 3_600_000,
      onError: () => undefined,
      now: () => does.now,
      ticks: () => does.ticks,
    })
  }
  const end = async () => {
    await outbox.stop()
    await changeService.stop()
    await journal.stop()
  }
  await open()
  begin()

  const queue = {
    does,
    calls,
    questions,
    folder,
    /** Puts an asset on the platform's list and into the directory, as if it had been read. */
    put: (assetNum: string, part: Partial<LockRecord> = {}) => {
      platform.set(assetNum, recordOf(assetNum, part))
      read.set(assetNum, { ...recordOf(assetNum, part), readAt: does.now })
    },
    /** Changes the platform's record from outside. */
    alter: (assetNum: string, part: Partial<LockRecord> | null) => {
      const record = platform.get(assetNum)
      if (part === null || record === undefined) platform.delete(assetNum)
      else platform.set(assetNum, { ...record, ...part })
    },
    outbox: () => outbox,
    changeService: () => changeService,
    journal: () => journal,
    file: () => file,
    ask: (assetNums: readonly string[], action: LockAction = 'disable') =>
      outbox.queue({
        action,
        operatorIdentity: 'Li Wei',
        rows: assetNums.map((assetNum) => ({
          assetNum,
          shellNumber: shellNumberIn(assetNum),
          enterpriseGlobalId: read.get(assetNum)?.enterpriseGlobalId ?? null,
        })),
      }),
    view: () => outbox.view(),
    states: () => outbox.view().changes.map(({ state, held }) => held?.because ?? state),
    ends: () => outbox.view().ended.map(({ how, state }) => state ?? how),
    reach: () => {
      does.isReachable = true
      outbox.onReachable()
    },
    /** Waits until an assertion passes. */
    until: (isSo: () => void) => vi.waitFor(isSo),
    /** Restarts after the process died with the disk as it is; `meanwhile` changes the disk first. */
    restart: async (meanwhile?: (journal: Journal, file: JsonFile<QueueContent>) => Promise<unknown>) => {
      await end()
      does.isReachable = false
      await open()
      await meanwhile?.(journal, file)
      begin()
    },
    stop: async () => {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return queue
}
export type Queue = Awaited<ReturnType<typeof startQueue>>
