import { cpSync, writeSync, closeSync, openSync } from 'node:fs'
import { open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { LockAction } from '#shared/model/changes/change'
import type { ChangingOperationId } from '#shared/operations'
import { fail } from '#shared/outcome'
import { createChangeService } from '../../../src-main/changes/change-service'
import type { ChangeService } from '../../../src-main/changes/change-service'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { AssetDirectory } from '../../../src-main/directory/asset-directory'
import { failureOf, numbered, rowsOf } from '../../changes/support/engine'
import { temporaryFolder } from '../../support/temporary-folder'
import { readDisk } from './read-disk'
import type { RowOnDisk } from './read-disk'
import { createPlatform } from './platform-model'
import { changeOne } from '../../changes/support/change-one'

/** Where in a journal write a process may die. */
export const deaths = ['before', 'half', 'written'] as const
export type Death = (typeof deaths)[number]

/** A process: everything that ends together. */
interface Life {
  isOver: boolean
  readonly folder: string
  readonly journal: Journal
  readonly changeService: ChangeService
  readonly pauses: { readonly at: number; readonly end: () => void }[]
}

/** After this many idle turns of the event loop, everything that can happen has happened. */
const idleTurns = 5

/**
 * The real change service and journal with a controlled clock, disk, network and platform. `cuts` counts the
 * truncations in progress, which do not go through the given file.
 */
export const createWorld = async (lockCount: number, cuts: { readonly underWay: number }) => {
  const { path: rowIndex, remove } = await temporaryFolder()
  const clock = { now: 1_700_000_000_000 }
  const platform = createPlatform(lockCount, clock)
  const does = { isReachable: true, isSignedIn: true, isDiskFull: false, chunkSize: 2 }
  const faults: string[] = []
  /** Rows left as “sent” by a dead process: their results were hidden from the next one. */
  const orphans = new Set<string>()
  /** The rows at the last idle state. */
  let before: readonly RowOnDisk[] = []
  let lives = 0
  let busy = 0
  let hasChanged = 0
  let death: { writes: number; readonly how: Death } | null = null
  let fallen: string | null = null
  let life: Life

  const dies = (folder: string): void => {
    life.isOver = true
    lives += 1
    fallen = join(rowIndex, `life-${lives}`)
    cpSync(folder, fallen, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  }

  const disk =
    (isOver: () => boolean, folder: string): OpenFile =>
    async (path) => {
      const file = await openFile(path, 'a', 0o600)
      const during = async <Value>(work: () => Promise<Value>): Promise<Value> => {
        busy += 1
        hasChanged += 1
        try {
          return await work()
        } finally {
          busy -= 1
        }
      }
      return {
        write: ((bytes: Uint8Array, offset: number, length: number) =>
          during(async () => {
            if (isOver()) throw new Error('this process is dead')
            if (does.isDiskFull) {
              await file.write(bytes, offset, Math.floor(length / 2))
              throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
            }
            if (death !== null && (death.writes -= 1) < 0) {
              const { how } = death
              death = null
              const left = { before: 0, half: Math.ceil(length / 2), written: length }[how]
              const descriptor = openSync(path, 'a')
              if (left > 0) writeSync(descriptor, bytes, offset, left)
              closeSync(descriptor)
              dies(folder)
              throw new Error('this process is dead')
            }
            return file.write(bytes, offset, length)
          })) as typeof file.write,
        datasync: () => during(() => Promise.resolve()),
        close: () => file.close(),
      }
    }

  /** Runs right before a request leaves: checks what must be on disk by then. */
  const check = (folder: string, operation: ChangingOperationId, keys: readonly string[]) => {
    const rows = readDisk(folder)
    return keys.map((key) => {
      const sent = rows.findLast(
        (row) => row.key === key && row.operation === operation && row.state === 'sent',
      )
      if (sent === undefined) {
        faults.push(`${key} is sent without “sent” on disk`)
        return { rowId: `nobody.${key}`, key, order: -1 }
      }
      const { rowId, order } = sent
      const ofRow = platform.attempts.filter((attempt) => attempt.rowId === rowId)
      if (ofRow.some(({ reported }) => reported !== 'not-applied')) faults.push(`${rowId} is sent again`)
      // A row that turned out not to have been sent, and was not retried, does not count.
      const isOut = (id: string) => rows.some((row) => row.rowId === id && row.state !== 'not-sent')
      const overtaking = platform.attempts.find(
        (one) => one.key === key && one.order > order && isOut(one.rowId),
      )
      if (overtaking !== undefined) faults.push(`${rowId} is sent after ${overtaking.rowId}, which is later`)
      // A row that existed before this step and was not canceled meanwhile.
      const existedBefore = new Set(before.map((row) => row.rowId))
      const later = rows.find(
        (row) =>
          row.key === key && row.order > order && row.state !== 'not-sent' && existedBefore.has(row.rowId),
      )
      if (later !== undefined) faults.push(`${rowId} is sent though ${later.rowId} was requested`)
      return { rowId, key, order }
    })
  }

  const begin = async (folder: string): Promise<Life> => {
    let own: Life | null = null
    const isOver = () => own?.isOver === true
    const opened = await openJournal({ folder, now: () => clock.now, openFile: disk(isOver, folder) })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    if (quarantined !== null) faults.push('a truncated line was read as damage')
    const pauses: Life['pauses'] = []
    const read = new Map<string, { locked: boolean; readAt: number }>()
    const never = new Promise<never>(() => undefined)
    const client: Partial<PlatformClient> = {
      call: async (id: string, request: { body?: unknown }, options?: CallOptions) => {
        const operation = id as ChangingOperationId
        const { assetNums } = request.body as { assetNums: string[] }
        hasChanged += 1
        if (!does.isSignedIn) return fail(failureOf({ code: 'unauthorized', missing: 'sign-in' }))
        await options?.beforeSending?.()
        if (isOver()) return never
        const isReachable = does.isReachable
        const arrived = platform.arrive(operation, check(folder, operation, assetNums))
        if (!isReachable) platform.answer(platform.calls.length - 1, { kind: 'unreachable' })
        const answer = await arrived
        hasChanged += 1
        return isOver() ? never : (answer as never)
      },
    }
    const unreachable = failureOf({ code: 'unreachable' })
    const directory: Partial<AssetDirectory> = {
      known: (assetNum) => (read.get(assetNum) ?? null) as never,
      reread: () => {
        hasChanged += 1
        if (!does.isReachable) return Promise.resolve(unreachable)
        read.clear()
        for (const [key, locked] of platform.locked) {
          if (!platform.hidden.has(key)) read.set(key, { locked, readAt: clock.now })
        }
        return Promise.resolve(null)
      },
      enterprises: () => [{ enterpriseGlobalId: 'E1' }] as never,
      probe: () => Promise.resolve(does.isReachable ? null : unreachable),
    }
    const changeService = createChangeService({
      client: client as PlatformClient,
      directory: directory as AssetDirectory,
      journal,
      locks: {} as LockSource,
      confirmHighImpact: () => Promise.resolve(true),
      platform: { id: 'model', training: false },
      chunkSize: () => does.chunkSize,
      onContinuousIdle: () => undefined,
      onNewEnterprises: () => undefined,
      now: () => clock.now,
      ticks: () => clock.now,
      pause: (ms, signal) =>
        new Promise((done) => {
          const end = () => {
            signal?.removeEventListener('abort', end)
            done()
          }
          pauses.push({ at: clock.now + ms, end })
          signal?.addEventListener('abort', end)
          if (signal?.aborted === true) end()
        }),
    })
    own = { isOver: false, folder, journal, changeService, pauses }
    return own
  }

  const settleDown = async (): Promise<void> => {
    for (let untilIdle = 0; untilIdle < idleTurns;) {
      const was = hasChanged
      await turn()
      untilIdle = busy + cuts.underWay === 0 && hasChanged === was ? untilIdle + 1 : 0
    }
  }

  const startNext = async (): Promise<void> => {
    if (fallen === null) return
    const folder = fallen
    fallen = null
    const old = life
    // Its writes fail from now on; this releases its files.
    void old.journal.stop()
    for (const { rowId, state } of readDisk(folder)) if (state === 'sent') orphans.add(rowId)
    life = await begin(folder)
  }

  const first = join(rowIndex, 'life-0')
  life = await begin(first)

  /** Waits until idle; a process that died meanwhile is replaced by the next. */
  const untilIdle = async (): Promise<void> => {
    await settleDown()
    while (fallen !== null) {
      platform.orphan(null)
      await startNext()
      await settleDown()
    }
    before = readDisk(life.folder)
  }

  return {
    clock,
    platform,
    does,
    faults,
    orphans,
    untilIdle,
    rows: () => before,
    jobs: () => life.changeService.jobs.list(1_000),
    start: (action: LockAction, locks: readonly number[]): void => {
      const rows = locks.flatMap((index) => rowsOf(1, index))
      void life.changeService.startJob({ action, operatorIdentity: 'Li Wei', rows, retryOf: null })
    },
    single: (action: LockAction, lock: number): void => {
      const [row] = rowsOf(1, lock)
      if (row === undefined) return
      void changeOne(life.changeService, { action, operatorIdentity: 'Li Wei', ...row }).catch(
        () => undefined,
      )
    },
    controlJob: (how: 'pause' | 'resume' | 'cancel', job: number): void => {
      const jobs = life.changeService.jobs.list(1_000)
      const jobId = jobs[job % Math.max(jobs.length, 1)]?.jobId
      if (jobId !== undefined) void life.changeService.jobs[how](jobId)
    },
    settle: (job: number): void => {
      const jobs = life.changeService.jobs.list(1_000)
      const jobId = jobs[job % Math.max(jobs.length, 1)]?.jobId
      if (jobId !== undefined) void life.changeService.reconcileJob(jobId)
    },
    /** Reviews every unconfirmed row correctly, possibly while a read-back is being written. */
    reviewUnconfirmed: (): void => {
      const unknown = life.changeService.unresolved.list().changes.map(({ entry }) => entry.entryId)
      const isSo = (entryId: string) =>
        platform.attempts.some(({ rowId, committedAt }) => rowId === entryId && committedAt !== null)
      void life.changeService.unresolved.checkResults(unknown)
      for (const as of ['done', 'failed'] as const) {
        const entryIds = unknown.filter((entryId) => isSo(entryId) === (as === 'done'))
        const common = { note: '', operatorIdentity: 'Wang' }
        if (entryIds.length > 0) void life.changeService.unresolved.recordReview({ entryIds, as, ...common })
      }
    },
    /** The state of each row in the app, which must match the disk. */
    statesInApp: (): ReadonlyMap<string, string> =>
      new Map(
        life.journal
          .jobs()
          .flatMap(({ jobId, rowStates }) =>
            rowStates.map(
              ({ state, reason }, rowIndex) =>
                [`${jobId}.${rowIndex}`, `${state} ${reason?.kind ?? null}`] as const,
            ),
          ),
      ),
    /** Rows with a final outcome, and that outcome. */
    finalOutcomes: new Map<string, string>(),
    /** Kills the process now, or in the nth write from now. */
    kill: (orphansCommitAfterMs: number | null): void => {
      dies(life.folder)
      platform.orphan(orphansCommitAfterMs)
    },
    killInWrite: (writes: number, how: Death): void => {
      death = { writes, how }
    },
    advance: async (ms: number): Promise<void> => {
      const until = clock.now + ms
      for (;;) {
        const next = life.pauses.toSorted((one, other) => one.at - other.at)[0]
        const at = next === undefined || next.at > until ? until : next.at
        platform.advanceTo(at)
        clock.now = Math.max(clock.now, at)
        if (next === undefined || next.at > until) break
        life.pauses.splice(life.pauses.indexOf(next), 1)
        next.end()
        await untilIdle()
      }
      await untilIdle()
    },
    numbered,
    stop: async (): Promise<void> => {
      life.isOver = true
      await life.journal.stop()
      await remove()
      await rm(rowIndex, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
