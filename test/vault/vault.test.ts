import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createVault, emptyVault } from '../../src-main/vault/vault'
import type { SecretStore, VaultContent } from '../../src-main/vault/vault'

/** A keyring whose ciphertext is not authenticated, like the one of Chromium's `basic_text`. */
const keyring = (pad = randomBytes(256), available = true): SecretStore => {
  const xor = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => byte ^ pad[index % pad.length]!))
  return {
    available: () => Promise.resolve(available),
    backend: () => 'test_keyring',
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
  it('gives a secret back, and never writes it in clear', async () => {
    const file = fileOf()
    const vault = await createVault(keyring(), file)
    await vault.keep('a', secret)
    expect(await vault.read('a')).toBe(secret)
    expect(JSON.stringify(file.read())).not.toContain(secret)
    expect(file.read().secrets['a']?.backend).toBe('test_keyring')
  })

  it('notices every flipped bit instead of giving another secret', async () => {
    const store = keyring()
    const file = fileOf()
    await (await createVault(store, file)).keep('a', secret)
    const sealed = file.read().secrets['a']!
    for (const part of ['key', 'iv', 'tag', 'text'] as const) {
      const bytes = Buffer.from(sealed[part], 'base64')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7))
        const broken = { ...sealed, [part]: flipped.toString('base64') }
        const vault = await createVault(store, fileOf({ ...emptyVault, secrets: { a: broken } }))
        expect(await vault.read('a')).not.toSatisfy((read) => read !== null && read !== secret)
      }
    }
  })

  it('does not take one secret for another', async () => {
    const store = keyring()
    const file = fileOf()
    const vault = await createVault(store, file)
    await vault.keep('a', secret)
    const moved = fileOf({ ...emptyVault, secrets: { b: file.read().secrets['a']! } })
    expect(await (await createVault(store, moved)).read('b')).toBeNull()
  })

  it('keeps what it cannot open, and opens it when the keyring is back', async () => {
    const store = keyring()
    const file = fileOf()
    await (await createVault(store, file)).keep('a', secret)
    const changed = await createVault(keyring(), file)
    expect(await changed.read('a')).toBeNull()
    expect(await (await createVault(store, file)).read('a')).toBe(secret)
    await changed.keep('a', 'another')
    expect(file.read().undecryptable).toHaveLength(1)
  })

  it('writes nothing at all where there is no keyring', async () => {
    const file = fileOf()
    const vault = await createVault(keyring(randomBytes(8), false), file)
    await vault.keep('a', secret)
    expect([vault.keeps, await vault.read('a'), file.read()]).toEqual([false, secret, emptyVault])
  })
})
