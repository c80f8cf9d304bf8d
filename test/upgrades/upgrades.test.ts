import { cp, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src-main/journal/journal'
import { openProfileShelf } from '../../src-main/locks/profile-shelf'
import { openJsonFile } from '../../src-main/files/json-file'
import { knownRecordsFolder, readKnownRecords } from '../../src-main/register/known-records-file'
import { createSettings } from '../../src-main/settings/settings'
import { openPreferences } from '../../src-main/settings/settings-file'
import { openJobSecrets } from '../../src-main/vault/job-secrets'
import { createVault, emptyVault, vaultSchema } from '../../src-main/vault/vault'
import { temporaryFolder } from '../support/temporary-folder'
import { keptFiles } from './support/kept-files'

// `corpus/` holds user-data folders as the code of their time wrote them; README.md there says which.

const corpus = join(import.meta.dirname, 'corpus')
const versions = ['0.0.1', '0.0.2', '0.0.3', '0.0.4', '0.1.0', '0.1.1'] as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const take = (version: string) => cp(join(corpus, version), folder.path, { recursive: true })
const at = (name: string) => join(folder.path, name)
const has = async (name: string) => (await readdir(folder.path)).includes(name)

/** The keyring under which the corpus' vaults were sealed. */
const keyring = {
  available: () => Promise.resolve(true),
  backend: () => 'test_keyring',
  encrypt: (text: string) => Promise.resolve(Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer),
  decrypt: (bytes: Buffer) => Promise.resolve(Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()),
}

const platform = 'https://platform.example'
const jobOfPasswords = 'J-passwords'
const refreshToken = `refresh token | ${platform} | app | li.wei`

describe.each(versions)('the kept files of %s', (version) => {
  it('are all opened, none put aside, and each is still read when it has been written again', async () => {
    await take(version)
    for (const { name, version: now, open } of keptFiles) {
      if (!(await has(name))) continue
      const before: unknown = JSON.parse(await readFile(at(name), 'utf8'))
      const first = await open(at(name))
      expect([name, first.putAside, first.leftAlone, first.isOlder]).toEqual([name, null, null, false])
      expect(first.file.read()).toMatchObject({ ...(before as object), version: now })
      await first.file.update((content) => content)
      expect((await open(at(name))).file.read()).toEqual(first.file.read())
    }
  })

  it('hold what the person chose', async () => {
    await take(version)
    const { preferences } = await openPreferences(at('settings.json'))
    expect(createSettings(preferences, '').read()).toMatchObject({
      language: 'zh',
      theme: 'dark',
      operatorIdentity: 'Wang Fang',
      ...(version === '0.0.1' ? { railCollapsed: true } : { chunkSize: 50 }),
      queueHours: 24,
    })
  })

  it('hold the whole journal, which takes more', async () => {
    await take(version)
    const opened = await openJournal({ folder: at('journal') })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    expect(quarantined).toBeNull()
    const rows = journal.slice(0, 10).map(({ row, state, reason }) => [row.key, state, reason])
    const keys =
      version === '0.0.1' || version === '0.0.2'
        ? ['LD8000000017', 'LD8000000018', 'LD8000000019']
        : ['chen.yu', 'zhao.min', 'he.ping']
    const refused = { kind: 'refused', code: '60010', message: 'no' }
    expect(rows).toEqual(
      expect.arrayContaining([
        [keys[0], 'done', null],
        [keys[1], 'unknown', null],
        [keys[2], 'failed', refused],
      ]),
    )
    const jobId = journal.slice(0, 1)[0]?.job.jobId ?? ''
    expect(await journal.close(jobId, { kind: 'cancelled' } as never)).toMatchObject({ ok: true })
    await journal.stop()
    const again = await openJournal({ folder: at('journal') })
    expect(again).toMatchObject({ ok: true, value: { quarantined: null } })
    if (again.ok) {
      expect(again.value.journal.rows()).toBe(3)
      await again.value.journal.stop()
    }
    const copies = (await readdir(at('journal'))).filter((name) => name.startsWith('before-version-3-'))
    expect(copies).toHaveLength(['0.0.4', '0.1.0', '0.1.1'].includes(version) ? 0 : 1)
  })
})

describe.each(['0.0.1', '0.0.3', '0.0.4', '0.1.0', '0.1.1'])('the secrets of %s', (version) => {
  it('open', async () => {
    await take(version)
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault)
    const vault = await createVault(keyring, file)
    if (version !== '0.0.1') {
      expect(await vault.unlock('correct horse')).toBe(true)
      expect(await vault.read('order secret | p1')).toBe('kept-by-the-keyring')
    }
    expect(await vault.read(refreshToken)).toBe('a-kept-refresh-token')
  })
})

describe.each(['0.0.4', '0.1.0', '0.1.1'])('what %s remembered and was told', (version) => {
  it('is there: known records and lock profiles', async () => {
    await take(version)
    const records = await readKnownRecords(knownRecordsFolder(folder.path, platform), {
      environment: platform,
      enterpriseGlobalId: 'E1',
    })
    expect(records).toMatchObject({
      readAt: 5,
      records: [{ assetNum: 'LD8000000017', assetId: '9007199254740993', holder: { name: 'Chen Yu' } }],
    })
    const shelf = await openProfileShelf(at('lock-profiles'))
    expect(shelf.broken).toEqual([])
    expect(shelf.profiles[0]).toMatchObject({ id: 'mine', match: { vendorId: 0x1209, productId: 9 } })
  })
})

describe('passwords of unsent rows that 0.1.1 kept', () => {
  const openBoth = async (later: string[] = []) => {
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault)
    const vault = await createVault(keyring, file)
    await vault.unlock('correct horse')
    return openJobSecrets({
      folder: at('unsent'),
      vault,
      onFault: (error) => {
        throw error
      },
      onLaterVersion: (name, version) => later.push(`${name} ${version}`),
    })
  }
  const sealed = () => at(`unsent/${jobOfPasswords}.sealed`)

  it('open', async () => {
    await take('0.1.1')
    const secrets = await openBoth()
    expect(await secrets.read(jobOfPasswords)).toEqual(new Map([[1, 'a-kept-password']]))
  })

  it('of a later version are locked, not gone, and left byte for byte', async () => {
    await take('0.1.1')
    const later = await readFile(sealed())
    later.write('LDU2', 0, 'latin1')
    await writeFile(sealed(), later)
    const told: string[] = []
    const secrets = await openBoth(told)
    expect([secrets.has(jobOfPasswords), await secrets.read(jobOfPasswords)]).toEqual([true, 'locked'])
    await secrets.erase(jobOfPasswords, [0, 1])
    await secrets.drop(jobOfPasswords)
    expect(await readFile(sealed())).toEqual(later)
    expect(told).toEqual([`${jobOfPasswords}.sealed 2`])
  })
})

describe.each(keptFiles)('$name', ({ name, version, open }) => {
  it('of a later version is left alone, byte for byte', async () => {
    const later = JSON.stringify({ version: version + 1, entirely: { other: 'things' } })
    await writeFile(at(name), later)
    const { file, leftAlone } = await open(at(name))
    expect(leftAlone).toMatchObject({ because: 'newer', version: version + 1 })
    await expect(file.update((content) => content)).rejects.toThrow(`${name} is left as it is`)
    expect(await readFile(at(name), 'utf8')).toBe(later)
    expect(await readdir(folder.path)).toEqual([name])
  })

  it('that was cut off anywhere is put aside whole', async () => {
    const whole = await readFile(join(corpus, '0.1.1', name), 'utf8')
    for (const length of [0, 1, Math.floor(whole.length / 2), whole.trimEnd().length - 1]) {
      const cut = whole.slice(0, length)
      await writeFile(at(name), cut)
      const { putAside } = await open(at(name))
      expect(await readFile(at(putAside ?? 'nothing'), 'utf8')).toBe(cut)
    }
  })
})

describe('settings of a later version', () => {
  it('give their language, and what is changed holds until the end without touching them', async () => {
    const later = JSON.stringify({ version: 9, language: 'zh', theme: 'from tomorrow', fontSize: 3 })
    await writeFile(at('settings.json'), later)
    const settings = createSettings((await openPreferences(at('settings.json'))).preferences, '')
    expect(settings.read()).toMatchObject({ language: 'zh', theme: 'system' })
    await settings.change({ theme: 'dark' })
    expect(settings.read().theme).toBe('dark')
    expect(await readFile(at('settings.json'), 'utf8')).toBe(later)
  })
})

describe('a vault of a later version', () => {
  it('is not touched: secrets live in memory, whatever the keyring could do', async () => {
    const later = JSON.stringify({ version: 2, secrets: 'elsewhere' })
    await writeFile(at('vault.json'), later)
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault)
    const vault = await createVault(keyring, file)
    await vault.keep('a', 'secret')
    expect([vault.status().state, await vault.read('a'), await vault.erase('a')]).toEqual([
      'memory',
      'secret',
      1,
    ])
    await expect(vault.setPassphrase('correct horse')).rejects.toThrow('vault.json is left as it is')
    expect(await readFile(at('vault.json'), 'utf8')).toBe(later)
  })
})
