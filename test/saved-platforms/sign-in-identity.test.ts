import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { launchedPlatform } from '#shared/model/app/saved-platform'
import { createPlatformChooser } from '../../src-main/saved-platforms/choose-platform'
import { createSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms'
import { noSavedPlatforms } from '../../src-main/saved-platforms/saved-platforms-file'
import type {
  SavedPlatformsContent,
  SavedPlatform,
} from '../../src-main/saved-platforms/saved-platforms-file'
import { formerSignInReader } from '../../src-main/saved-platforms/former-sign-ins'
import { seal } from '../../src-main/vault/envelope'
import { refreshTokenName } from '../../src-main/vault/refresh-token'
import { secretNameOf, vaultMigrations } from '../../src-main/vault/secret-name'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault, vaultSchema } from '../../src-main/vault/vault-content'
import type { VaultContent } from '../../src-main/vault/vault-content'

const memoryFile = <Value>(initial: Value) => {
  let current = initial
  return {
    read: () => current,
    update: (change: (content: Value) => Value) => Promise.resolve(void (current = change(current))),
  }
}

let isOpen = true
const keyring = {
  available: () => Promise.resolve(isOpen),
  backend: () => 'test_keyring',
  encrypt: (text: string) => Promise.resolve(Buffer.from(text).reverse()),
  decrypt: (bytes: Buffer) => Promise.resolve(Buffer.from(bytes).reverse().toString()),
}

const saved = (part: Partial<SavedPlatform> = {}): SavedPlatform => ({
  id: 'north',
  platformId: 'https://platform.example',
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://users.example/oauth/token',
  orderAppKey: 'app',
  memberAppKey: 'app',
  userName: 'li.wei',
  colour: 0,
  verified: true,
  ...part,
})

let file: ReturnType<typeof memoryFile<SavedPlatformsContent>>
let vault: Awaited<ReturnType<typeof createVault>>
beforeEach(async () => {
  isOpen = true
  file = memoryFile<SavedPlatformsContent>(noSavedPlatforms)
  vault = await createVault(keyring, memoryFile<VaultContent>(emptyVault))
})
const save = (...environments: SavedPlatform[]) => file.update((content) => ({ ...content, environments }))

/** The token store of the session on this platform. */
const keeperOf = async (id: string, launched: { key?: string; userCentreUrl?: string } = {}) => {
  const platform = {
    baseUrl: 'https://platform.example',
    userCentreUrl: launched.userCentreUrl ?? 'https://users.example/oauth/token',
  }
  const application = { key: launched.key ?? 'app', secret: 's' }
  const user = { name: 'li.wei', password: null }
  const credentials = { applications: { order: application, member: application }, user }
  const savedPlatforms = createSavedPlatforms({
    file,
    vault,
    isOpen: () => id,
    launched: platform,
    known: () => [],
    isLookOnlyByPolicy: () => false,
  })
  const choose = createPlatformChooser({
    savedPlatforms,
    vault,
    launched: { platform, credentials },
    training: null,
  })
  return (await choose(id)).keeper
}

describe('a kept sign-in', () => {
  it('is not given to another user center that the command line names for the same platform', async () => {
    await save(saved())
    await (await keeperOf('north')).save('token-1')
    const evil = await keeperOf(launchedPlatform, { userCentreUrl: 'https://evil.example/oauth/token' })
    expect(await evil.load()).toBeNull()
    await evil.save('token-of-evil')
    expect(await (await keeperOf('north')).load()).toBe('token-1')
  })

  it('serves the same platform, user center and application, however they are configured', async () => {
    await save(saved())
    await (await keeperOf('north')).save('token-1')
    expect(await (await keeperOf(launchedPlatform)).load()).toBe('token-1')
    const realm = { userCentreUrl: 'https://users.example/oauth/token?realm=north' }
    expect(await (await keeperOf(launchedPlatform, realm)).load()).toBe('token-1')
    expect(await (await keeperOf(launchedPlatform, { key: 'other' })).load()).toBeNull()
  })
})

describe('a sign-in kept by version 1 of the vault', () => {
  const unbound = 'refresh token | https://platform.example | app | li.wei'
  const bound = 'refresh token | https://platform.example | https://users.example | app | li.wei'

  /** Opens today's vault from a version 1 file with these secrets. */
  const openFormer = async (secrets: Readonly<Record<string, string>>) => {
    const kept: VaultContent['secrets'] = {}
    for (const [name, secret] of Object.entries(secrets)) kept[name] = await seal(keyring, name, secret)
    const former = { version: 1, secrets: kept, undecryptable: [], passphrase: null }
    const migrated = vaultSchema.parse(vaultMigrations[1]?.(former))
    vaultFile = memoryFile(migrated)
    vault = await createVault(keyring, vaultFile)
    await vault.nameSignIns(formerSignInReader(file.read().environments))
  }
  let vaultFile: ReturnType<typeof memoryFile<VaultContent>>

  it.each([unbound, bound])('stays with the saved platform: %s', async (name) => {
    await save(saved())
    await openFormer({ [name]: 'token-1' })
    expect(await (await keeperOf('north')).load()).toBe('token-1')
    expect(Object.keys(vaultFile.read().secrets)).toEqual([
      '["refresh token","https://platform.example","https://users.example","app","li.wei"]',
    ])
  })

  it('is not migrated where two platforms match', async () => {
    await save(saved(), saved({ id: 'south', userCentreUrl: 'https://other.example/token' }))
    await openFormer({ [unbound]: 'token-1' })
    expect(await (await keeperOf('north')).load()).toBeNull()
    expect(await (await keeperOf('south')).load()).toBeNull()
    expect(vaultFile.read().secrets).toEqual({})
  })

  it.each([
    { memberAppKey: 'https://users.example | app' },
    { memberAppKey: 'https://users.example', userName: 'app | li.wei' },
  ])('is not migrated to a fabricated key or name: %j', async (part) => {
    await save(saved({ id: 'evil', userCentreUrl: 'https://evil.example/token', ...part }), saved())
    await openFormer({ [bound]: 'token-1' })
    expect(await (await keeperOf('evil')).load()).toBeNull()
  })

  it('is not migrated later when a platform is added', async () => {
    await openFormer({ [bound]: 'token-1', [unbound]: 'token-2' })
    await save(saved({ id: 'evil', userCentreUrl: 'https://evil.example/token' }))
    await vault.nameSignIns(formerSignInReader(file.read().environments))
    expect(await (await keeperOf('evil')).load()).toBeNull()
    expect(await (await keeperOf(launchedPlatform)).load()).toBe('token-1')
  })

  it('is migrated once the keychain opens', async () => {
    await save(saved())
    isOpen = false
    await openFormer({ [bound]: 'token-1' })
    expect(await (await keeperOf('north')).load()).toBeNull()
    isOpen = true
    await vault.check()
    expect(await (await keeperOf('north')).load()).toBe('token-1')
  })
})

describe('names of secrets', () => {
  const places = fc.record(
    {
      platform: fc.constantFrom('https://a.example', 'https://a.example | https://b.example'),
      userCentre: fc.constantFrom('https://b.example', 'https://c.example'),
      memberAppKey: fc.string({ unit: fc.constantFrom(' ', '|', '"', ',', '\\', 'a', '[') }),
      userName: fc.string({ unit: fc.constantFrom(' ', '|', '"', ',', '\\', 'a', ']') }),
    },
    { noNullPrototype: true },
  )

  it('are equal only for the same platform', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        expect(refreshTokenName(one) === refreshTokenName(other)).toBe(isDeepStrictEqual(one, other))
      }),
    )
  })

  it('do not decrypt a secret that was encrypted under another name', async () => {
    const [mine, others] = [secretNameOf('a', 'mine'), secretNameOf('a', 'others')]
    const sealed = await seal(keyring, others, 'theirs')
    const secrets = { [mine]: { ...sealed, sealedAs: others } }
    const opened = await createVault(keyring, memoryFile<VaultContent>({ ...emptyVault, secrets }))
    expect(await opened.read(mine)).toBeNull()
  })
})
