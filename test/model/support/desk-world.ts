import { cpSync, writeSync, closeSync, openSync } from 'node:fs'
import { open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { LockAction } from '#shared/model/change'
import type { ChangingOperationId } from '#shared/operations'
import { fail } from '#shared/outcome'
import { createDesk } from '../../../src-main/desk/desk'
import type { Desk } from '../../../src-main/desk/desk'
import type { OpenFile } from '../../../src-main/journal/append-file'
import { openJournal } from '../../../src-main/journal/journal'
import type { Journal } from '../../../src-main/journal/journal'
import type { LockSource } from '../../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../../src-main/platform/client'
import type { Records } from '../../../src-main/register/records'
import { failureOf, numbered, rowsOf } from '../../desk/support/engine'
import { temporaryFolder } from '../../support/temporary-folder'
import { readDisk } from './disk-story'
import type { RowOnDisk } from './disk-story'
import { createPlatform } from './platform-model'

/** Where in a write of the journal a process may die. */
export const deaths = ['before', 'half', 'written'] as const
export type Death = (typeof deaths)[number]

/** A process: everything that dies together. */
interface Life {
  isOver: boolean
  readonly folder: string
  readonly journal: Journal
  readonly desk: Desk
  readonly pauses: { readonly at: number; readonly end: () => void }[]
}

/** Nothing has happened for so many turns of the event loop: everything that can happen by itself has. */
const quietTurns = 5

/**
 * The real desk and journal in a world whose clock, disk, network and platform a test holds in its hand. `cuts` counts
 * the files that are being cut back just now, which the journal does not do through the file it is given.
 */
export const createWorld = async (lockCount: number, cuts: { readonly underWay: number }) => {
  const { path: place, remove } = await temporaryFolder()
  const clock = { now: 1_700_000_000_000 }
  const platform = createPlatform(lockCount, clock)
  const does = { isReachable: true, isSignedIn: true, isDiskFull: false, chunkSize: 2 }
  const faults: string[] = []
  /** Rows that a process left as “sent” when it died: what became of them was hidden from the next. */
  const orphans = new Set<string>()
  /** The rows as they were when nothing moved any more, last. */
  let before: readonly RowOnDisk[] = []
  let lives = 0
  let busy = 0
  let stirred = 0
  let death: { writes: number; readonly how: Death } | null = null
  let fallen: string | null = null
  let life: Life

  const dies = (folder: string): void => {
    life.isOver = true
    lives += 1
    fallen = join(place, `life-${lives}`)
    cpSync(folder, fallen, { recursive: true })
  }

  const disk =
    (isOver: () => boolean, folder: string): OpenFile =>
    async (path) => {
      const file = await openFile(path, 'a', 0o600)
      const during = async <Value>(work: () => Promise<Value>): Promise<Value> => {
        busy += 1
        stirred += 1
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

  /** Right before the request leaves: what must be so on the disk by then. */
  const check = (folder: string, operation: ChangingOperationId, keys: readonly string[]) => {
    const rows = readDisk(folder)
    return keys.map((key) => {
      const sent = rows.findLast(
        (row) => row.key === key && row.operation === operation && row.state === 'sent',
      )
      if (sent === undefined) {
        faults.push(`${key} leaves without “sent” on the disk`)
        return { rowId: `nobody.${key}`, key, order: -1 }
      }
      const { rowId, order } = sent
      const ofRow = platform.attempts.filter((attempt) => attempt.rowId === rowId)
      if (ofRow.some(({ told }) => told !== 'not-applied')) faults.push(`${rowId} is sent again`)
      // One that turned out not to have left, and was not tried again, counts for nothing.
      const isOut = (id: string) => rows.some((row) => row.rowId === id && row.state !== 'not-sent')
      const overtaking = platform.attempts.find(
        (one) => one.key === key && one.order > order && isOut(one.rowId),
      )
      if (overtaking !== undefined) faults.push(`${rowId} leaves after ${overtaking.rowId}, which is later`)
      // One that was there before anything moved just now, and that nobody has cancelled meanwhile.
      const wasThere = new Set(before.map((row) => row.rowId))
      const later = rows.find(
        (row) => row.key === key && row.order > order && row.state !== 'not-sent' && wasThere.has(row.rowId),
      )
      if (later !== undefined) faults.push(`${rowId} leaves though ${later.rowId} was asked for`)
      return { rowId, key, order }
    })
  }

  const begin = async (folder: string): Promise<Life> => {
    let own: Life | null = null
    const isOver = () => own?.isOver === true
    const opened = await openJournal({ folder, now: () => clock.now, openFile: disk(isOver, folder) })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    if (quarantined !== null) faults.push('a torn line was taken for damage')
    const pauses: Life['pauses'] = []
    const read = new Map<string, { locked: boolean; readAt: number }>()
    const never = new Promise<never>(() => undefined)
    const client: Partial<PlatformClient> = {
      call: async (id: string, request: { body?: unknown }, options?: CallOptions) => {
        const operation = id as ChangingOperationId
        const { assetNums } = request.body as { assetNums: string[] }
        stirred += 1
        if (!does.isSignedIn) return fail(failureOf({ code: 'unauthorized', missing: 'sign-in' }))
        await options?.beforeSending?.()
        if (isOver()) return never
        const isReachable = does.isReachable
        const arrived = platform.arrive(operation, check(folder, operation, assetNums))
        if (!isReachable) platform.answer(platform.calls.length - 1, { kind: 'unreachable' })
        const answer = await arrived
        stirred += 1
        return isOver() ? never : (answer as never)
      },
    }
    const unreachable = failureOf({ code: 'unreachable' })
    const records: Partial<Records> = {
      known: (assetNum) => (read.get(assetNum) ?? null) as never,
      reread: () => {
        stirred += 1
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
    const desk = createDesk({
      client: client as PlatformClient,
      records: records as Records,
      journal,
      locks: {} as LockSource,
      confirmHighImpact: () => Promise.resolve(true),
      environment: { id: 'model', training: false },
      chunkSize: () => does.chunkSize,
      onIdleDisarm: () => undefined,
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
    own = { isOver: false, folder, journal, desk, pauses }
    return own
  }

  const settleDown = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns;) {
      const was = stirred
      await turn()
      quiet = busy + cuts.underWay === 0 && stirred === was ? quiet + 1 : 0
    }
  }

  const rise = async (): Promise<void> => {
    if (fallen === null) return
    const folder = fallen
    fallen = null
    const old = life
    // Its writes fail from now on; this gives its files back.
    void old.journal.stop()
    for (const { rowId, state } of readDisk(folder)) if (state === 'sent') orphans.add(rowId)
    life = await begin(folder)
  }

  const first = join(place, 'life-0')
  life = await begin(first)

  /** Everything that can happen by itself happens; a process that died meanwhile is followed by the next. */
  const quiet = async (): Promise<void> => {
    await settleDown()
    while (fallen !== null) {
      platform.orphan(null)
      await rise()
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
    quiet,
    rows: () => before,
    jobs: () => life.desk.jobs.list(1_000),
    start: (action: LockAction, locks: readonly number[]): void => {
      const rows = locks.flatMap((index) => rowsOf(1, index))
      void life.desk.startJob({ action, operatorIdentity: 'Li Wei', rows, retryOf: null })
    },
    single: (action: LockAction, lock: number): void => {
      const [row] = rowsOf(1, lock)
      if (row === undefined) return
      void life.desk.change({ action, operatorIdentity: 'Li Wei', ...row }).catch(() => undefined)
    },
    steer: (how: 'pause' | 'resume' | 'cancel', job: number): void => {
      const jobs = life.desk.jobs.list(1_000)
      const jobId = jobs[job % Math.max(jobs.length, 1)]?.jobId
      if (jobId !== undefined) void life.desk.jobs[how](jobId)
    },
    settle: (job: number): void => {
      const jobs = life.desk.jobs.list(1_000)
      const jobId = jobs[job % Math.max(jobs.length, 1)]?.jobId
      if (jobId !== undefined) void life.desk.settleJob(jobId)
    },
    /** A person who found out says what is so of everything unknown, while a look-up may be on its way to the disk. */
    sayWhatIsSo: (): void => {
      const unknown = life.desk.unsettled.list().changes.map(({ entry }) => entry.entryId)
      const isSo = (entryId: string) =>
        platform.attempts.some(({ rowId, committedAt }) => rowId === entryId && committedAt !== null)
      void life.desk.unsettled.lookUp(unknown)
      for (const as of ['done', 'failed'] as const) {
        const entryIds = unknown.filter((entryId) => isSo(entryId) === (as === 'done'))
        const about = { note: '', operatorIdentity: 'Wang' }
        if (entryIds.length > 0) void life.desk.unsettled.byHand({ entryIds, as, ...about })
      }
    },
    /** What the desk says of each row, which must be what the disk does. */
    says: (): ReadonlyMap<string, string> =>
      new Map(
        life.journal
          .jobs()
          .flatMap(({ jobId, courses }) =>
            courses.map(
              ({ state, reason }, place) =>
                [`${jobId}.${place}`, `${state} ${reason?.kind ?? null}`] as const,
            ),
          ),
      ),
    /** Rows with a last word, and that word. */
    lastWords: new Map<string, string>(),
    /** The process dies where it stands, or in the nth write from now. */
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
        await quiet()
      }
      await quiet()
    },
    numbered,
    stop: async (): Promise<void> => {
      life.isOver = true
      await life.journal.stop()
      await remove()
      await rm(place, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
