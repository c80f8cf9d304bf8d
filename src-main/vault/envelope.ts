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
})
export type Sealed = z.infer<typeof sealedSchema>

const base64 = (bytes: Buffer): string => bytes.toString('base64')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** The store encrypts a key, and the key seals the secret: a keyring's own ciphertext is not authenticated. */
export const seal = async (store: SecretStore, name: string, secret: string): Promise<Sealed> => {
  const key = randomBytes(32)
  const iv = randomBytes(12)
  // The name is authenticated too, so that one secret cannot be put in another's place.
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

/** Null where it was sealed by another keyring, or is damaged. */
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
