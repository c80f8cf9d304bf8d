import type FilePromises from 'node:fs/promises'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { StandsUnsynced, saveDurably, syncFolder, writeDurably } from '../../src-main/files/durable'
import { openJsonFile } from '../../src-main/files/json-file'

const disk = vi.hoisted(() => ({
  /** What syncing a folder comes to; null: well. */
  syncing: null as string | null,
  /** Renames that are done before one is refused. */
  renames: Infinity,
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
  Object.assign(disk, { syncing: null, renames: Infinity })
  await rm(folder, { recursive: true, force: true })
})

const schema = z.object({ n: z.number() })
const open = () => openJsonFile(path, schema, { n: 0 })
const readNow = async (): Promise<unknown> => (await open()).file.read()

describe('a file whose folder cannot be synced after the rename', () => {
  it('stands as it stood before: in memory, on the disk and at the next start', async () => {
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

  it('is not there where it was not there before', async () => {
    const { file } = await open()
    disk.syncing = 'EIO'
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow('EIO')
    expect(file.read()).toEqual({ n: 0 })
    expect(await readdir(folder)).toEqual([])
  })

  it('counts as new, in memory too, where the disk does not take the way back', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    disk.syncing = 'EIO'
    disk.renames = 2
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow(StandsUnsynced)
    disk.renames = Infinity
    expect([file.read(), await readNow()]).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('that a person asked for stands there whole, and is told to be unsure', async () => {
    await writeFile(path, 'before')
    disk.syncing = 'EIO'
    await expect(saveDurably(path, Buffer.from('after'))).rejects.toThrow(StandsUnsynced)
    expect(await readFile(path, 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['a.json'])
  })
})

describe('a file that cannot be renamed', () => {
  it('is put back where it was', async () => {
    const { file } = await open()
    await file.update(() => ({ n: 1 }))
    disk.renames = 1
    // The second rename is refused, and so is the way back; the one before stands in for it at the next start.
    await expect(file.update(() => ({ n: 2 }))).rejects.toThrow('EIO')
    disk.renames = Infinity
    expect([file.read(), await readNow()]).toEqual([{ n: 1 }, { n: 1 }])
  })
})

describe('a file system that knows no syncing of folders', () => {
  it.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])('%s is no reason to call a file unsaved', async (code) => {
    disk.syncing = code
    await expect(syncFolder(folder)).resolves.toBeUndefined()
    await writeDurably(path, '1')
    expect(await readFile(path, 'utf8')).toBe('1')
  })

  it('is another thing than a disk that fails', async () => {
    disk.syncing = 'EIO'
    await expect(syncFolder(folder)).rejects.toThrow('EIO')
  })
})
