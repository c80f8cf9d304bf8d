import { existsSync } from 'node:fs'
import { cp, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { remindedOn } from '../../src-main/reminders/reminded-loans'
import { openStores } from '../../src-main/app/open-stores'
import { createNotices } from '../../src-main/notices/notices'
import { openJournal } from '../../src-main/journal/journal'
import { createKeptLists } from '../../src-main/lists/kept-lists'
import { openProfileRepository } from '../../src-main/locks/profiles/profile-repository'
import { savedCredentials, signInIdentity } from '../../src-main/saved-platforms/platform-secrets'
import { formerSignInReader } from '../../src-main/saved-platforms/former-sign-ins'
import { knownPlatformIds } from '../../src-main/saved-platforms/platform-data'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { persistedAssetsFolder, readPersistedAssets } from '../../src-main/directory/persisted-asset-file'
import { createSettings } from '../../src-main/settings/settings'
import { openPreferences, settingsVersion } from '../../src-main/settings/settings-file'
import { openJobSecrets } from '../../src-main/vault/job-secrets'
import { refreshTokenName } from '../../src-main/vault/refresh-token'
import { vaultMigrations } from '../../src-main/vault/secret-name'
import { createUsedOrders, usedOrdersVersion } from '../../src-main/work-orders/used-orders'
import { createStocktakeFolder } from '../../src-main/stocktake/stocktake-file'
import type { StocktakeFile } from '../../src-main/stocktake/stocktake-file'
import { stocktakeVersion } from '../../src-main/stocktake/stocktake-lines'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault, vaultSchema } from '../../src-main/vault/vault-content'
import { openTestStore } from '../support/settings-store'
import { temporaryFolder } from '../support/temporary-folder'
import { keptFiles } from './support/kept-files'

// `corpus/` holds user-data folders written by earlier versions; its README.md lists them.

const corpus = join(import.meta.dirname, 'corpus')
const versions = ['0.0.1', '0.0.2', '0.0.3', '0.0.4', '0.1.0', '0.1.1'] as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const take = (version: string) => cp(join(corpus, version), folder.path, { recursive: true })
const at = (name: string) => join(folder.path, name)

/** The keychain with which the corpus' vaults were encrypted. */
const keyring = {
  available: () => Promise.resolve(true),
  backend: () => 'test_keyring',
  encrypt: (text: string) => Promise.resolve(Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer),
  decrypt: (bytes: Buffer) => Promise.resolve(Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()),
}

const platform = 'https://platform.example'
const jobOfPasswords = 'J-passwords'

describe.each(versions)('the kept files of %s', (version) => {
  it('are all opened without quarantine, and read again after they were rewritten', async () => {
    await take(version)
    const names = await readdir(folder.path)
    const selected = keptFiles.filter(({ name }) => names.includes(name))
    expect(names).toContain('settings.json')
    for (const { name, version: now, open } of selected) {
      const before: unknown = JSON.parse(await readFile(at(name), 'utf8'))
      const first = await open(at(name))
      expect([name, first.quarantinedAs, first.readOnlyReason, first.isOlder]).toEqual([
        name,
        null,
        null,
        false,
      ])
      // The vault's secrets are renamed; a test below decrypts them.
      const { secrets = {}, ...others } = before as { secrets?: object }
      // Addresses are normalized; a test below compares them.
      const same = name === 'environments.json' ? {} : others
      expect(first.file.read()).toMatchObject({ ...same, version: now })
      if (name === 'vault.json') {
        const read = first.file.read() as { secrets: object }
        expect(Object.keys(read.secrets)).toHaveLength(Object.keys(secrets).length)
      }
      await first.file.update((content) => content)
      expect((await open(at(name))).file.read()).toEqual(first.file.read())
    }
  })

  it('contain the user’s settings', async () => {
    await take(version)
    const { preferences } = await openPreferences(at('settings.json'), openTestStore)
    expect(createSettings(preferences, '').read()).toMatchObject({
      language: 'zh',
      theme: 'dark',
      operatorIdentity: 'Wang Fang',
      ...(version === '0.0.1' ? { railCollapsed: true } : { chunkSize: 50 }),
      // The former chunk size for all operations now applies to locks.
      employeesPerCall: 100,
      assetsPerCall: 100,
      numbersPerCall: 1000,
      queueHours: 24,
      commandLineChanges: false,
    })
  })

  it('contain the full journal, which accepts new records', async () => {
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
    expect(await journal.closeJob(jobId, { kind: 'cancelled' } as never)).toMatchObject({ ok: true })
    await journal.stop()
    const again = await openJournal({ folder: at('journal') })
    expect(again).toMatchObject({ ok: true, value: { quarantined: null } })
    if (again.ok) {
      expect(again.value.journal.rows()).toBe(3)
      await again.value.journal.stop()
    }
    const copies = (await readdir(at('journal'))).filter((name) => name.startsWith('before-version-7-'))
    // Each of them has an older format.
    expect(copies).toHaveLength(1)
  })
})

describe.each(['0.0.1', '0.0.3', '0.0.4', '0.1.0', '0.1.1'])('the secrets of %s', (version) => {
  it('can be decrypted', async () => {
    await take(version)
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault, vaultMigrations)
    const vault = await createVault(keyring, file)
    const saved = {
      id: 'p1',
      platformId: platform,
      name: 'North',
      baseUrl: platform,
      userCentreUrl: 'https://users.example/token',
      orderAppKey: 'app',
      memberAppKey: 'app',
      userName: 'li.wei',
      colour: 2,
      verified: true,
    }
    // Locked at the first start: a secret that cannot be decrypted yet gets its current name, too.
    await vault.nameSignIns(formerSignInReader([saved]))
    if (version !== '0.0.1') {
      expect(await vault.unlock('correct horse')).toBe(true)
      expect(await vault.read('order secret | p1')).toBe('kept-by-the-keyring')
    }
    const name = refreshTokenName(signInIdentity(saved))
    expect(await vault.read(name)).toBe('a-kept-refresh-token')
    // Once decrypted, it is encrypted under its current name, and the next start reads it so.
    expect(file.read().secrets[name]?.sealedAs).toBeUndefined()
    expect(file.read().hasFormerSignIns).toBe(false)
    const next = await createVault(
      keyring,
      (await openJsonFile(at('vault.json'), vaultSchema, emptyVault, vaultMigrations)).file,
    )
    if (version !== '0.0.1') await next.unlock('correct horse')
    expect(await next.read(name)).toBe('a-kept-refresh-token')
  })
})

describe('the journal of 0.1.4', () => {
  it('opens with all states, and accepts a job that reverses one of its jobs', async () => {
    await take('0.1.4')
    const opened = await openJournal({ folder: at('journal') })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    expect(quarantined).toBeNull()
    const changes = journal.slice(0, 10)
    expect(changes.map(({ row, state }) => [row.key, row.statesBefore, state])).toEqual([
      ['LD8000000017', ['enabled'], 'done'],
      ['LD8000000018', ['enabled'], 'unknown'],
      ['LD8000000019', ['enabled'], 'failed'],
    ])
    const [first] = changes
    if (first === undefined) throw new Error('no change')
    const { job, row } = first
    const intent = {
      ...job.intent,
      operation: 'order.unlockAssets' as const,
      reverses: job.jobId,
      rows: [row],
    }
    const recorded = await journal.recordIntent(intent)
    await journal.stop()
    const again = await openJournal({ folder: at('journal') })
    if (!again.ok || !recorded.ok) throw new Error('not opened')
    expect(again.value.journal.job(recorded.value.jobId)?.intent.reverses).toBe(job.jobId)
    await again.value.journal.stop()
    const copies = (await readdir(at('journal'))).filter((name) => name.startsWith('before-version-7-'))
    expect(copies).toHaveLength(1)
  })
})

describe('the journal of 0.1.10', () => {
  it('opens with all states, and accepts a signature', async () => {
    await take('0.1.10')
    const opened = await openJournal({ folder: at('journal') })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    expect(quarantined).toBeNull()
    expect(journal.slice(0, 10).map(({ state }) => state)).toEqual(['done', 'unknown', 'failed', 'done'])
    const [first, second] = journal.jobs()
    expect(second?.intent.reverses).toBe(first?.jobId)
    const signature = {
      id: 'S',
      sha256: 'a'.repeat(64),
      line: 'operator',
      jobs: [first?.jobId ?? ''],
      loan: null,
    }
    expect((await journal.recordSignature(signature)).ok).toBe(true)
    await journal.stop()
    const again = await openJournal({ folder: at('journal') })
    if (!again.ok) throw new Error('not opened')
    expect(again.value.journal.signatures()).toMatchObject([{ ...signature, deleted: null }])
    await again.value.journal.stop()
    const copies = (await readdir(at('journal'))).filter((name) => name.startsWith('before-version-7-'))
    expect(copies).toHaveLength(1)
  })
})

describe('the journal of 0.1.24', () => {
  it('opens with its signature, and accepts the end of a look-only mark', async () => {
    await take('0.1.24')
    const opened = await openJournal({ folder: at('journal') })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal, quarantined } = opened.value
    expect(quarantined).toBeNull()
    expect(journal.slice(0, 10).map(({ state }) => state)).toEqual(['done', 'unknown', 'failed', 'done'])
    expect(journal.signatures()).toHaveLength(1)
    expect((await journal.recordLookOnly(platform, false)).ok).toBe(true)
    await journal.stop()
    const again = await openJournal({ folder: at('journal') })
    if (!again.ok) throw new Error('not opened')
    expect(again.value.journal.rows()).toBe(4)
    await again.value.journal.stop()
    const copies = (await readdir(at('journal'))).filter((name) => name.startsWith('before-version-7-'))
    expect(copies).toHaveLength(1)
  })
})

describe('the platform and the secrets of 0.1.3', () => {
  it('open as they are, under the ID of a platform whose address was edited', async () => {
    await take('0.1.3')
    const before = await readFile(at('environments.json'), 'utf8')
    const files = await openStores(folder.path, createNotices(), openTestStore)
    const [saved] = files.environments.read().environments
    if (saved === undefined) throw new Error('no platform')
    expect(saved).toMatchObject({ platformId: platform, baseUrl: `${platform}/v2` })
    expect(await readFile(at('environments.json'), 'utf8')).toBe(before)
    const vault = await createVault(keyring, files.vault)
    expect((await savedCredentials(vault, saved)).applications.order?.secret).toBe('kept-by-the-keyring')
    expect(await vault.read(refreshTokenName(signInIdentity(saved)))).toBe('a-kept-refresh-token')
    const onError = (error: unknown) => expect(error).toBeUndefined()
    const secrets = await openJobSecrets({ folder: at('unsent'), vault, onError })
    expect(await secrets.read(jobOfPasswords)).toEqual(new Map([[1, 'a-kept-password']]))
  })
})

describe('a damaged vault of version 1', () => {
  const sealed = { backend: 'test_keyring', key: '', iv: '', tag: '', text: '' }

  it.each([
    ['has no secrets field', {}],
    ['has no lost secrets field', { secrets: {} }],
    ['has a list of secrets', { secrets: [sealed], undecryptable: [] }],
    ['has a text for a secret', { secrets: { 'unsent | J1': 'torn' }, undecryptable: [] }],
    ['has a lost one without a name', { secrets: {}, undecryptable: [{ sealed }] }],
    ['has a text for a lost one', { secrets: {}, undecryptable: ['torn'] }],
  ])('is quarantined and not read as empty: it %s', async (_what, content) => {
    const text = JSON.stringify({ version: 1, ...content })
    await writeFile(at('vault.json'), text)
    const opened = await openJsonFile(at('vault.json'), vaultSchema, emptyVault, vaultMigrations)
    expect(opened.file.read()).toEqual(emptyVault)
    expect(await readFile(at(opened.quarantinedAs ?? ''), 'utf8')).toBe(text)
  })
})

describe.each([...versions, '0.1.2', '0.1.5', '0.1.7', '0.1.9', '0.1.24'])(
  'the preferences of %s',
  (version) => {
    it('are migrated once, with a copy of the earlier file', async () => {
      await take(version)
      const before = await readFile(at('settings.json'), 'utf8')
      const { version: number = 0, ...fields } = JSON.parse(before) as { version?: number }
      const open = () => openPreferences(at('settings.json'), openTestStore)
      expect(await open()).toMatchObject({ quarantinedAs: null, readOnlyReason: null })
      const selected: unknown = JSON.parse(await readFile(at('settings.json'), 'utf8'))
      expect(selected).toMatchObject({ ...fields, version: settingsVersion })
      const copies = async () =>
        (await readdir(folder.path)).filter((name) => name.startsWith('settings.json.'))
      const [copy = '', ...others] = await copies()
      expect([copy.startsWith(`settings.json.version-${number}-`), others]).toEqual([true, []])
      expect(await readFile(at(copy), 'utf8')).toBe(before)
      const { preferences } = await open()
      expect([preferences.read(), await copies()]).toEqual([selected, [copy]])
    })
  },
)

describe.each(['0.1.0', '0.1.1', '0.1.2'])('the update settings of %s', (version) => {
  it('become a preference once', async () => {
    await take(version)
    const before = await readFile(at('updates.json'), 'utf8')
    const { choices } = JSON.parse(before) as { choices: unknown }
    const open = async () => (await openStores(folder.path, createNotices(), openTestStore)).preferences
    const preferences = await open()
    expect(preferences.read()['updates']).toEqual(choices)
    const left = (await readdir(folder.path)).filter((name) => name.startsWith('updates.json'))
    expect(left).toEqual([expect.stringMatching(/^updates\.json\.version-1-/)])
    expect(await readFile(at(left[0] ?? ''), 'utf8')).toBe(before)
    await preferences.write({ updates: { mode: 'off', server: null } })
    // A restored file does not override later choices.
    await writeFile(at('updates.json'), before)
    expect((await open()).read()['updates']).toEqual({ mode: 'off', server: null })
  })
})

describe('the notifications of 0.1.8', () => {
  it('are of the day they were shown on', async () => {
    await take('0.1.8')
    const { reminders } = await openStores(folder.path, createNotices(), openTestStore)
    expect(remindedOn(reminders.read(), '2026-11-24', 'training').size).toBe(1)
    expect(remindedOn(reminders.read(), '2026-11-25', 'training').size).toBe(0)
  })
})

describe('the data of 0.1.32', () => {
  it('include a change that another operator has released', async () => {
    await take('0.1.32')
    const { queue } = await openStores(folder.path, createNotices(), openTestStore)
    expect(queue.read()).toMatchObject({
      version: 4,
      items: [{ id: 'Q1', operatorIdentity: 'Li Na', queuedBy: 'Wang Fang', released: true }],
    })
  })
})

describe('the work of 0.1.33 that was not finished', () => {
  it('includes numbers for labels and the choices of a loan', async () => {
    await take('0.1.33')
    const { unfinished } = await openStores(folder.path, createNotices(), openTestStore)
    expect(unfinished.read().platforms[platform]).toMatchObject({
      labels: ['8000000017', '80000'],
      loan: { employee: { memberGlobalId: 'M1' }, lock: 'LD8000000022', isDateAsked: true },
    })
  })
})

describe('the results of 0.1.34', () => {
  it('include one that was saved', async () => {
    await take('0.1.34')
    const { savedResults } = await openStores(folder.path, createNotices(), openTestStore)
    expect(savedResults.read().results).toMatchObject([{ id: '2f6c1d0a-5b1e-4c8e-9c55-0d8b1f2a7e43' }])
  })
})

describe('the lists of 0.1.35', () => {
  it('include one for each action', async () => {
    await take('0.1.35')
    const { lists } = await openStores(folder.path, createNotices(), openTestStore)
    expect(createKeptLists(lists, platform).read()).toEqual([
      { action: 'disable', numbers: ['8000000017'] },
      { action: 'enable', numbers: ['8000000018', '#N/A'] },
    ])
  })
})

describe('the data of 0.1.20', () => {
  it('include a time zone, an expired change and an unknown end of a license', async () => {
    await take('0.1.20')
    const stores = await openStores(folder.path, createNotices(), openTestStore)
    expect(stores.environments.read()).toMatchObject({
      version: 4,
      environments: [{ id: 'p1', timeZone: 'Asia/Shanghai' }],
    })
    expect(stores.environments.read().environments[0]).not.toHaveProperty('lookOnly')
    expect(stores.queue.read().items).toMatchObject([{ id: 'Q1', held: { because: 'expired' } }])
    expect(remindedOn(stores.reminders.read(), '2026-11-24', 'training').size).toBe(1)
    expect(stores.confirmedTime.read().confirmedAt).toBe(1_795_000_000_000)
    const list = { action: 'disable', numbers: ['8000000017'] }
    expect(stores.lists.read().platforms[platform]).toEqual({ ...list, others: [] })
    const records = await readPersistedAssets(persistedAssetsFolder(folder.path, platform), {
      environment: platform,
      enterpriseGlobalId: 'E1',
    })
    expect(records?.records[0]?.limitEnd).toEqual({ unknown: '20270331' })
  })
})

describe('the loans of 0.1.22', () => {
  it('include a lock that is back', async () => {
    await take('0.1.22')
    const { loans } = await openStores(folder.path, createNotices(), openTestStore)
    expect(loans.read().platforms[platform]).toMatchObject([
      { returned: { at: 1_795_000_000_000, operatorIdentity: 'Li Wei' }, closed: null },
    ])
  })
})

describe.each(['0.0.4', '0.1.0', '0.1.1'])('the other data of %s', (version) => {
  it('includes known records and lock profiles', async () => {
    await take(version)
    const records = await readPersistedAssets(persistedAssetsFolder(folder.path, platform), {
      environment: platform,
      enterpriseGlobalId: 'E1',
    })
    expect(records).toMatchObject({
      readAt: 5,
      records: [{ assetNum: 'LD8000000017', assetId: '9007199254740993', holder: { name: 'Chen Yu' } }],
    })
    const cached = await openProfileRepository(at('lock-profiles'))
    expect(cached.broken).toEqual([])
    expect(cached.profiles[0]).toMatchObject({ id: 'mine', match: { vendorId: 0x1209, productId: 9 } })
  })
})

describe('the lock profiles of 0.1.31', () => {
  it('are read as they are: version 2 does not say what was simulated', async () => {
    await take('0.1.31')
    const { profiles, broken } = await openProfileRepository(at('lock-profiles'))
    expect(broken).toEqual([])
    expect(profiles[0]).toMatchObject({ version: 2, id: 'learned-1bc0-8123', learned: { at: '2026-11-28' } })
  })
})

describe.each(['0.0.3', '0.0.4', '0.1.0', '0.1.1'])('the platforms of %s', (version) => {
  it('keep their data under the former spelling of the address, which is normalized', async () => {
    await take(version)
    const former = `${platform.toUpperCase().replace('HTTPS', 'https')}/`
    for (const name of await readdir(folder.path)) {
      if (!name.endsWith('.json')) continue
      const text = await readFile(at(name), 'utf8')
      await writeFile(at(name), text.replaceAll(`"${platform}"`, `"${former}"`))
    }
    const stores = await openStores(folder.path, createNotices(), openTestStore)
    const [saved, ...others] = stores.environments.read().environments
    expect([saved, others]).toMatchObject([{ id: 'p1', baseUrl: platform, platformId: former }, []])
    if (version.startsWith('0.0.3')) return
    expect(knownPlatformIds(stores)).toEqual([former])
    expect(stores.queue.read().items).toMatchObject([{ environment: former }])
  })
})

describe('passwords of unsent rows of 0.1.1', () => {
  const openBoth = async (later: string[] = []) => {
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault, vaultMigrations)
    const vault = await createVault(keyring, file)
    await vault.unlock('correct horse')
    return openJobSecrets({
      folder: at('unsent'),
      vault,
      onError: (error) => {
        throw error
      },
      onLaterVersion: (name, version) => later.push(`${name} ${version}`),
    })
  }
  const sealed = () => at(`unsent/${jobOfPasswords}.sealed`)

  it('can be decrypted', async () => {
    await take('0.1.1')
    const secrets = await openBoth()
    expect(await secrets.read(jobOfPasswords)).toEqual(new Map([[1, 'a-kept-password']]))
  })

  it('of a later version are locked, not lost, and kept byte for byte', async () => {
    await take('0.1.1')
    const later = await readFile(sealed())
    later.write('LDU2', 0, 'latin1')
    await writeFile(sealed(), later)
    const notified: string[] = []
    const secrets = await openBoth(notified)
    expect([secrets.has(jobOfPasswords), await secrets.read(jobOfPasswords)]).toEqual([true, 'locked'])
    await secrets.erase(jobOfPasswords, [0, 1])
    await secrets.drop(jobOfPasswords)
    expect(await readFile(sealed())).toEqual(later)
    expect(notified).toEqual([`${jobOfPasswords}.sealed 2`])
  })
})

describe('the saved views of 0.1.12 and 0.1.15', () => {
  const open = async () => {
    const notices = createNotices()
    const { savedViews } = await openStores(folder.path, notices, openTestStore)
    expect(notices.list()).toEqual([])
    return savedViews
  }
  const namesOf = async () =>
    (await readdir(folder.path)).filter((name) => name.startsWith('saved-views.json'))

  it('are read as they are, and those of version 1 are copied before they are changed', async () => {
    await take('0.1.12')
    const before = await readFile(at('saved-views.json'), 'utf8')
    const { platforms } = JSON.parse(before) as { platforms: object }
    const file = await open()
    expect(file.read()).toEqual({ version: 2, platforms })
    expect(await namesOf()).toEqual(['saved-views.json'])
    await file.update((content) => content)
    expect((await open()).read()).toEqual({ version: 2, platforms })
    const copy = (await namesOf()).find((name) => name.startsWith('saved-views.json.version-1-'))
    expect(await readFile(at(copy ?? ''), 'utf8')).toBe(before)
  })

  it('are current in version 2', async () => {
    await take('0.1.15')
    const before: unknown = JSON.parse(await readFile(at('saved-views.json'), 'utf8'))
    const file = await open()
    expect(file.read()).toEqual(before)
    await file.update((content) => content)
    expect((await namesOf()).filter((name) => name.includes('.version-'))).toEqual([])
  })
})

describe('the used orders of 0.1.16', () => {
  it('stay used, and are chained from now on', async () => {
    await take('0.1.16')
    const before = await readFile(at('used-orders.log'))
    const open = () => createUsedOrders({ path: at('used-orders.log'), hasHistory: () => true, now: () => 0 })
    for (const list of [open(), open()]) {
      const first = await list.find('0b7a2f6e-3c7d-4e55-9d0a-6a1f5d0c9e21')
      expect(first).toMatchObject({
        value: { since: 0, order: { operator: 'Li Wei', jobId: '5b1c0000-0000-4000-8000-000000000001' } },
      })
      expect(await list.find('4e1f5a3c-9a52-4b8e-8f37-1d2c7a60b942')).toMatchObject({
        value: { order: { operator: 'Chen Yu', jobId: null } },
      })
      await list.stop()
    }
    const [copy = '', ...others] = (await readdir(folder.path)).filter((name) => name !== 'used-orders.log')
    expect([await readFile(at(copy)), others]).toEqual([before, []])
    expect(await readFile(at('used-orders.log'), 'utf8')).toContain(`"version":${usedOrdersVersion}`)
  })
})

describe.each([
  { of: '0.1.13', version: 1, counted: ['8000000017', '8000000099'] },
  { of: '0.1.23', version: 2, counted: ['8000000017'] },
  { of: '0.1.31', version: 3, counted: ['8000000017'] },
])('the stocktakes of $of', ({ of, version, counted }) => {
  it('are read as they are, and the one that is counted is copied before it is changed', async () => {
    await take(of)
    const stocktakes = createStocktakeFolder({
      folder: at('stocktakes'),
      onProblem: (problem) => {
        throw new Error(JSON.stringify(problem))
      },
      now: () => 0,
      openFile: undefined,
    })
    const readAll = async () => {
      const files: StocktakeFile[] = []
      await stocktakes.readAll('training', (file) => files.push(file))
      return files
    }
    const names = await readdir(at('stocktakes'))
    const [, counting = ''] = names
    const before = await readFile(at(`stocktakes/${counting}`))
    const [ended, open] = await readAll()
    expect(ended?.content.end?.rows.map(({ result }) => result)).toEqual(['present', 'missing'])
    expect([...(open?.content.counts.keys() ?? [])]).toEqual(counted)
    expect(await readdir(at('stocktakes'))).toEqual(names)
    await open?.append({ kind: 'undo', at: 1, operator: 'Wang Fang', numbers: ['8000000099'] })
    await open?.append({ kind: 'count', at: 2, by: 'input', operator: 'Wang Fang', numbers: ['8000000018'] })
    await open?.append({ kind: 'double', at: 3, numbers: ['8000000018'] })
    await open?.close()
    expect(await readFile(at(`stocktakes/${counting}.version-${version}-1970-01-01T000000.000Z`))).toEqual(
      before,
    )
    const [, again] = await readAll()
    expect(again?.content.header).toEqual({ ...open?.content.header, version: stocktakeVersion })
    expect([...(again?.content.counts.keys() ?? [])]).toEqual(['8000000017', '8000000018'])
    expect([...(again?.content.doubles ?? [])]).toEqual(['8000000018'])
    expect(await readdir(at('stocktakes'))).toHaveLength(3)
  })
})

describe.each(keptFiles)('$name', ({ name, version, open }) => {
  it('of a later version is kept byte for byte', async () => {
    const later = JSON.stringify({ version: version + 1, entirely: { other: 'things' } })
    await writeFile(at(name), later)
    const { file, readOnlyReason } = await open(at(name))
    expect(readOnlyReason).toMatchObject({ because: 'newer', version: version + 1 })
    await expect(file.update((content) => content)).rejects.toThrow(`${name} must not be written`)
    expect(await readFile(at(name), 'utf8')).toBe(later)
    expect(await readdir(folder.path)).toEqual([name])
  })

  it('truncated anywhere is quarantined unchanged', async () => {
    const from =
      [
        '0.1.1',
        '0.1.6',
        '0.1.8',
        '0.1.11',
        '0.1.12',
        '0.1.14',
        '0.1.20',
        '0.1.21',
        '0.1.30',
        '0.1.33',
        '0.1.34',
      ].find((folderOf) => existsSync(join(corpus, folderOf, name))) ?? ''
    const whole = await readFile(join(corpus, from, name), 'utf8')
    for (const length of [0, 1, Math.floor(whole.length / 2), whole.trimEnd().length - 1]) {
      const cut = whole.slice(0, length)
      await writeFile(at(name), cut)
      const { quarantinedAs } = await open(at(name))
      expect(await readFile(at(quarantinedAs ?? 'nothing'), 'utf8')).toBe(cut)
    }
  })
})

describe('settings of a later version', () => {
  it('provide their language, and changes last until the end without touching the file', async () => {
    const later = JSON.stringify({ version: 9, language: 'zh', theme: 'from tomorrow', fontSize: 3 })
    await writeFile(at('settings.json'), later)
    const { preferences, readOnlyReason } = await openPreferences(at('settings.json'), openTestStore)
    expect(readOnlyReason).toMatchObject({ because: 'newer', version: 9 })
    const settings = createSettings(preferences, '')
    expect(settings.read()).toMatchObject({ language: 'zh', theme: 'system' })
    await settings.change({ theme: 'dark' })
    expect(settings.read().theme).toBe('dark')
    expect(await readFile(at('settings.json'), 'utf8')).toBe(later)
    expect(await readdir(folder.path)).toEqual(['settings.json'])
  })
})

describe('a vault of a later version', () => {
  it('is not changed: secrets stay in memory, whatever keychain is available', async () => {
    const later = JSON.stringify({ version: emptyVault.version + 1, secrets: 'elsewhere' })
    await writeFile(at('vault.json'), later)
    const { file } = await openJsonFile(at('vault.json'), vaultSchema, emptyVault, vaultMigrations)
    const vault = await createVault(keyring, file)
    await vault.write('a', 'secret')
    expect([vault.status().state, await vault.read('a'), await vault.erase('a')]).toEqual([
      'memory',
      'secret',
      1,
    ])
    await expect(vault.setPassphrase('correct horse')).rejects.toThrow('vault.json must not be written')
    expect(await readFile(at('vault.json'), 'utf8')).toBe(later)
  })
})

describe('the signed work orders of 0.1.21', () => {
  it('have their file and their result', async () => {
    await take('0.1.21')
    const { signedOrders } = await openStores(folder.path, createNotices(), openTestStore)
    expect(signedOrders.read().platforms[platform]).toMatchObject([
      {
        action: 'disable',
        rows: 3,
        saved: { name: 'work-order-5B6FF3C2.lockorder' },
        result: { made: 1795812800000 },
      },
    ])
  })
})
