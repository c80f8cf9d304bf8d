import { appendFile, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { EventEmitter } from 'node:events'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listCrashDumps, pruneCrashDumps } from '../../src-main/diagnose/crash-dumps'
import { createCrashRecords } from '../../src-main/diagnose/crash-records'
import { watchCrashes } from '../../src-main/diagnose/watch-crashes'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => (folder = await temporaryFolder()))
afterEach(() => folder.remove())

const record = (exitCode: number) => ({
  at: '2026-11-22T00:00:00.000Z',
  process: 'window',
  reason: 'crashed',
  exitCode,
})

describe('crash records', () => {
  it('survive a restart, keep the last 20 and skip damaged lines', async () => {
    const path = join(folder.path, 'logs', 'crashes.jsonl')
    const records = createCrashRecords(path)
    await Promise.all(Array.from({ length: 130 }, (_, place) => records.add(record(place))))
    await appendFile(path, '{"at":"torn\n[]\n')
    const codes = (await createCrashRecords(path).list()).map(({ exitCode }) => exitCode)
    expect(codes).toEqual(Array.from({ length: 20 }, (_, place) => 110 + place))
    expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(50)
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('record crashes of the page and child processes, but no normal exits', async () => {
    const app = new EventEmitter()
    const records = createCrashRecords(join(folder.path, 'crashes.jsonl'))
    const watch = watchCrashes(app, {
      records,
      dumpFolder: join(folder.path, 'none'),
      onError: (error) => expect(error).toBeNull(),
    })
    app.emit('render-process-gone', {}, {}, { reason: 'crashed', exitCode: 11 })
    app.emit(
      'child-process-gone',
      {},
      { type: 'Utility', name: 'Lock Desk USB', reason: 'crashed', exitCode: 11 },
    )
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'oom', exitCode: 9 })
    app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
    app.emit('child-process-gone', {}, { type: 'Utility', reason: 'killed', exitCode: 9 })
    expect((await records.list()).map(({ process: which }) => which)).toEqual([
      'window',
      'Lock Desk USB',
      'GPU',
    ])
    watch.stop()
  })
})

describe('crash dumps', () => {
  it('are the five newest in any subfolder', async () => {
    for (let place = 0; place < 8; place += 1) {
      const path = join(folder.path, place % 2 === 0 ? 'pending' : 'completed', `${place}.dmp`)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'memory')
      await writeFile(path.replace('.dmp', '.meta'), '')
      await utimes(path, 1_000 + place, 1_000 + place)
    }
    await pruneCrashDumps(folder.path)
    expect((await listCrashDumps(folder.path)).map(({ at }) => at.getTime() / 1_000 - 1_000)).toEqual([
      7, 6, 5, 4, 3,
    ])
    const left = await readdir(folder.path, { recursive: true })
    expect(left.filter((name) => name.endsWith('.meta'))).toHaveLength(5)
  })
})
