import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProfiles, bundledProfiles } from '../../../src-main/locks/profiles/load-profiles'
import { udevLine } from '../../../src-shared/udev-rule'
import { profileFile } from '../support/devices'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-profiles-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

describe('loadProfiles', () => {
  it('returns the shipped profiles without user profiles', async () => {
    const { profiles, facts, broken } = await loadProfiles(join(folder, 'nowhere'))
    expect(profiles).toEqual(bundledProfiles)
    expect(facts.map(({ id, origin }) => [id, origin])).toEqual([
      ['training-lock', 'shipped'],
      ['generic-serial', 'shipped'],
    ])
    expect(broken).toEqual([])
  })

  it("puts a user's profiles first and lets them replace a shipped one", async () => {
    await put('b.json', profileFile({ name: { en: 'Mine', zh: '我的' } }))
    await put('a.json', profileFile({ id: 'another' }))
    const { profiles, facts } = await loadProfiles(folder)
    expect(profiles.map(({ id, name }) => [id, name.en])).toEqual([
      ['another', 'Simulated lock'],
      ['training-lock', 'Mine'],
    ])
    expect(facts.map(({ origin }) => origin)).toEqual(['user', 'user', 'shipped'])
  })

  it('reports broken files and loads the others', async () => {
    await put('1-no-json.json', '{ "id": ')
    await put('2-no-profile.json', { id: 'x' })
    await put('3-good.json', profileFile({ id: 'good' }))
    await put('4-twice.json', profileFile({ id: 'good' }))
    await put('5-long.json', JSON.stringify(profileFile()) + ' '.repeat(70_000))
    await mkdir(join(folder, '6-folder.json'))
    await put('notes.txt', 'not looked at')
    const { profiles, broken } = await loadProfiles(folder)
    expect(profiles.map(({ id }) => id)).toEqual(['good', 'training-lock'])
    expect(broken.map(({ file }) => file)).toEqual([
      '1-no-json.json',
      '2-no-profile.json',
      '4-twice.json',
      '5-long.json',
      '6-folder.json',
    ])
    expect(broken.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^not JSON/),
      expect.stringMatching(/name: .*match: /),
      'another file has the id good',
      'longer than 65536 bytes',
      'cannot be read: ERR_NOT_A_FILE',
    ])
  })

  it('accepts a file with a byte order mark', async () => {
    await put('notepad.json', `\ufeff${JSON.stringify(profileFile({ id: 'notepad' }))}`)
    const { profiles } = await loadProfiles(folder)
    expect(profiles[0]?.id).toBe('notepad')
  })
})

describe('the packaged udev rule', () => {
  it('has a line for every shipped profile, and grants no access to everyone', async () => {
    const rules = await readFile(
      join(import.meta.dirname, '../../../resources/linux/60-lock-desk.rules'),
      'utf8',
    )
    const lines = rules.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines).toEqual(bundledProfiles.map(({ match }) => udevLine(match)))
    expect(rules).not.toMatch(/MODE|GROUP/)
  })
})
