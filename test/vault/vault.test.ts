import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createVault } from '../../src-main/vault/vault'
import { emptyVault } from '../../src-main/vault/vault-content'
import type { SecretStore } from '../../src-main/vault/secret-store'
import type { VaultContent } from '../../src-main/vault/vault-content'
import { cheapPassphrase } from '../support/cheap-passphrase'

/** A keychain whose ciphertext is not authenticated, like that of Chromium's `basic_text`. */
const keyring = (pad = randomBytes(256), available = true, name = 'test_keyring'): SecretStore => {
  const xor = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => byte ^ pad[index % pad.length]!))
  return {
    available: () => Promise.resolve(available),
    backend: () => name,
    encrypt: (text) => Promise.resolve(xor(Buffer.from(text))),
    decrypt: (encrypted) => Promise.resolve(xor(encrypted).toString()),
  }
}

const fileOf = (content: VaultContent = emptyVault) => {
  let current = content
  return {
    read: () => current,
    update: (change: (content: VaultContent) => VaultContent) =>
      Promise.resolve(void (current = change(current))),
  }
}

const secret = 'refresh-token-of-li-wei'

describe('vault', () => {
  it('returns a secret, and never writes it as plain text', async () => {
    const file = fileOf()
    const vault = await createVault(keyring(), file)
    await vault.write('a', secret)
    expect(await vault.read('a')).toBe(secret)
    expect(JSON.stringify(file.read())).not.toContain(secret)
    expect(file.read().secrets['a']?.backend).toBe('test_keyring')
  })

  it('detects every flipped bit instead of returning another secret', async () => {
    const store = keyring()
    const file = fileOf()
    await (await createVault(store, file)).write('a', secret)
    const sealed = file.read().secrets['a']!
    let harmless = 0
    for (const part of ['key', 'iv', 'tag', 'text'] as const) {
      const bytes = Buffer.from(sealed[part], 'base64')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7))
        const broken = { ...sealed, [part]: flipped.toString('base64') }
        const vault = await createVault(store, fileOf({ ...emptyVault, secrets: { a: broken } }))
        const read = await vault.read('a')
        if (part === 'key' && read === secret) harmless += 1
        else expect(read, `bit ${bit} of ${part}`).toBeNull()
      }
    }
    // The encrypted key is base64 text, whose last characters have unused bits.
    expect(harmless).toBeLessThanOrEqual(10)
  })

  it('does not return one secret for another', async () => {
    const store = keyring()
    const file = fileOf()
    const vault = await createVault(store, file)
    await vault.write('a', secret)
    const moved = fileOf({ ...emptyVault, secrets: { b: file.read().secrets['a']! } })
    expect(await (await createVault(store, moved)).read('b')).toBeNull()
  })

  it('keeps what it cannot decrypt, reports it, and decrypts it when the keychain is back', async () => {
    const store = keyring()
    const file = fileOf()
    await (await createVault(store, file)).write('a', secret)
    const changed = await createVault(keyring(), file)
    expect(await changed.read('a')).toBeNull()
    expect(changed.status()).toMatchObject({ state: 'keyring-changed', kept: 1, unreadable: 1 })
    expect(await (await createVault(store, file)).read('a')).toBe(secret)
  })

  it('finds the first secret again under one that was kept with another keychain', async () => {
    const [first, second] = [keyring(), keyring()]
    const file = fileOf()
    await (await createVault(first, file)).write('a', secret)
    const changed = await createVault(second, file)
    await changed.write('a', 'another')
    expect(await changed.read('a')).toBe('another')
    expect(changed.status().state).toBe('keyring')
    expect(await (await createVault(first, file)).read('a')).toBe(secret)
  })

  it('keeps what it cannot decrypt when a secret is forgotten, and removes it when erased', async () => {
    const file = fileOf()
    await (await createVault(keyring(), file)).write('a', secret)
    const changed = await createVault(keyring(), file)
    await changed.forget('a')
    expect(file.read().secrets).toHaveProperty('a')
    expect(await changed.erase('a')).toBe(1)
    expect(file.read()).toEqual(emptyVault)
  })

  it('writes again after erasing, so that the backup has lost the secret, too', async () => {
    const written: VaultContent[] = []
    const file = fileOf()
    const vault = await createVault(keyring(), {
      read: file.read,
      update: async (change) => {
        await file.update(change)
        written.push(file.read())
      },
    })
    await vault.write('a', secret)
    await vault.erase('a')
    expect(written.slice(-2)).toEqual([emptyVault, emptyVault])
  })

  it('writes nothing without a keychain', async () => {
    const file = fileOf()
    const vault = await createVault(keyring(randomBytes(8), false, 'basic_text'), file)
    await vault.write('a', secret)
    expect([vault.status().state, await vault.read('a'), file.read()]).toEqual(['memory', secret, emptyVault])
  })

  it('distinguishes a locked keychain from none, and writes secrets kept meanwhile once it is unlocked', async () => {
    const pad = randomBytes(64)
    let unlocked = false
    const file = fileOf()
    await (await createVault(keyring(pad), file)).write('a', 'old')
    const store = { ...keyring(pad), available: () => Promise.resolve(unlocked) }
    const vault = await createVault(store, file)
    expect(vault.status()).toMatchObject({ state: 'keyring-locked', kept: 1 })
    expect(await vault.read('a')).toBeNull()
    await vault.write('b', secret)
    expect(file.read().secrets).not.toHaveProperty('b')
    unlocked = true
    expect((await vault.check()).state).toBe('keyring')
    expect([await vault.read('a'), await vault.read('b')]).toEqual(['old', secret])
    expect(file.read().secrets).toHaveProperty('b')
  })
})

describe('a passphrase in place of a keychain', () => {
  const none = () => keyring(randomBytes(8), false, 'basic_text')
  const cheapVault = (store: SecretStore, file: ReturnType<typeof fileOf>) =>
    createVault(store, file, cheapPassphrase)

  it('keeps the secrets in memory, and returns them only with the same passphrase', async () => {
    const file = fileOf()
    const vault = await cheapVault(none(), file)
    await vault.write('a', secret)
    expect(await vault.setPassphrase('correct horse')).toBe(true)
    expect(vault.status()).toMatchObject({ state: 'passphrase', kept: 1 })
    expect(JSON.stringify(file.read())).not.toContain(secret)
    expect(JSON.stringify(file.read())).not.toContain('correct horse')

    const later = await cheapVault(none(), file)
    expect([later.status().state, await later.read('a')]).toEqual(['passphrase-locked', null])
    expect(await later.unlock('incorrect horse')).toBe(false)
    expect(later.status().state).toBe('passphrase-locked')
    expect(await later.unlock('correct horse')).toBe(true)
    expect(await later.read('a')).toBe(secret)
  })

  it('does not overwrite its secrets while it is locked', async () => {
    const file = fileOf()
    const vault = await cheapVault(none(), file)
    await vault.setPassphrase('correct horse')
    await vault.write('a', secret)
    const before = file.read()
    const locked = await cheapVault(none(), file)
    await locked.write('a', 'new')
    expect(file.read()).toBe(before)
    await locked.unlock('correct horse')
    expect(await (await cheapVault(none(), file)).read('a')).toBeNull()
    expect(await locked.read('a')).toBe('new')
  })

  it('makes each guess expensive', async () => {
    const file = fileOf()
    await (await createVault(none(), file)).setPassphrase('correct horse')
    const { N, r } = file.read().passphrase ?? { N: 0, r: 0 }
    expect(128 * N * r).toBeGreaterThanOrEqual(128 * 1024 * 1024)
  })

  it('is set once by concurrent requests', async () => {
    const file = fileOf()
    const vault = await cheapVault(none(), file)
    const asked = await Promise.all(['correct horse', 'another one'].map((one) => vault.setPassphrase(one)))
    expect(asked).toEqual([true, false])
    await vault.write('a', secret)
    const later = await cheapVault(none(), file)
    expect([await later.unlock('correct horse'), await later.read('a')]).toEqual([true, secret])
  })

  it('is not set twice, and is removed with all its secrets', async () => {
    const file = fileOf()
    const vault = await cheapVault(none(), file)
    await vault.setPassphrase('correct horse')
    await vault.write('a', secret)
    expect(await vault.setPassphrase('another one')).toBe(false)
    await vault.forgetPassphrase()
    expect([vault.status().state, file.read()]).toEqual(['memory', emptyVault])
  })

  it('keeps the secrets of an unavailable keychain', async () => {
    const store = keyring()
    const file = fileOf()
    await (await createVault(store, file)).write('a', secret)
    const away = await cheapVault({ ...store, available: () => Promise.resolve(false) }, file)
    await away.setPassphrase('correct horse')
    await away.write('b', 'under it')
    await away.forgetPassphrase()
    expect(await (await createVault(store, file)).read('a')).toBe(secret)
  })
})
