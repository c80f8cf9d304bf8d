import { beforeEach, describe, expect, it } from 'vitest'
import { launchedEnvironment } from '#shared/model/environment'
import { bindSignIns } from '../../src-main/environments/bind-sign-ins'
import { createChooser } from '../../src-main/environments/choose-environment'
import { createEnvironments } from '../../src-main/environments/environments'
import { noEnvironments } from '../../src-main/environments/environments-file'
import type { EnvironmentsContent, SavedEnvironment } from '../../src-main/environments/environments-file'
import { unboundName } from '../../src-main/vault/refresh-token'
import { createVault, emptyVault } from '../../src-main/vault/vault'
import type { VaultContent } from '../../src-main/vault/vault'

const memoryFile = <Value>(initial: Value) => {
  let current = initial
  return {
    read: () => current,
    update: (change: (content: Value) => Value) => Promise.resolve(void (current = change(current))),
  }
}

const keyring = {
  available: () => Promise.resolve(true),
  backend: () => 'test_keyring',
  encrypt: (text: string) => Promise.resolve(Buffer.from(text).reverse()),
  decrypt: (bytes: Buffer) => Promise.resolve(Buffer.from(bytes).reverse().toString()),
}

const saved = (part: Partial<SavedEnvironment> = {}): SavedEnvironment => ({
  id: 'north',
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

let file: ReturnType<typeof memoryFile<EnvironmentsContent>>
let vault: Awaited<ReturnType<typeof createVault>>
beforeEach(async () => {
  file = memoryFile<EnvironmentsContent>(noEnvironments)
  vault = await createVault(keyring, memoryFile<VaultContent>(emptyVault))
})
const save = (...environments: SavedEnvironment[]) => file.update((content) => ({ ...content, environments }))

/** Where the desk on this platform keeps its sign-in. */
const keeperOf = async (id: string, launched: { key?: string; userCentreUrl?: string } = {}) => {
  const platform = {
    baseUrl: 'https://platform.example',
    userCentreUrl: launched.userCentreUrl ?? 'https://users.example/oauth/token',
  }
  const application = { key: launched.key ?? 'app', secret: 's' }
  const user = { name: 'li.wei', password: null }
  const credentials = { applications: { order: application, member: application }, user }
  const environments = createEnvironments({ file, vault, isOpen: () => id, launched: platform })
  const choose = createChooser({ environments, vault, launched: { platform, credentials } })
  return (await choose(id)).keeper
}

describe('a kept sign-in', () => {
  it('is not given to another user centre that the command line names for the same platform', async () => {
    await save(saved())
    await (await keeperOf('north')).save('token-1')
    const evil = await keeperOf(launchedEnvironment, { userCentreUrl: 'https://evil.example/oauth/token' })
    expect(await evil.load()).toBeNull()
    await evil.save('token-of-evil')
    expect(await (await keeperOf('north')).load()).toBe('token-1')
  })

  it('serves the same platform, user centre and application, by whatever way they are named', async () => {
    await save(saved())
    await (await keeperOf('north')).save('token-1')
    expect(await (await keeperOf(launchedEnvironment)).load()).toBe('token-1')
    const realm = { userCentreUrl: 'https://users.example/oauth/token?realm=north' }
    expect(await (await keeperOf(launchedEnvironment, realm)).load()).toBe('token-1')
    expect(await (await keeperOf(launchedEnvironment, { key: 'other' })).load()).toBeNull()
  })
})

describe('a sign-in that was kept before it was bound to its user centre', () => {
  const unbound = unboundName({
    platform: 'https://platform.example',
    userCentre: '',
    memberAppKey: 'app',
    userName: 'li.wei',
  })

  it('becomes its saved platform’s', async () => {
    await save(saved())
    await vault.keep(unbound, 'token-1')
    await bindSignIns(vault, file.read().environments)
    expect(await (await keeperOf('north')).load()).toBe('token-1')
    expect(vault.has(unbound)).toBe(false)
  })

  it('is nobody’s where two lay claim to it', async () => {
    await save(saved(), saved({ id: 'south', userCentreUrl: 'https://other.example/token' }))
    await vault.keep(unbound, 'token-1')
    await bindSignIns(vault, file.read().environments)
    expect([await (await keeperOf('north')).load(), await (await keeperOf('south')).load()]).toEqual([
      null,
      null,
    ])
    expect(vault.has(unbound)).toBe(false)
  })

  it('is never read for a platform of the command line', async () => {
    await vault.keep(unbound, 'token-1')
    await bindSignIns(vault, [])
    expect(await (await keeperOf(launchedEnvironment)).load()).toBeNull()
  })
})
