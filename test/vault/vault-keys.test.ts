import { describe, expect, it } from 'vitest'
import { passphraseBackend } from '../../src-main/vault/passphrase'
import type { SecretStore } from '../../src-main/vault/secret-store'
import { emptyVault } from '../../src-main/vault/vault-content'
import type { VaultContent } from '../../src-main/vault/vault-content'
import { createVaultKeys } from '../../src-main/vault/vault-keys'

const storeOf = (backend: string, isAvailable = () => true): SecretStore => ({
  available: () => Promise.resolve(isAvailable()),
  backend: () => backend,
  encrypt: (text) => Promise.resolve(Buffer.from(text)),
  decrypt: (encrypted) => Promise.resolve(encrypted.toString()),
})
const fileOf = (passphrase: VaultContent['passphrase'] = null, isReadOnly = false) => ({
  read: () => ({ ...emptyVault, passphrase }),
  isReadOnly,
})
const facts = { kdf: 'scrypt', salt: '', N: 16_384, r: 8, p: 1, check: '' } as const
const keychain = storeOf('test_keyring')
const passphrase = storeOf(passphraseBackend)

describe('the keys of the vault', () => {
  it('are those of the keychain while it is available', async () => {
    let isAvailable = false
    const store = storeOf('test_keyring', () => isAvailable)
    const keys = await createVaultKeys(store, fileOf())
    expect([keys.sealer(), keys.openerOf({ backend: 'test_keyring' })]).toEqual([null, null])
    expect(keys.state(false, 0)).toBe('keyring-locked')
    isAvailable = true
    expect(keys.sealer()).toBeNull()
    await keys.checkKeyring()
    expect([keys.sealer(), keys.openerOf({ backend: 'test_keyring' })]).toEqual([store, store])
    expect(keys.state(false, 0)).toBe('keyring')
    expect(keys.state(false, 1)).toBe('keyring-changed')
  })

  it('seal with the passphrase only, where there is one, and open what the keychain had sealed', async () => {
    const keys = await createVaultKeys(keychain, fileOf(facts))
    expect(keys.sealer()).toBeNull()
    expect(keys.state(true, 0)).toBe('passphrase-locked')
    keys.usePassphrase(passphrase)
    expect(keys.sealer()).toBe(passphrase)
    expect(keys.openerOf({ backend: passphraseBackend })).toBe(passphrase)
    expect(keys.openerOf({ backend: 'test_keyring' })).toBe(keychain)
    expect(keys.state(true, 0)).toBe('passphrase')
  })

  it('seal nothing for a file that must not be written', async () => {
    const keys = await createVaultKeys(keychain, fileOf(null, true))
    expect(keys.sealer()).toBeNull()
    expect(keys.state(false, 0)).toBe('memory')
  })
})
