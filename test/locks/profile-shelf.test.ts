import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProfileShelf } from '../../src-main/locks/profile-shelf'
import { profileFile } from './support/devices'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'profile-shelf-'))
  folder = join(root, 'lock-profiles')
})
afterEach(() => rm(root, { recursive: true }))

const text = (changes: Record<string, unknown> = {}) =>
  JSON.stringify(profileFile({ id: 'mine', ...changes }))
const open = async () => {
  const shelf = await openProfileShelf(folder)
  let changes = 0
  shelf.onChange(() => (changes += 1))
  return {
    shelf,
    changes: () => changes,
    ids: () => shelf.entries().map(({ id, origin }) => `${id} ${origin}`),
  }
}

describe('the profile shelf', () => {
  it('saves a profile that holds at once, in a folder that was not there', async () => {
    const { shelf, changes, ids } = await open()
    expect(ids()).toEqual(['training-lock shipped'])
    expect(await shelf.save(text())).toEqual({ ok: true, value: { id: 'mine' } })
    expect(ids()).toEqual(['mine user', 'training-lock shipped'])
    expect(shelf.profiles[0]?.id).toBe('mine')
    expect(changes()).toBe(1)
    expect(await readFile(join(folder, 'mine.json'), 'utf8')).toBe(text())
  })

  it('keeps a profile in the file it lies in', async () => {
    const first = await open()
    await first.shelf.save(text())
    await writeFile(join(folder, 'from-support.json'), text({ id: 'theirs' }))
    const { shelf, ids } = await open()
    await shelf.save(text({ id: 'theirs', name: { en: 'Mended', zh: '改过' } }))
    expect(ids()).toEqual(['theirs user', 'mine user', 'training-lock shipped'])
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([
      'from-support.json',
      'mine.json',
    ])
  })

  it('says what a text would do before it is saved', async () => {
    const { shelf } = await open()
    await shelf.save(text())
    expect(shelf.check(text())).toMatchObject({ ok: true, id: 'mine', sends: true, replaces: 'user' })
    expect(shelf.check(text({ id: 'training-lock' }))).toMatchObject({ replaces: 'shipped' })
    const serial = text({ id: 'new', read: { by: 'serial' }, extract: undefined, check: undefined })
    expect(shelf.check(serial)).toMatchObject({ ok: true, sends: false, replaces: null })
    expect(shelf.check('{')).toMatchObject({ ok: false, problems: [{ rule: 'not-json' }] })
  })

  it('saves nothing that is no profile', async () => {
    const { shelf, changes } = await open()
    expect(await shelf.save('{}')).toMatchObject({ ok: false, error: { code: 'not-a-profile' } })
    expect(await shelf.save(text({ id: '../../evil' }))).toMatchObject({ ok: false })
    expect(changes()).toBe(0)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('takes away one of the user’s, and never a shipped one', async () => {
    const { shelf, ids } = await open()
    await shelf.save(text({ id: 'training-lock', name: { en: 'Mine', zh: '我的' } }))
    await shelf.save(text({ id: 'training-lock', name: { en: 'Mine again', zh: '我的' } }))
    expect(ids()).toEqual(['training-lock user'])
    expect(await shelf.remove('training-lock')).toEqual({ ok: true, value: null })
    expect(ids()).toEqual(['training-lock shipped'])
    expect(await readdir(folder)).toEqual([])
    expect(await shelf.remove('training-lock')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('gives the text of every profile, so that it can be taken along', async () => {
    const { shelf } = await open()
    await shelf.save(text())
    expect(await shelf.textOf('mine')).toEqual({ ok: true, value: text() })
    const shipped = await shelf.textOf('training-lock')
    expect(shipped.ok && shelf.check(shipped.value)).toMatchObject({ ok: true, id: 'training-lock' })
    expect(await shelf.textOf('none')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('says that the disk did not take it, and goes on', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const { shelf, ids } = await open()
    await chmod(root, 0o500)
    expect(await shelf.save(text())).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    await chmod(root, 0o700)
    expect(await shelf.save(text())).toMatchObject({ ok: true })
    expect(ids()).toContain('mine user')
  })

  it('says that the disk did not take it where a file stands in the way', async () => {
    await writeFile(folder, 'not a folder')
    const { shelf } = await open()
    expect(await shelf.save(text())).toMatchObject({ ok: false, error: { code: 'not-saved' } })
  })

  it('refuses a profile of a later version as a whole, and does not write over its file', async () => {
    const later = text({ version: 2, read: { by: 'telepathy' } })
    await mkdir(folder)
    await writeFile(join(folder, 'mine.json'), later)
    const { shelf, ids } = await open()
    expect(shelf.broken).toEqual([
      { file: 'mine.json', problem: expect.stringContaining('later Lock Desk (version 2)') as string },
    ])
    expect(shelf.check(later)).toMatchObject({
      ok: false,
      problems: [{ rule: 'not-one-of', path: 'version', wanted: '1' }],
    })
    expect(await shelf.save(text())).toMatchObject({ ok: true })
    expect(ids()[0]).toBe('mine user')
    expect(await readFile(join(folder, 'mine.json'), 'utf8')).toBe(later)
    expect(await readFile(join(folder, 'mine.2.json'), 'utf8')).toBe(text())
  })

  it('takes a profile that says its version, today’s', async () => {
    const { shelf } = await open()
    expect(await shelf.save(text({ version: 1 }))).toMatchObject({ ok: true })
  })
})
