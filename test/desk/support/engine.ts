import { cpSync } from 'node:fs'
import { mkdtemp, open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { LockAction, ChangeRequest, JournalEntry } from '#shared/model/change'
import type { Job } from '#shared/model/job'
import type { ShellNumber } from '#shared/model/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { createDesk } from '../../../src-main/desk/desk'
import type { Desk } from '../../../src-main/desk/desk'
import type { HighImpact } from '../../../src-main/desk/high-impact'
import type { UnsentSecrets } from '../../../src-main/desk/unsent-secrets'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { Records } from '../../../src-main/register/records'

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

/** A promise and what lets it go on. */
export const gateOf = <Value = undefined>() => {
  let open: (value: Value) => void = () => undefined
  const passed = new Promise<Value>((done) => (open = done))
  return { passed, open }
}

/** The desk over a real journal, a platform and a disk that do as they are told; over a copy of a dead one's files. */
export const startEngine = async (over: { from?: string; unsent?: UnsentSecrets; place?: string } = {}) => {
  const folder = await mkdtemp(join(over.place ?? tmpdir(), 'engine-'))
  if (over.from !== undefined) cpSync(over.from, folder, { recursive: true })
  const calls: { id: string; assetNums: string[] }[] = []
  const waits: number[] = []
  const asked: HighImpact[] = []
  const told: Job[] = []
  /** The enterprises whose lists were read anew. */
  const reread: string[] = []
  const does = {
    answer: (assetNums: string[], _call: number): Answer | Promise<Answer> => succeedAll(assetNums),
    /** What a read answers. */
    read: (_id: string): Outcome<unknown, PlatformFailure> => fail(failureOf({ code: 'unreachable' })),
    /** What other operations than disable and enable answer. */
    answerAny: null as (() => unknown) | null,
    seen: (_id: string, _request: unknown): void => undefined,
    /** Takes the place of the whole call. */
    slow: null as ((id: string, request: unknown, options?: CallOptions) => Promise<never>) | null,
    /** What stops a call before anything of it may leave. */
    refuse: (_assetNums: string[]): PlatformFailure | null => null,
    probe: (): Promise<PlatformFailure | null> => Promise.resolve(null),
    confirm: (): Promise<boolean> => Promise.resolve(true),
    identify: (): ReturnType<LockSource['identify']> => Promise.resolve(succeed('8000000000' as ShellNumber)),
    locked: (_assetNum: string): boolean | null => null,
    /** Before each write of the journal; what it throws, the disk said. */
    write: (_text: string): Promise<void> | void => undefined,
    environment: 'https://platform.example',
    chunkSize: 10,
    now: Date.now,
    /** Waits of a minute and more; the others are over at once. */
    longPause: (_ms: number): Promise<void> => new Promise(() => undefined),
  }
  const stopped: (() => Promise<void>)[] = []

  const build = (journal: Journal): Desk => {
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
    const records: Partial<Records> = {
      known: (assetNum) => ({ locked: does.locked(assetNum), readAt: does.now() + 1 }) as never,
      reread: (enterpriseGlobalId) => {
        reread.push(enterpriseGlobalId)
        return Promise.resolve(null)
      },
      refreshAll: () => Promise.resolve(),
      enterprises: () => [{ enterpriseGlobalId: 'E1' }] as never,
      probe: () => does.probe(),
    }
    const locks: Partial<LockSource> = { identify: () => does.identify() }
    const desk = createDesk({
      client: client as PlatformClient,
      records: records as Records,
      journal,
      locks: locks as LockSource,
      confirmHighImpact: (what) => {
        asked.push(what)
        return does.confirm()
      },
      environment: { id: does.environment, training: false },
      chunkSize: () => does.chunkSize,
      onIdleDisarm: () => undefined,
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
    desk.jobs.onChange((job) => told.push(job))
    stopped.push(() => desk.stop())
    return desk
  }

  const openBook = async (): Promise<Journal> => {
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

  const journal = await openBook()
  const engine = {
    does,
    calls,
    waits,
    asked,
    told,
    reread,
    folder,
    journal,
    desk: build(journal),
    /** Another desk over the same journal, as a switch of the platform makes one. */
    another: (): Desk => build(engine.journal),
    /** What a person finds who starts the app again. */
    restart: async (): Promise<void> => {
      await engine.desk.stop()
      await engine.journal.stop()
      engine.journal = await openBook()
      engine.desk = build(engine.journal)
    },
    start: async (rows: ReturnType<typeof rowsOf>, action: LockAction = 'disable'): Promise<string> => {
      const started = await engine.desk.startJob({ action, operatorIdentity: 'Li Wei', rows, retryOf: null })
      if (!started.ok) throw new Error(started.error.code)
      return started.value.jobId
    },
    single: (index: number, over: Partial<ChangeRequest> = {}): Promise<JournalEntry> => {
      const [{ assetNum, shellNumber, enterpriseGlobalId, plugId }] = rowsOf(1, index) as [
        ReturnType<typeof rowsOf>[number],
      ]
      const request = { assetNum, shellNumber, enterpriseGlobalId, plugId }
      return engine.desk.change({ action: 'disable', operatorIdentity: 'Li Wei', ...request, ...over })
    },
    job: (jobId: string): Job => {
      const read = engine.desk.readJob(jobId)
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
