import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProfiles, shippedProfiles } from '../../src-main/locks/profiles'
import { udevLine } from '../../src-shared/udev-rule'
import { profileFile } from './support/devices'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-profiles-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

describe('loadProfiles', () => {
  it('gives the shipped profiles where the person has none', async () => {
    const { profiles, facts, broken } = await loadProfiles(join(folder, 'nowhere'))
    expect(profiles).toEqual(shippedProfiles)
    expect(facts.map(({ id, origin }) => [id, origin])).toEqual([
      ['training-lock', 'shipped'],
      ['generic-serial', 'shipped'],
    ])
    expect(broken).toEqual([])
  })

  it("tries a user's profiles first and lets them replace a shipped one", async () => {
    await put('b.json', profileFile({ name: { en: 'Mine', zh: '我的' } }))
    await put('a.json', profileFile({ id: 'another' }))
    const { profiles, facts } = await loadProfiles(folder)
    expect(profiles.map(({ id, name }) => [id, name.en])).toEqual([
      ['another', 'Training lock'],
      ['training-lock', 'Mine'],
    ])
    expect(facts.map(({ origin }) => origin)).toEqual(['user', 'user', 'shipped'])
  })

  it('names what is broken and hides nothing else', async () => {
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
    expect(broken.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^not JSON/),
      expect.stringMatching(/name: .*match: /),
      'another file has the id good',
      'longer than 65536 bytes',
      'cannot be read: EISDIR',
    ])
  })

  it('takes a file that begins with a byte order mark', async () => {
    await put('notepad.json', `\ufeff${JSON.stringify(profileFile({ id: 'notepad' }))}`)
    const { profiles } = await loadProfiles(folder)
    expect(profiles[0]?.id).toBe('notepad')
  })
})

describe('the udev rule that packages ship', () => {
  it('has a line for every shipped profile, and opens nothing to everyone', async () => {
    const rules = await readFile(
      join(import.meta.dirname, '../../resources/linux/60-lock-desk.rules'),
      'utf8',
    )
    const lines = rules.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines).toEqual(shippedProfiles.map(({ match }) => udevLine(match)))
    expect(rules).not.toMatch(/MODE|GROUP/)
  })
})
