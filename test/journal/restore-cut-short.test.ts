import type FilePromises from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backUp } from '../../src-main/journal/back-up'
import { openJournal } from '../../src-main/journal/journal'
import { stage } from '../../src-main/journal/restore'
import { intentOf, keyAt, opened, statesIn } from './support/journals'

/** From write `at` on the disk fails (a kill, a full disk), or that write alone fails. */
const disk = vi.hoisted(() => ({ at: Infinity, isOnce: false, code: 'EIO', done: 0 }))

vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  const step = (): void => {
    disk.done += 1
    const isRefused = disk.isOnce ? disk.done === disk.at : disk.done >= disk.at
    if (isRefused) throw Object.assign(new Error(disk.code), { code: disk.code })
  }
  const counted = <Args extends unknown[], Value>(work: (...args: Args) => Promise<Value>) => {
    return async (...args: Args): Promise<Value> => {
      step()
      return await work(...args)
    }
  }
  const writes = new Set<string | symbol>([
    'write',
    'writeFile',
    'writev',
    'sync',
    'datasync',
    'truncate',
    'chmod',
  ])
  return {
    ...real,
    rename: counted(real.rename),
    rm: counted(real.rm),
    mkdir: counted(real.mkdir),
    copyFile: counted(real.copyFile),
    truncate: counted(real.truncate),
    writeFile: counted(real.writeFile),
    open: async (path: string, flags?: string | number, mode?: number) => {
      if (flags !== 'r') step()
      const handle = await real.open(path, flags, mode)
      return new Proxy(handle, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          const call = (value as (...args: unknown[]) => Promise<unknown>).bind(target)
          return writes.has(name) ? counted(call) : call
        },
      })
    },
  }
})

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'restore-'))
})
afterEach(async () => {
  disk.at = Infinity
  await rm(root, { recursive: true, force: true })
})

/** A staged backup with two waiting changes that have ended since. */
const ready = async (name: string) => {
  const folder = join(root, name)
  const backup = join(root, `${name}.log`)
  const { journal } = await opened(folder)
  const one = await journal.recordIntent(intentOf(keyAt(0)))
  const other = await journal.recordIntent(intentOf(keyAt(1)))
  if (!one.ok || !other.ok) throw new Error('not written')
  await journal.recordSent(one.value.jobId, [0])
  await journal.rotate()
  await backUp(journal.files(), backup)
  await journal.recordResults(one.value.jobId, [{ row: 0, state: 'done', reason: null }])
  await journal.recordSent(other.value.jobId, [0])
  await journal.recordResults(other.value.jobId, [{ row: 0, state: 'done', reason: null }])
  await stage(folder, backup)
  return { folder, journal }
}
const before = [`${keyAt(0)} done`, `${keyAt(1)} done`]
const restored = [`${keyAt(0)} unknown`, `${keyAt(1)} unknown`]

describe.each([
  ['killed', { isOnce: false, code: 'EIO' }],
  ['refused once', { isOnce: true, code: 'EIO' }],
  ['on a disk that stays full', { isOnce: false, code: 'ENOSPC' }],
])('restoring a backup, %s at each write', (_name, failure) => {
  it.each(['now', 'at the next start'])(
    'leaves nothing that would be sent again (%s)',
    async (when) => {
      let reached = Infinity
      let stepCount = 0
      for (let at = 1; at <= reached + 1; at += 1) {
        const { folder, journal } = await ready(String(at))
        if (when === 'at the next start') {
          // The process ended after the decision and before any move.
          const { commitRestore } = await import('../../src-main/journal/restore')
          await journal.stop()
          await commitRestore(folder, 0)
        }
        Object.assign(disk, { ...failure, at, done: 0 })
        const attempt = when === 'now' ? await journal.restoreStaged() : await openJournal({ folder })
        reached = disk.done
        Object.assign(disk, { at: Infinity })
        const open = attempt.ok && attempt.value !== null ? attempt.value.journal : journal
        await open.stop().catch(() => undefined)
        const again = await opened(folder)
        const states = statesIn(again.journal)
        expect([restored, before], `write ${at}`).toContainEqual(states)
        expect(again.journal.open().every(({ state }) => state === 'unknown')).toBe(true)
        if (attempt.ok && !failure.isOnce) expect([at, states]).toEqual([at, restored])
        // What was reported matches what the next start finds.
        if (when === 'now' && attempt.ok) expect([at, states]).toEqual([at, restored])
        if (when === 'now' && !attempt.ok) {
          expect([at, attempt.error.code, states]).toEqual(
            states[0] === before[0] ? [at, 'not-writable', before] : [at, 'unfinished', restored],
          )
        }
        if (states[0] === restored[0]) stepCount += 1
        // A later start does not end changes requested from now on.
        const next = await again.journal.recordIntent(intentOf(keyAt(2)))
        expect(next.ok).toBe(true)
        await again.journal.stop()
        const last = await opened(folder)
        expect(statesIn(last.journal)).toContain(`${keyAt(2)} intent`)
        await last.journal.stop()
      }
      // Every write was tested, and the backup was restored after most of them.
      expect(reached).toBeGreaterThan(8)
      expect(stepCount).toBeGreaterThan(4)
    },
    120_000,
  )
})
