import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxUserProfiles, openProfileRepository } from '../../../src-main/locks/profiles/profile-repository'
import { profileFile } from '../support/devices'

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
  const cached = await openProfileRepository(folder)
  let changes = 0
  cached.onChange(() => (changes += 1))
  return {
    cached,
    changes: () => changes,
    ids: () => cached.entries().map(({ id, origin }) => `${id} ${origin}`),
  }
}

describe('profile repository', () => {
  it('saves a profile, which applies at once, and creates the folder', async () => {
    const { cached, changes, ids } = await open()
    expect(ids()).toEqual(['training-lock shipped'])
    expect(await cached.save(text())).toEqual({ ok: true, value: { id: 'mine' } })
    expect(ids()).toEqual(['mine user', 'training-lock shipped'])
    expect(cached.profiles[0]?.id).toBe('mine')
    expect(changes()).toBe(1)
    expect(await readFile(join(folder, 'mine.json'), 'utf8')).toBe(text())
  })

  it('loses no change made at the same time', async () => {
    const { cached } = await open()
    await cached.save(text())
    const more = (before: string) => `${before}\n`
    await Promise.all([cached.update('mine', more), cached.update('mine', more)])
    expect(await readFile(join(folder, 'mine.json'), 'utf8')).toBe(`${text()}\n\n`)
    expect(await cached.update('training-lock', more)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('keeps a profile in its file', async () => {
    const first = await open()
    await first.cached.save(text())
    await writeFile(join(folder, 'from-support.json'), text({ id: 'theirs' }))
    const { cached, ids } = await open()
    await cached.save(text({ id: 'theirs', name: { en: 'Mended', zh: '改过' } }))
    expect(ids()).toEqual(['theirs user', 'mine user', 'training-lock shipped'])
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([
      'from-support.json',
      'mine.json',
    ])
  })

  it.each(['mine.json', 'Mine.JSON'])('does not overwrite %s, which has another profile', async (file) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, file), text({ id: 'theirs' }))
    const { cached, ids } = await open()
    await cached.save(text())
    expect((await readdir(folder)).sort()).toEqual([file, 'mine.2.json'].sort())
    expect(ids()).toContain('theirs user')
  })

  it('accepts only so many profiles, and changes to them', async () => {
    await mkdir(folder, { recursive: true })
    for (let nth = 0; nth < maxUserProfiles; nth += 1) {
      await writeFile(join(folder, `p${nth}.json`), text({ id: `p${nth}` }))
    }
    const { cached } = await open()
    expect(await cached.save(text())).toMatchObject({ ok: false, error: { code: 'limit-reached' } })
    expect(await cached.save(text({ id: 'p7' }))).toMatchObject({ ok: true })
  })

  it.each(['con', 'nul', 'com1'])(
    'saves the profile %s to a name that is no device of Windows',
    async (id) => {
      const { cached } = await open()
      await cached.save(text({ id }))
      expect(await readdir(folder)).toEqual([`${id}-.json`])
      expect((await open()).ids()).toContain(`${id} user`)
    },
  )

  it('describes the effect of a text before it is saved', async () => {
    const { cached } = await open()
    await cached.save(text())
    expect(cached.check(text())).toMatchObject({ ok: true, id: 'mine', sends: true, replaces: 'user' })
    expect(cached.check(text({ id: 'training-lock' }))).toMatchObject({ replaces: 'shipped' })
    const serial = text({ id: 'new', read: { by: 'serial' }, extract: undefined, check: undefined })
    expect(cached.check(serial)).toMatchObject({ ok: true, sends: false, replaces: null })
    expect(cached.check('{')).toMatchObject({ ok: false, problems: [{ rule: 'not-json' }] })
  })

  it('saves nothing that is no profile', async () => {
    const { cached, changes } = await open()
    expect(await cached.save('{}')).toMatchObject({ ok: false, error: { code: 'not-a-profile' } })
    expect(await cached.save(text({ id: '../../evil' }))).toMatchObject({ ok: false })
    expect(changes()).toBe(0)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('removes user profiles, but no shipped ones', async () => {
    const { cached, ids } = await open()
    await cached.save(text({ id: 'training-lock', name: { en: 'Mine', zh: '我的' } }))
    await cached.save(text({ id: 'training-lock', name: { en: 'Mine again', zh: '我的' } }))
    expect(ids()).toEqual(['training-lock user'])
    expect(await cached.remove('training-lock')).toEqual({ ok: true, value: null })
    expect(ids()).toEqual(['training-lock shipped'])
    expect(await readdir(folder)).toEqual([])
    expect(await cached.remove('training-lock')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('returns the text of every profile for export', async () => {
    const { cached } = await open()
    await cached.save(text())
    expect(await cached.textOf('mine')).toEqual({ ok: true, value: text() })
    const shipped = await cached.textOf('training-lock')
    expect(shipped.ok && cached.check(shipped.value)).toMatchObject({ ok: true, id: 'training-lock' })
    expect(await cached.textOf('none')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('reports a failed write and continues', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const { cached, ids } = await open()
    await chmod(root, 0o500)
    expect(await cached.save(text())).toMatchObject({ ok: false, error: { code: 'not-saved' } })
    await chmod(root, 0o700)
    expect(await cached.save(text())).toMatchObject({ ok: true })
    expect(ids()).toContain('mine user')
  })

  it('reports a failed write where a file is in the way', async () => {
    await writeFile(folder, 'not a folder')
    const { cached } = await open()
    expect(await cached.save(text())).toMatchObject({ ok: false, error: { code: 'not-saved' } })
  })

  it('rejects a profile of a later version and keeps its file', async () => {
    const later = text({ version: 4, read: { by: 'telepathy' } })
    await mkdir(folder)
    await writeFile(join(folder, 'mine.json'), later)
    const { cached, ids } = await open()
    expect(cached.broken).toMatchObject([
      {
        file: 'mine.json',
        reason: { kind: 'invalid', problems: [{ path: 'version' }] },
        message: expect.stringContaining('later Lock Desk (version 4)') as string,
      },
    ])
    expect(cached.check(later)).toMatchObject({
      ok: false,
      problems: [{ rule: 'not-one-of', path: 'version', expected: '3' }],
    })
    expect(await cached.save(text())).toMatchObject({ ok: true })
    expect(ids()[0]).toBe('mine user')
    expect(await readFile(join(folder, 'mine.json'), 'utf8')).toBe(later)
    expect(await readFile(join(folder, 'mine.2.json'), 'utf8')).toBe(text())
  })

  it('accepts a profile with the current version and the one before', async () => {
    const { cached } = await open()
    expect(await cached.save(text({ version: 1 }))).toMatchObject({ ok: true })
    expect(await cached.save(text({ version: 2 }))).toMatchObject({ ok: true })
  })
})
