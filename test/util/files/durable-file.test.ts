import type FilePromises from 'node:fs/promises'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  UnsyncedReplaceError,
  saveDurably,
  saveNewDurably,
  syncFolder,
  writeDurably,
} from '../../../src-main/util/files/durable-file'
import { openJsonFile } from '../../../src-main/util/files/json-file'

const disk = vi.hoisted(() => ({
  /** The error of syncing a folder; null: success. */
  syncing: null as string | null,
  /** Renames that succeed before one fails. */
  renames: Infinity,
  /** The error of making a hard link; null: success. */
  linking: null as string | null,
}))
vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  const refused = (code: string) => Object.assign(new Error(code), { code })
  return {
    ...real,
    rename: async (from: string, to: string) => {
      disk.renames -= 1
      if (disk.renames < 0) throw refused('EIO')
      await real.rename(from, to)
    },
    link: async (from: string, to: string) => {
      const { linking } = disk
      if (linking !== null) throw refused(linking)
      await real.link(from, to)
    },
    open: async (path: string, flags?: string, mode?: number) => {
      const handle = await real.open(path, flags, mode)
      if (flags !== 'r' || !(await handle.stat()).isDirectory()) return handle
      const { syncing } = disk
      if (syncing !== null) handle.sync = () => Promise.reject(refused(syncing))
      return handle
    },
  }
})

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'))
  path = join(folder, 'a.json')
})
afterEach(async () => {
  Object.assign(disk, { syncing: null, renames: Infinity, linking: null })
  await rm(folder, { recursive: true, force: true })
})

const schema = z.object({ n: z.number() })
const open = () => openJsonFile(path, schema, { n: 0 })
const readNow = async (): Promise<unknown> => (await open()).file.read()

describe('a file whose folder cannot be synced after the rename', () => {
  it('keeps its old content in memory, on disk and at the next start', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    disk.syncing = 'EIO'
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow('EIO')
    expect(file.read()).toEqual({ n: 1 })
    expect(await readNow()).toEqual({ n: 1 })
    disk.syncing = null
    await file.update(({ n }) => ({ n: n + 10 }))
    expect([file.read(), await readNow()]).toEqual([{ n: 11 }, { n: 11 }])
  })

  it('does not exist where it did not exist before', async () => {
    const { file } = await open()
    disk.syncing = 'EIO'
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow('EIO')
    expect(file.read()).toEqual({ n: 0 })
    expect(await readdir(folder)).toEqual([])
  })

  it('has its new content, in memory too, where it cannot be restored', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    disk.syncing = 'EIO'
    disk.renames = 2
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow(UnsyncedReplaceError)
    disk.renames = Infinity
    expect([file.read(), await readNow()]).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('saved for the user is complete, and reported as not synced', async () => {
    await writeFile(path, 'before')
    disk.syncing = 'EIO'
    await expect(saveDurably(path, Buffer.from('after'))).rejects.toThrow(UnsyncedReplaceError)
    expect(await readFile(path, 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['a.json'])
  })
})

describe('a file that cannot be renamed', () => {
  it('is restored', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    disk.renames = 1
    // The second rename fails, and so does restoring; the backup replaces the file at the next start.
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow('EIO')
    disk.renames = Infinity
    expect([file.read(), await readNow()]).toEqual([{ n: 1 }, { n: 1 }])
  })
})

describe('a file system without folder sync', () => {
  it.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])('%s does not make a file unsaved', async (code) => {
    disk.syncing = code
    await expect(syncFolder(folder)).resolves.toBeUndefined()
    await writeDurably(path, '1')
    expect(await readFile(path, 'utf8')).toBe('1')
  })

  it('differs from a failing disk', async () => {
    disk.syncing = 'EIO'
    await expect(syncFolder(folder)).rejects.toThrow('EIO')
  })
})

describe('a new file', () => {
  it.each([null, 'EPERM', 'ENOTSUP'])(
    'is saved by exactly one of several writers (links: %s)',
    async (code) => {
      disk.linking = code
      const contents = Array.from({ length: 12 }, (_, at) => Buffer.from(`${at}`.repeat(50_000)))
      const ends = await Promise.allSettled(contents.map((content) => saveNewDurably(path, content)))
      const saved = ends.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []))
      expect(saved).toHaveLength(1)
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'EEXIST' })
      expect(await readFile(path)).toEqual(contents[saved[0] ?? 0])
      expect(await readdir(folder)).toHaveLength(1)
      await expect(saveNewDurably(path, Buffer.from('later'))).rejects.toMatchObject({ code: 'EEXIST' })
    },
  )

  it('is not there after a failure', async () => {
    disk.linking = 'EIO'
    await expect(saveNewDurably(path, Buffer.from('1'))).rejects.toThrow('EIO')
    expect(await readdir(folder)).toEqual([])
  })
})
