import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openJsonFile } from '../../src-main/files/json-file'
import { keepOlderCopy } from '../../src-main/files/older-copies'

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
  ])('%s is read as today’s, and not touched by that', async (_name, content, _version) => {
    await put(content)
    const { file, putAside, isOlder, leftAlone } = await open()
    expect(file.read()).toEqual({ version: 3, names: ['one'] })
    expect([putAside, isOlder, leftAlone]).toEqual([null, false, null])
    expect(await textOf()).toBe(JSON.stringify(content))
    expect(await names()).toEqual(['a.json'])
  })

  it('is copied aside, once, before it is written over', async () => {
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

  it('is not written over where the copy cannot be made', async () => {
    // A name that leaves no room for the copy's ending, and room enough for the file's own.
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

  it('is copied also where only the last good one is left of it', async () => {
    await put({ version: 2, names: ['one'] }, 'a.json.last')
    await put('{"version": 3, "na')
    const { file, isOlder } = await open()
    expect([file.read().names, isOlder]).toEqual([['one'], true])
    await file.update((content) => content)
    const copies = (await names()).filter((name) => name.includes('.version-2-'))
    expect(await textOf(copies[0])).toBe(JSON.stringify({ version: 2, names: ['one'] }))
  })

  it('is put aside where its migration trips', async () => {
    await put({ version: 1, name: 7 })
    const { file, putAside } = await open()
    expect([file.read(), putAside]).toEqual([initial, expect.stringContaining('unreadable')])
    expect(await textOf(putAside ?? '')).toBe(JSON.stringify({ version: 1, name: 7 }))
  })

  it('leaves five copies at most, the newest', async () => {
    await put({ version: 1 })
    for (let day = 1; day <= 7; day += 1) {
      await keepOlderCopy(pathOf(), day === 3 ? 10 : 1, { now: Date.UTC(2026, 0, day) })
    }
    const days = (await names()).flatMap((name) => /-(\d\d)T/.exec(name)?.[1] ?? [])
    expect(days.sort()).toEqual(['03', '04', '05', '06', '07'])
  })
})

describe('a file of a later version', () => {
  const later = JSON.stringify({ version: 4, people: [{ name: 'one' }] })

  it('is left as it is, said by its version, and the initial content stands in for it', async () => {
    await put(later)
    await put({ version: 3, names: ['of another day'] }, 'a.json.last')
    const { file, leftAlone, putAside } = await open()
    expect(leftAlone).toMatchObject({ because: 'newer', version: 4 })
    expect([file.read(), putAside, file.isLeftAlone]).toEqual([initial, null, true])
    await expect(file.update((content) => content)).rejects.toThrow('a.json is left as it is')
    expect(file.read()).toEqual(initial)
    expect([await textOf(), await names()]).toEqual([later, ['a.json', 'a.json.last']])
  })

  it('is left also where only the last good one is of it', async () => {
    await put(later, 'a.json.last')
    await put('{"version": 4, "peo')
    const { file, leftAlone, putAside } = await open()
    expect(leftAlone).toMatchObject({ because: 'newer', version: 4 })
    await expect(file.update((content) => content)).rejects.toThrow()
    expect(await textOf('a.json.last')).toBe(later)
    expect(await textOf(putAside ?? '')).toBe('{"version": 4, "peo')
  })
})

describe('a file that makes no sense', () => {
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
  ])('%s is put aside whole', async (_name, text) => {
    await put(text)
    const { file, putAside, leftAlone } = await open()
    expect([file.read(), leftAlone]).toEqual([initial, null])
    expect(await textOf(putAside ?? '')).toBe(text)
    await file.update((content) => ({ ...content, names: ['new'] }))
    expect((await open()).file.read().names).toEqual(['new'])
  })

  it('that is a folder is put aside like any other', async () => {
    await mkdir(pathOf())
    expect(await open()).toMatchObject({ putAside: expect.stringContaining('unreadable') as string })
  })

  it.skipIf(process.platform === 'win32')(
    'that is a pipe, which nobody ever ends, is put aside too',
    async () => {
      execFileSync('mkfifo', [pathOf()])
      expect(await open()).toMatchObject({ putAside: expect.stringContaining('unreadable') as string })
    },
  )

  it('and cannot be had at all is left alone', async () => {
    // A path through a file: the disk refuses both to read it and to put it aside.
    await put('in the way', 'b')
    const { file, leftAlone, putAside } = await open('b/a.json')
    expect([leftAlone?.because, putAside, file.read()]).toEqual(['unreachable', null, initial])
    await expect(file.update((content) => content)).rejects.toThrow('a.json is left as it is')
  })
})
