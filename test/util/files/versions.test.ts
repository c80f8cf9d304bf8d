import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { copyOlderVersion } from '../../../src-main/util/files/older-copies'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'versions-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = z.object({ version: z.literal(3), names: z.array(z.string()) })
const initial = { version: 3 as const, names: [] }
const migrations = {
  0: ({ name }: Readonly<Record<string, unknown>>) => ({ version: 1, name }),
  1: ({ name }: Readonly<Record<string, unknown>>) => ({ version: 2, names: [name] }),
  2: ({ names }: Readonly<Record<string, unknown>>) => ({ version: 3, names }),
}
const pathOf = (name = 'a.json') => join(folder, name)
const open = (name?: string) => openJsonFile(pathOf(name), schema, initial, migrations)
const put = (content: unknown, name?: string) =>
  writeFile(pathOf(name), typeof content === 'string' ? content : JSON.stringify(content))
const textOf = (name?: string) => readFile(pathOf(name), 'utf8')
const names = async () => (await readdir(folder)).sort()

describe('a file of an older version', () => {
  it.each([
    ['without any version', { name: 'one' }, 0],
    ['of the first', { version: 1, name: 'one' }, 1],
    ['of the one before', { version: 2, names: ['one'] }, 2],
  ])('%s is read as the current version without changing it', async (_name, content, _version) => {
    await put(content)
    const { file, quarantinedAs, isOlder, readOnlyReason } = await open()
    expect(file.read()).toEqual({ version: 3, names: ['one'] })
    expect([quarantinedAs, isOlder, readOnlyReason]).toEqual([null, false, null])
    expect(await textOf()).toBe(JSON.stringify(content))
    expect(await names()).toEqual(['a.json'])
  })

  it('is copied once before it is overwritten', async () => {
    const before = JSON.stringify({ version: 1, name: 'one' })
    await put(before)
    const { file } = await open()
    await file.update(({ names: known, ...content }) => ({ ...content, names: [...known, 'two'] }))
    await file.update(({ names: known, ...content }) => ({ ...content, names: [...known, 'three'] }))
    expect((await open()).file.read().names).toEqual(['one', 'two', 'three'])
    const copies = (await names()).filter((name) => name.includes('.version-'))
    expect(copies).toEqual([expect.stringMatching(/^a\.json\.version-1-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/)])
    expect(await textOf(copies[0])).toBe(before)
  })

  it('is not overwritten where the copy cannot be made', async () => {
    // A name that leaves no room for the copy's suffix, but enough for the file's own.
    const long = `${'n'.repeat(235)}.json`
    const before = JSON.stringify({ version: 1, name: 'one' })
    await put(before, long)
    const { file } = await open(long)
    for (const _again of [1, 2]) {
      await expect(file.update((content) => ({ ...content, names: ['lost'] }))).rejects.toThrow(
        'ENAMETOOLONG',
      )
    }
    expect(file.read().names).toEqual(['one'])
    expect([await textOf(long), await names()]).toEqual([before, [long]])
  })

  it('is also copied where only its backup is left', async () => {
    await put({ version: 2, names: ['one'] }, 'a.json.last')
    await put('{"version": 3, "na')
    const { file, isOlder } = await open()
    expect([file.read().names, isOlder]).toEqual([['one'], true])
    await file.update((content) => content)
    const copies = (await names()).filter((name) => name.includes('.version-2-'))
    expect(await textOf(copies[0])).toBe(JSON.stringify({ version: 2, names: ['one'] }))
  })

  it('is quarantined where its migration fails', async () => {
    await put({ version: 1, name: 7 })
    const { file, quarantinedAs } = await open()
    expect([file.read(), quarantinedAs]).toEqual([initial, expect.stringContaining('unreadable')])
    expect(await textOf(quarantinedAs ?? '')).toBe(JSON.stringify({ version: 1, name: 7 }))
  })

  it('has at most five copies, the newest', async () => {
    await put({ version: 1 })
    for (let day = 1; day <= 7; day += 1) {
      await copyOlderVersion(pathOf(), day === 3 ? 10 : 1, { now: Date.UTC(2026, 0, day) })
    }
    const days = (await names()).flatMap((name) => /-(\d\d)T/.exec(name)?.[1] ?? [])
    expect(days.sort()).toEqual(['03', '04', '05', '06', '07'])
  })
})

describe('a file of a later version', () => {
  const later = JSON.stringify({ version: 4, people: [{ name: 'one' }] })

  it('is kept and reported by its version, and the initial content is used', async () => {
    await put(later)
    await put({ version: 3, names: ['of another day'] }, 'a.json.last')
    const { file, readOnlyReason, quarantinedAs } = await open()
    expect(readOnlyReason).toMatchObject({ because: 'newer', version: 4 })
    expect([file.read(), quarantinedAs, file.isReadOnly]).toEqual([initial, null, true])
    await expect(file.update((content) => content)).rejects.toThrow('a.json must not be written')
    expect(file.read()).toEqual(initial)
    expect([await textOf(), await names()]).toEqual([later, ['a.json', 'a.json.last']])
  })

  it('is also kept where only the backup has that version', async () => {
    await put(later, 'a.json.last')
    await put('{"version": 4, "peo')
    const { file, readOnlyReason, quarantinedAs } = await open()
    expect(readOnlyReason).toMatchObject({ because: 'newer', version: 4 })
    await expect(file.update((content) => content)).rejects.toThrow()
    expect(await textOf('a.json.last')).toBe(later)
    expect(await textOf(quarantinedAs ?? '')).toBe('{"version": 4, "peo')
  })
})

describe('an invalid file', () => {
  it.each([
    ['cut off', '{"version": 3, "names": ["o'],
    ['empty', ''],
    ['of another type', '[1, 2]'],
    ['null', 'null'],
    ['with a text for a version', '{"version": "3", "names": []}'],
    ['with half a version', '{"version": 2.5, "names": []}'],
    ['with a version below any', '{"version": -1, "names": []}'],
    ['with a version no number can hold', '{"version": 1e400, "names": []}'],
    ['with a version it only inherits', '{"__proto__": {"version": 4}, "names": []}'],
  ])('%s is quarantined unchanged', async (_name, text) => {
    await put(text)
    const { file, quarantinedAs, readOnlyReason } = await open()
    expect([file.read(), readOnlyReason]).toEqual([initial, null])
    expect(await textOf(quarantinedAs ?? '')).toBe(text)
    await file.update((content) => ({ ...content, names: ['new'] }))
    expect((await open()).file.read().names).toEqual(['new'])
  })

  it('that is a folder is quarantined, too', async () => {
    await mkdir(pathOf())
    expect(await open()).toMatchObject({ quarantinedAs: expect.stringContaining('unreadable') as string })
  })

  it.skipIf(process.platform === 'win32')('that is a pipe without an end is quarantined, too', async () => {
    execFileSync('mkfifo', [pathOf()])
    expect(await open()).toMatchObject({ quarantinedAs: expect.stringContaining('unreadable') as string })
  })

  it('that is inaccessible is kept', async () => {
    // A path through a file: it can be neither read nor quarantined.
    await put('in the way', 'b')
    const { file, readOnlyReason, quarantinedAs } = await open('b/a.json')
    expect([readOnlyReason?.because, quarantinedAs, file.read()]).toEqual(['unreachable', null, initial])
    await expect(file.update((content) => content)).rejects.toThrow('a.json must not be written')
  })
})
