import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SecretStore } from './secret-store'

export const sealedSchema = z.object({
  backend: z.string(),
  /** A random AES-256 key, encrypted by the backend. */
  key: z.string(),
  iv: z.string(),
  tag: z.string(),
  text: z.string(),
  /** The former name used for encryption, until the secret is encrypted under its own name. */
  sealedAs: z.string().optional(),
})
export type Sealed = z.infer<typeof sealedSchema>

const base64 = (bytes: Buffer): string => bytes.toString('base64')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/**
 * The store encrypts a random key, and the key encrypts the secret with authentication, which a keychain's own
 * encryption may lack.
 */
export const seal = async (store: SecretStore, name: string, secret: string): Promise<Sealed> => {
  const key = randomBytes(32)
  const iv = randomBytes(12)
  // The name is authenticated too, so that a secret cannot be moved to another name.
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return {
    backend: store.backend(),
    key: base64(await store.encrypt(base64(key))),
    iv: base64(iv),
    tag: base64(cipher.getAuthTag()),
    text: base64(text),
  }
}

/** Null if it was encrypted with another keychain or is damaged. */
export const unseal = async (store: SecretStore, name: string, from: Sealed): Promise<string | null> => {
  try {
    const key = bytesOf(await store.decrypt(bytesOf(from.key)))
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(from.iv), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytesOf(from.tag))
    return Buffer.concat([decipher.update(bytesOf(from.text)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
