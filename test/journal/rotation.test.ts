import { appendFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenFile } from '../../src-main/util/files/append-file'
import { openAppendFile } from '../../src-main/util/files/append-file'
import type { Journal } from '../../src-main/journal/journal'
import { reportOf } from '../../src-main/journal/verify/verify'
import {
  bytesIn,
  change,
  contentOf,
  diskWith,
  filesIn,
  intentOf,
  keyAt,
  linesOf,
  opened,
  statesIn,
} from './support/journals'

let folder: string
let journal: Journal | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rotation-'))
  journal = null
})
afterEach(async () => {
  await journal?.stop()
  await rm(folder, { recursive: true, force: true })
})

const open = async (options: { openFile?: OpenFile; maxFileBytes?: number } = {}) => {
  await journal?.stop()
  journal = null
  const found = await opened(folder, options)
  ;({ journal } = found)
  return found
}
const isWhole = async () => {
  const bytes = await bytesIn(folder)
  return reportOf(
    bytes,
    bytes.map(() => ''),
  ).isWhole
}
const second = () => join(folder, 'journal.0002.log')

describe('a journal of several files', () => {
  it('starts no further file while the last one is new', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    for (let nth = 0; nth < 5; nth += 1) expect(await one.rotate()).toMatchObject({ ok: true })
    expect(await filesIn(folder)).toEqual(['journal.log', 'journal.0002.log'])
    await change(one, keyAt(1))
    await one.rotate()
    expect(await filesIn(folder)).toHaveLength(3)
    expect(await isWhole()).toBe(true)
  })

  it('rotates at the maximum length, with the same content as one file', async () => {
    const { journal: long } = await open({ maxFileBytes: 2_000 })
    for (let index = 0; index < 10; index += 1) await change(long, keyAt(index))
    expect((await filesIn(folder)).length).toBeGreaterThan(2)
    expect(await isWhole()).toBe(true)
    const before = statesIn(long)
    const head = long.head()
    const { journal: again, quarantined } = await open()
    expect(quarantined).toBeNull()
    expect(statesIn(again)).toEqual(before)
    expect(again.head()).toEqual(head)
    expect(before).toHaveLength(10)
  })

  it('links the first record of a file to the last of the previous one, and continues the numbers', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    const { n } = one.head()
    expect(await one.rotate()).toMatchObject({ ok: true })
    expect(one.head().n).toBe(n + 1)
    expect(await readFile(second(), 'utf8')).toContain('"kind":"begins","file":2}')
    const [first, next] = await bytesIn(folder)
    expect(reportOf([first!, next!], ['', '']).isWhole).toBe(true)
    // A line cut from the end of the previous file is detected, though each file is intact.
    const cut = first!.subarray(0, first!.subarray(0, -1).lastIndexOf(0x0a) + 1)
    expect(reportOf([cut, next!], ['', '']).isWhole).toBe(false)
  })

  it('keeps open jobs across files, and results of an older file’s job', async () => {
    const { journal: one } = await open()
    const intended = await one.recordIntent(intentOf(keyAt(0), keyAt(1)))
    if (!intended.ok) throw new Error(intended.error.message)
    const { jobId } = intended.value
    await one.recordSent(jobId, [0])
    await one.rotate()
    await one.recordResults(jobId, [{ row: 0, state: 'unknown', reason: { kind: 'interrupted' } }])
    const { journal: again } = await open()
    expect(again.open().map(({ row, state }) => [row.key, state])).toEqual([
      [keyAt(0), 'unknown'],
      [keyAt(1), 'intent'],
    ])
  })

  it('survives a kill at every byte of a new file’s first record', async () => {
    const { journal: one } = await open()
    const kept = await change(one, keyAt(0))
    await one.rotate()
    await one.stop()
    journal = null
    const whole = await contentOf(folder)
    const first = whole.get('journal.0002.log')!
    for (
      let length = 0;
      length <= first.length;
      length += length < 20 || length > first.length - 5 ? 1 : 17
    ) {
      for (const name of (await contentOf(folder)).keys()) await rm(join(folder, name))
      for (const [name, bytes] of whole) await writeFile(join(folder, name), bytes)
      await truncate(second(), length)
      const { journal: again, quarantined } = await open()
      expect(quarantined).toBeNull()
      expect(again.change(kept)?.state).toBe('done')
      await change(again, keyAt(1))
      await again.stop()
      journal = null
      expect(await isWhole(), `cut at ${length}`).toBe(true)
      expect((await filesIn(folder)).length).toBe(length >= first.length - 1 ? 2 : 1)
    }
  })

  it('stays in the previous file where the disk cannot create a new one, at every byte, and continues its chain', async () => {
    for (let bytes = 0; bytes < 140; bytes += 11) {
      const disk = { bytes: Infinity }
      const { journal: one } = await open({ openFile: diskWith(disk) })
      await change(one, keyAt(bytes))
      disk.bytes = bytes
      expect(await one.rotate()).toMatchObject({ ok: false, error: { code: 'not-writable' } })
      disk.bytes = Infinity
      await change(one, keyAt(bytes + 1))
      expect(await filesIn(folder)).toEqual(['journal.log'])
    }
    expect(await isWhole()).toBe(true)
  })

  it('rejects writes while a failed rotation cannot be undone', async () => {
    let isBroken = false
    const openFile: OpenFile = async (path) => {
      if (isBroken && path.includes('0002')) {
        // What remained is a folder that `rm` cannot remove.
        await import('node:fs/promises').then(({ mkdir }) =>
          mkdir(join(path, 'in-the-way'), { recursive: true }),
        )
        throw new Error('EIO')
      }
      const { open: openReal } = await import('node:fs/promises')
      return openReal(path, 'a')
    }
    const { journal: one } = await open({ openFile })
    await change(one, keyAt(0))
    isBroken = true
    expect(await one.rotate()).toMatchObject({ ok: false })
    expect(await one.recordIntent(intentOf(keyAt(1)))).toMatchObject({
      ok: false,
      error: { code: 'not-writable' },
    })
    await rm(second(), { recursive: true })
    await change(one, keyAt(2))
    expect(await isWhole()).toBe(true)
  })

  it('returns rows in slices from the middle of a job and across jobs', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    await one.recordIntent(intentOf(keyAt(1), keyAt(2), keyAt(3)))
    await change(one, keyAt(4))
    const keys = (from: number, limit: number) => one.slice(from, limit).map(({ row }) => row.key)
    expect(one.rows()).toBe(5)
    expect(keys(2, 2)).toEqual([keyAt(2), keyAt(3)])
    expect(keys(3, 9)).toEqual([keyAt(3), keyAt(4)])
    expect(keys(0, 2)).toEqual([keyAt(0), keyAt(1)])
    expect(keys(5, 2)).toEqual([])
  })

  it('detects a damaged line of a later file again, also in a backup of all files', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    await one.rotate()
    await change(one, keyAt(1))
    await one.stop()
    journal = null
    const bytes = await readFile(second())
    bytes[bytes.length - 30] = bytes[bytes.length - 30]! ^ 1
    await writeFile(second(), bytes)
    expect((await open()).quarantined).not.toBeNull()
    await journal!.stop()
    journal = null
    const files = await bytesIn(folder)
    expect(reportOf([Buffer.concat(files)], [''])).toMatchObject({ isWhole: true, reportedDamage: 1 })
  })

  it('names the file with a damaged line, reports it once and keeps the rest', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    await one.rotate()
    await change(one, keyAt(1))
    await one.stop()
    journal = null
    const path = join(folder, 'journal.log')
    const bytes = await readFile(path)
    bytes[bytes.length - 30] = bytes[bytes.length - 30]! ^ 1
    await writeFile(path, bytes)
    const { quarantined, journal: again } = await open()
    expect(quarantined).toMatch(/^journal\.damaged-.*\.log$/)
    expect(await readFile(join(folder, quarantined ?? ''))).toEqual(bytes)
    expect(statesIn(again)).toEqual([`${keyAt(0)} sent`, `${keyAt(1)} done`])
    expect((await open()).quarantined).toBeNull()
    await journal!.stop()
    journal = null
    const [first, next] = await bytesIn(folder)
    expect(reportOf([first!, next!], ['', ''])).toMatchObject({ isWhole: true, reportedDamage: 1 })
    // In a backup, all files are joined.
    expect(reportOf([Buffer.concat([first!, next!])], [''])).toMatchObject({
      isWhole: true,
      reportedDamage: 1,
    })
  })
})

describe('half a line in a file that is not the last', () => {
  it('is damage, not a truncated write', async () => {
    const { journal: one } = await open()
    await change(one, keyAt(0))
    await one.rotate()
    await one.stop()
    journal = null
    await appendFile(join(folder, 'journal.log'), '0123')
    expect((await open()).quarantined).not.toBeNull()
  })
})

const older = [
  { kind: 'job', job: 'A', intent: intentOf(keyAt(0)) },
  { kind: 'sent', job: 'A', rows: [0] },
  { kind: 'ended', job: 'A', ends: [{ row: 0, state: 'unknown', reason: { kind: 'missing-in-answer' } }] },
]

describe('a journal of version 2', () => {
  it('is read and kept; the first write copies it and starts a new file', async () => {
    const text = linesOf(older, 2)
    await writeFile(join(folder, 'journal.log'), text)
    const { journal: one, quarantined } = await open()
    expect(quarantined).toBeNull()
    expect(statesIn(one)).toEqual([`${keyAt(0)} unknown`])
    expect(await readdir(folder)).toEqual(['journal.log', 'owner'])
    await one.recordResults('A', [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }])
    const [backup] = (await readdir(folder)).filter((name) => name.startsWith('before-version-7-'))
    expect(backup).toBeDefined()
    expect(await readFile(join(folder, backup ?? '', 'journal.log'), 'utf8')).toBe(text)
    expect(await readFile(join(folder, 'journal.log'), 'utf8')).toBe(text)
    const { journal: again } = await open()
    expect(statesIn(again)).toEqual([`${keyAt(0)} done`])
    expect(await isWhole()).toBe(true)
    expect(await filesIn(folder)).toEqual(['journal.log', 'journal.0002.log'])
  })

  it('is not written to where the copy fails, but stays readable', async () => {
    await writeFile(join(folder, 'journal.log'), linesOf(older, 2))
    const { journal: one } = await open({ openFile: diskWith({ bytes: 0 }) })
    expect(statesIn(one)).toEqual([`${keyAt(0)} unknown`])
    expect(await one.recordIntent(intentOf(keyAt(1)))).toMatchObject({ ok: false })
    expect(await filesIn(folder)).toEqual(['journal.log'])
  })
})

describe('a journal of a later version', () => {
  it('is rejected and not changed', async () => {
    const text = linesOf(older, 3) + linesOf([{ kind: 'something', new: 1 }], 8)
    await writeFile(join(folder, 'journal.log'), text)
    const { openJournal } = await import('../../src-main/journal/journal')
    expect(await openJournal({ folder })).toMatchObject({ ok: false, error: { code: 'newer' } })
    expect(await readFile(join(folder, 'journal.log'), 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['journal.log', 'owner'])
    expect(reportOf([Buffer.from(text)], [''])).toMatchObject({ isWhole: false, newer: 8 })
  })
})

describe('an append file in a journal', () => {
  it('counts its bytes as on disk', async () => {
    const { journal: one } = await open()
    await change(one, '北桥')
    const [file] = one.files()
    expect(file?.bytes).toBe((await readFile(join(folder, 'journal.log'))).length)
    const other = await openAppendFile(join(folder, 'other'), 0)
    await other.close()
  })
})
