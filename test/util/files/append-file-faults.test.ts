import type FilePromises from 'node:fs/promises'
import { appendFile, open as openReal, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAppendFile } from '../../../src-main/util/files/append-file'
import type { OpenFile } from '../../../src-main/util/files/append-file'
import { temporaryFolder } from '../../support/temporary-folder'

/** How often the file was truncated, and how often that fails. */
const cuts = vi.hoisted(() => ({ done: [] as number[], failing: 0 }))
vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  const truncate: typeof real.truncate = async (path, length) => {
    cuts.done.push(length ?? 0)
    if (cuts.failing > 0) {
      cuts.failing -= 1
      throw new Error('EIO')
    }
    await real.truncate(path, length)
  }
  return { ...real, truncate }
})

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'a.log')
  Object.assign(cuts, { done: [], failing: 0 })
})
afterEach(() => folder.remove())

const text = () => readFile(path, 'utf8')
const refuse = (code: string) => Object.assign(new Error(code), { code })

/** A disk that writes at most `most` bytes at once and fails on request. */
const slowDisk = (does: { most: number; room: number; sync?: () => Promise<void> }): OpenFile => {
  return async (at) => {
    const file = await openReal(at, 'a')
    const write = (bytes: Uint8Array, offset: number, length: number) => {
      // Reading beyond the buffer would write foreign memory.
      if (offset + length > bytes.length) throw refuse('EFAULT')
      const written = Math.min(length, does.most, does.room)
      does.room -= written
      return written === 0
        ? Promise.resolve({ bytesWritten: 0, buffer: bytes })
        : file.write(bytes, offset, written)
    }
    return {
      write: write as unknown as typeof file.write,
      datasync: () => does.sync?.() ?? file.datasync(),
      close: () => file.close(),
    }
  }
}

describe('openAppendFile', () => {
  it('completes partial writes and never truncates good data', async () => {
    const file = await openAppendFile(path, 0, slowDisk({ most: 3, room: 1_000 }))
    await file.append('锁 one\n')
    await file.append('two\n')
    await file.close()
    expect(await text()).toBe('锁 one\ntwo\n')
    expect(cuts.done).toEqual([])
  })

  it('fails where the disk writes no more, and leaves no partial line', async () => {
    const does = { most: 100, room: 6 }
    const file = await openAppendFile(path, 0, slowDisk(does))
    await file.append('one\n')
    await expect(file.append('two\n')).rejects.toThrow('no more bytes could be written')
    expect(await text()).toBe('one\n')
    does.room = 100
    await file.append('three\n')
    await file.close()
    expect(await text()).toBe('one\nthree\n')
    expect(cuts.done).toEqual([4])
  })

  it('truncates by bytes, after what was there before it was opened', async () => {
    await writeFile(path, '锁\n')
    const does = { most: 100, room: 2 }
    const file = await openAppendFile(path, 4, slowDisk(does))
    await expect(file.append('two\n')).rejects.toThrow()
    expect(await text()).toBe('锁\n')
    does.room = 100
    await file.append('锁锁\n')
    does.room = 1
    await expect(file.append('two\n')).rejects.toThrow()
    await file.close()
    expect(await text()).toBe('锁\n锁锁\n')
    expect(cuts.done).toEqual([4, 11])
  })

  it('treats unsynced data as not written', async () => {
    let fails = true
    const sync = () => (fails ? Promise.reject(refuse('EIO')) : Promise.resolve())
    const file = await openAppendFile(path, 0, slowDisk({ most: 100, room: 100, sync }))
    await expect(file.append('one\n')).rejects.toThrow('EIO')
    expect(await text()).toBe('')
    fails = false
    await file.append('two\n')
    await file.close()
    expect(await text()).toBe('two\n')
  })

  it('truncates half a line before the next write, and rejects writes until then', async () => {
    const does = { most: 100, room: 2 }
    const file = await openAppendFile(path, 0, slowDisk(does))
    cuts.failing = 2
    await expect(file.append('one\n')).rejects.toThrow('no more bytes could be written')
    expect(await text()).toBe('on')
    does.room = 100
    await expect(file.append('two\n')).rejects.toThrow('EIO')
    expect(await text()).toBe('on')
    await file.append('three\n')
    await file.append('four\n')
    await file.close()
    expect(await text()).toBe('three\nfour\n')
    expect(cuts.done).toEqual([0, 0, 0])
  })

  it('rejects writes once the file was moved or deleted, and continues once it is back', async () => {
    const file = await openAppendFile(path, 0)
    await file.append('one\n')
    const away = join(folder.path, 'away.log')
    await rename(path, away)
    await expect(file.append('two\n')).rejects.toThrow('was moved or deleted')
    await rename(away, path)
    await file.append('three\n')
    expect(await text()).toBe('one\nthree\n')
    await rm(path)
    await expect(file.append('four\n')).rejects.toThrow('was moved or deleted')
    await file.close()
  })

  it('does not touch a file that replaced it', async () => {
    const file = await openAppendFile(path, 0)
    await rm(path)
    await writeFile(path, 'a journal of somebody else’s\n')
    await expect(file.append('one\n')).rejects.toThrow('was moved or deleted')
    await expect(file.append('two\n')).rejects.toThrow('was moved or deleted')
    await file.close()
    expect(await text()).toBe('a journal of somebody else’s\n')
    expect(cuts.done).toEqual([])
  })

  it('rejects writes and truncates nothing where another program writes to it too', async () => {
    const file = await openAppendFile(path, 0)
    await file.append('one\n')
    await appendFile(path, 'theirs\n')
    await expect(file.append('two\n')).rejects.toThrow('another program has written')
    await expect(file.append('three\n')).rejects.toThrow('another program has written')
    await file.close()
    expect(await text()).toBe('one\ntheirs\ntwo\n')
    expect(cuts.done).toEqual([])
  })

  it('rejects writes once closed', async () => {
    const file = await openAppendFile(path, 0)
    await file.append('one\n')
    await file.close()
    await expect(file.append('two\n')).rejects.toThrow('the file is closed')
    expect(await text()).toBe('one\n')
    expect(cuts.done).toEqual([])
  })
})
