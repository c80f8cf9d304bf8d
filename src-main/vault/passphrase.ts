import { maxSecret, normalized } from '#shared/normalized'
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import type { SecretStore } from './secret-store'

/** The backend name of secrets encrypted with a passphrase. */
export const passphraseBackend = 'passphrase'

/** The key derivation parameters, and an encrypted text that verifies the passphrase. */
export const passphraseSchema = z.object({
  kdf: z.literal('scrypt'),
  salt: z.string(),
  // Bounded, so that a manipulated file cannot exhaust memory.
  N: z.int().min(16_384).max(1_048_576),
  r: z.int().min(8).max(16),
  p: z.int().min(1).max(4),
  check: z.string(),
})
export type PassphraseFacts = z.infer<typeof passphraseSchema>
export type PassphraseCost = Pick<PassphraseFacts, 'N' | 'r' | 'p'>

/** 128 MiB and about 0.4 s per attempt: OWASP's recommendation for scrypt (N = 2^17, r = 8, p = 1). */
export const passphraseCost: PassphraseCost = { N: 131_072, r: 8, p: 1 }
const knownText = 'Lock Desk'

const deriveKey = (passphrase: string, salt: Buffer, { N, r, p }: PassphraseCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same passphrase may be encoded differently on another system.
    const text = normalized(passphrase, maxSecret)
    scrypt(text, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })

const storeWith = (key: Buffer): SecretStore => ({
  backend: () => passphraseBackend,
  available: () => Promise.resolve(true),
  encrypt: (text) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), encrypted]))
  },
  decrypt: (bytes) => {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    return Promise.resolve(text)
  },
})

/** Creates the stored parameters and the encryption for a new passphrase. */
export const makePassphrase = async (
  passphrase: string,
  cost: PassphraseCost,
): Promise<{ readonly facts: PassphraseFacts; readonly store: SecretStore }> => {
  const salt = randomBytes(16)
  const store = storeWith(await deriveKey(passphrase, salt, cost))
  const check = (await store.encrypt(knownText)).toString('base64')
  return { facts: { kdf: 'scrypt', salt: salt.toString('base64'), ...cost, check }, store }
}

/** Null if the passphrase is wrong. */
export const openWithPassphrase = async (
  passphrase: string,
  facts: PassphraseFacts,
): Promise<SecretStore | null> => {
  const store = storeWith(await deriveKey(passphrase, Buffer.from(facts.salt, 'base64'), facts))
  try {
    return (await store.decrypt(Buffer.from(facts.check, 'base64'))) === knownText ? store : null
  } catch {
    return null
  }
}
