import { cpSync } from 'node:fs'
import { mkdtemp, open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { DomainFailure } from '#shared/model/failure'
import type { ChangeAction, ChangeRequest, JournalEntry, LockAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { neverStops } from '#shared/model/changes/stop-rule'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createChangeService } from '../../../src-main/changes/change-service'
import type { ChangeService } from '../../../src-main/changes/change-service'
import type { RememberedJobs } from '../../../src-main/changes/unordered-changes'
import type { HighImpact } from '../../../src-main/changes/high-impact'
import type { UnsentSecrets } from '../../../src-main/changes/jobs/unsent-secrets'
import { changeOne } from './change-one'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { noEmployees } from '../../support/no-employees'

export type Answer = Outcome<{ assetNum: string; status: number }[], PlatformFailure>

export const numbered = (index: number): string => `LD8${String(index).padStart(9, '0')}`

export const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_one, index) => ({
    assetNum: numbered(from + index),
    shellNumber: numbered(from + index).slice(2) as ShellNumber,
    enterpriseGlobalId: 'E1',
    plugId: null as string | null,
  }))

export const succeedAll = (assetNums: readonly string[]): Answer =>
  succeed(assetNums.map((assetNum) => ({ assetNum, status: 1 })))

export const failureOf = (over: Partial<PlatformFailure>): PlatformFailure => ({
  code: 'refused',
  message: 'no',
  changed: 'no',
  ...over,
})

/** A promise and the function that resolves it. */
export const gateOf = <Value = undefined>() => {
  let open: (value: Value) => void = () => undefined
  const passed = new Promise<Value>((done) => (open = done))
  return { passed, open }
}

/** The change service over a real journal, with a controlled platform and disk; optionally over copied files. */
export const startEngine = async (
  over: { from?: string; unsent?: UnsentSecrets; place?: string; maxFailedPercent?: number } = {},
) => {
  const folder = await mkdtemp(join(over.place ?? tmpdir(), 'engine-'))
  if (over.from !== undefined) {
    // The owner's socket is not a file and belongs to its process alone.
    cpSync(over.from, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  }
  const calls: { id: string; assetNums: string[] }[] = []
  const waits: number[] = []
  const confirmations: HighImpact[] = []
  /** The enterprises whose lists were refreshed. */
  const reread: string[] = []
  const does = {
    answer: (assetNums: string[], _call: number): Answer | Promise<Answer> => succeedAll(assetNums),
    /** The response to a read. */
    read: (_id: string): Outcome<unknown, PlatformFailure> => fail(failureOf({ code: 'unreachable' })),
    /** The response to operations other than disable and enable. */
    answerAny: null as (() => unknown) | null,
    seen: (_id: string, _request: unknown): void => undefined,
    /** Replaces the whole request. */
    slow: null as ((id: string, request: unknown, options?: CallOptions) => Promise<never>) | null,
    /** A failure before anything of the request leaves. */
    refuse: (_assetNums: string[]): PlatformFailure | null => null,
    probe: (): Promise<PlatformFailure | null> => Promise.resolve(null),
    confirm: (): Promise<boolean> => Promise.resolve(true),
    identify: (): ReturnType<LockSource['identify']> => Promise.resolve(succeed('8000000000' as ShellNumber)),
    locked: (_assetNum: string): boolean | null => null,
    /** Runs before each write of the journal; an exception is a disk error. */
    write: (_text: string): Promise<void> | void => undefined,
    /** Why the policy forbids a job. */
    refuseJob: (_action: ChangeAction, _itemCount: number): DomainFailure | null => null,
    refuseRequest: (_action: ChangeAction, _itemCount: number): DomainFailure | null => null,
    refuseWithoutOrder: (_action: ChangeAction, _changeCount: number): DomainFailure | null => null,
    remembered: null as RememberedJobs | null,
    report: null as (() => Promise<boolean>) | null,
    environment: 'https://platform.example',
    isLookOnly: false,
    chunkSize: 10,
    maxFailedPercent: over.maxFailedPercent ?? neverStops,
    /** The record of an asset now; undefined for one that only `locked` describes. */
    record: (_assetNum: string): Partial<LockRecord> | null | undefined => undefined,
    /** When the list was read. */
    listReadAt: (): number | null => null,
    refresh: (_id: string): PlatformFailure | null => null,
    now: Date.now,
    /** Waits of a minute and more; shorter ones end at once. */
    longPause: (_ms: number): Promise<void> => new Promise(() => undefined),
  }
  const stopped: (() => Promise<void>)[] = []

  const build = (journal: Journal): ChangeService => {
    const client: Partial<PlatformClient> = {
      call: async (id: string, request: { body?: unknown }, options?: CallOptions) => {
        if (options?.beforeSending === undefined) return does.read(id) as never
        if (does.slow !== null) return does.slow(id, request, options)
        const { assetNums } = (request.body ?? {}) as { assetNums: string[] }
        const refusal = does.refuse(assetNums)
        if (refusal !== null) return fail(refusal)
        await options.beforeSending()
        does.seen(id, request)
        if (does.answerAny !== null) return does.answerAny() as never
        calls.push({ id, assetNums })
        return (await does.answer(assetNums, calls.length)) as never
      },
    }
    const directory: Partial<AssetDirectory> = {
      known: (assetNum) => ({ locked: does.locked(assetNum), readAt: does.now() + 1 }) as never,
      reread: (enterpriseGlobalId) => {
        reread.push(enterpriseGlobalId)
        return Promise.resolve(null)
      },
      refreshAll: () => Promise.resolve(),
      current: (assetNum) => {
        const record = does.record(assetNum)
        return record === undefined ? null : (record as never)
      },
      refresh: (id) => Promise.resolve(does.refresh(id)),
      enterprises: () => [{ enterpriseGlobalId: 'E1', readAt: does.listReadAt() }] as never,
      probe: () => does.probe(),
    }
    const locks: Partial<LockSource> = { identify: () => does.identify() }
    const changeService = createChangeService({
      client: client as PlatformClient,
      directory: directory as AssetDirectory,
      journal,
      locks: locks as LockSource,
      confirmHighImpact: (what) => {
        confirmations.push(what)
        return does.confirm()
      },
      platform: { id: does.environment, training: false, isLookOnly: () => does.isLookOnly },
      policy: {
        refuseJob: (action, itemCount) => does.refuseJob(action, itemCount),
        refuseRequest: (action, itemCount) => does.refuseRequest(action, itemCount),
        refuseWithoutOrder: (action, changeCount) => does.refuseWithoutOrder(action, changeCount),
      },
      rememberedJobs: does.remembered,
      ...(does.report === null ? {} : { reportJob: does.report }),
      chunkSize: () => does.chunkSize,
      ...(over.maxFailedPercent === undefined
        ? {}
        : { guards: { maxFailedPercent: () => does.maxFailedPercent, employees: noEmployees } }),
      onContinuousIdle: () => undefined,
      onNewEnterprises: () => undefined,
      ...(over.unsent === undefined ? {} : { unsentSecrets: over.unsent }),
      now: () => does.now(),
      ticks: () => does.now(),
      pause: (ms, signal) => {
        waits.push(ms)
        if (ms >= 60_000) return does.longPause(ms)
        return new Promise((done) => {
          const end = () => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', end)
            done()
          }
          const timer = setTimeout(end, 2)
          signal?.addEventListener('abort', end)
        })
      },
    })
    stopped.push(() => changeService.stop())
    return changeService
  }

  const openIndex = async (): Promise<Journal> => {
    const opened = await openJournal({
      folder,
      openFile: async (path) => {
        const file = await openFile(path, 'a', 0o600)
        return {
          write: (async (bytes: Uint8Array, offset: number, length: number) => {
            await does.write(Buffer.from(bytes).toString('utf8'))
            return file.write(bytes, offset, length)
          }) as typeof file.write,
          datasync: () => file.datasync(),
          close: () => file.close(),
        }
      },
    })
    if (!opened.ok) throw new Error(opened.error.message)
    return opened.value.journal
  }

  const journal = await openIndex()
  const engine = {
    does,
    calls,
    waits,
    asked: confirmations,
    reread,
    folder,
    journal,
    changeService: build(journal),
    /** Another change service over the same journal, as after a switch of the platform. */
    another: (): ChangeService => build(engine.journal),
    /** The state after the app is started again. */
    restart: async (): Promise<void> => {
      await engine.changeService.stop()
      await engine.journal.stop()
      engine.journal = await openIndex()
      engine.changeService = build(engine.journal)
    },
    start: async (rows: ReturnType<typeof rowsOf>, action: LockAction = 'disable'): Promise<string> => {
      const started = await engine.changeService.startJob({
        action,
        operatorIdentity: 'Li Wei',
        rows,
        retryOf: null,
      })
      if (!started.ok) throw new Error(started.error.code)
      return started.value.jobId
    },
    single: (index: number, over: Partial<ChangeRequest> = {}): Promise<JournalEntry> => {
      const [{ assetNum, shellNumber, enterpriseGlobalId, plugId }] = rowsOf(1, index) as [
        ReturnType<typeof rowsOf>[number],
      ]
      const request = { assetNum, shellNumber, enterpriseGlobalId, plugId }
      return changeOne(engine.changeService, {
        action: 'disable',
        operatorIdentity: 'Li Wei',
        ...request,
        ...over,
      })
    },
    job: (jobId: string): Job => {
      const read = engine.changeService.readJob(jobId)
      if (read === null) throw new Error('no such job')
      return read.job
    },
    until: (jobId: string, state: Job['state'], kind?: string): Promise<void> =>
      vi.waitFor(() => {
        expect(engine.job(jobId)).toMatchObject({
          state,
          ...(kind === undefined ? {} : { pause: { kind } }),
        })
      }),
    stop: async (): Promise<void> => {
      for (const stop of stopped) await stop()
      await engine.journal.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return engine
}
export type Engine = Awaited<ReturnType<typeof startEngine>>
