import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rowsOf, startEngine, succeedAll } from '../changes/support/engine'
import type { Engine } from '../changes/support/engine'
import { temporaryFolder } from '../support/temporary-folder'

// A file system that turns read-only under an open journal. The kernel refuses to remount one while a file is
// open for writing, so the test causes a disk error, upon which ext4 turns read-only (errors=remount-ro).

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const mountDisk = (folder: string) => {
  const image = join(folder, 'image')
  const rowIndex = join(folder, 'disk')
  const descriptor = openSync(image, 'w')
  ftruncateSync(descriptor, 16 << 20)
  closeSync(descriptor)
  run('mkfs.ext4', '-q', '-F', '-O', '^has_journal', image)
  mkdirSync(rowIndex)
  run('mount', '-o', 'loop,errors=remount-ro', image, rowIndex)
  const device = basename(run('losetup', '-j', image).split(':')[0] ?? '')
  return {
    place: rowIndex,
    isReadOnly: () => {
      try {
        writeFileSync(join(rowIndex, 'probe'), '')
        return false
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EROFS'
      }
    },
    fail: () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'x'),
    remove: () => run('umount', rowIndex),
  }
}

/** null where such a file system can be mounted. */
const whyNot = await (async (): Promise<string | null> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const folder = await temporaryFolder()
  try {
    mountDisk(folder.path).remove()
    return null
  } catch {
    return 'needs mkfs.ext4 and loop devices'
  } finally {
    await folder.remove()
  }
})()

describe.skipIf(whyNot !== null)(
  `a disk that turns read-only during a job${whyNot === null ? '' : `: ${whyNot}`}`,
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    let disk: ReturnType<typeof mountDisk>
    let engine: Engine
    beforeEach(async () => {
      folder = await temporaryFolder()
      disk = mountDisk(folder.path)
      engine = await startEngine({ place: disk.place })
    })
    afterEach(async () => {
      // It cannot remove its folder from a read-only disk.
      await engine.stop().catch((error: unknown) => expect(error).toMatchObject({ code: 'EROFS' }))
      disk.remove()
      await folder.remove()
    })

    const allNumbers = rowsOf(50)
      .map(({ assetNum }) => assetNum)
      .sort()
    /** The job of five requests meets the fault on the third response. */
    const untilStuck = async (): Promise<string> => {
      engine.does.answer = (assetNums, call) => {
        if (call === 3) disk.fail()
        return succeedAll(assetNums)
      }
      const jobId = await engine.start(rowsOf(50))
      await engine.until(jobId, 'paused', 'journal-not-writable')
      return jobId
    }

    it('sends nothing more and reports why, on every resume', async () => {
      const jobId = await untilStuck()
      expect([disk.isReadOnly(), engine.calls.length]).toEqual([true, 3])
      const refused = await engine.changeService.startJob({
        action: 'enable',
        operatorIdentity: 'Li Wei',
        rows: rowsOf(5, 100),
        retryOf: null,
      })
      expect(refused).toMatchObject({ ok: false, error: { code: 'not-saved' } })
      engine.changeService.jobs.resume(jobId)
      await engine.until(jobId, 'paused', 'journal-not-writable')
      expect(engine.calls).toHaveLength(3)
    })

    it('loses nothing and sends nothing twice once the next process has a working disk', async () => {
      const jobId = await untilStuck()
      // Such a disk must be remounted before it can be written to, after the process has ended.
      const next = await startEngine({ from: engine.folder })
      try {
        await vi.waitFor(() =>
          expect(next.job(jobId).counts).toMatchObject({ done: 20, unknown: 10, intent: 20 }),
        )
        next.changeService.jobs.resume(jobId)
        await next.until(jobId, 'ended')
        await vi.waitFor(() => expect(next.job(jobId).counts).toMatchObject({ done: 40, unknown: 10 }))
        const inBoth = [...engine.calls, ...next.calls].flatMap(({ assetNums }) => assetNums).sort()
        expect(inBoth).toEqual(allNumbers)
      } finally {
        await next.stop()
      }
    })
  },
)
