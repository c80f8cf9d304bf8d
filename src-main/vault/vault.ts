import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { JsonFile } from '../files/json-file'

/** The system's keyring, as far as the vault needs it; adapters of their own keep Electron's two APIs apart. */
export interface SecretStore {
  /** Whether secrets can truly be kept now: a locked keyring is named but not available. */
  readonly available: () => Promise<boolean>
  /** The backend's name, kept beside each secret. */
  readonly backend: () => string
  readonly encrypt: (text: string) => Promise<Buffer>
  readonly decrypt: (encrypted: Buffer) => Promise<string>
}

const sealed = z.object({
  backend: z.string(),
  /** A random AES-256 key, encrypted by the keyring. */
  key: z.string(),
  iv: z.string(),
  tag: z.string(),
  text: z.string(),
})
type Sealed = z.infer<typeof sealed>

export const vaultSchema = z.object({
  version: z.literal(1),
  secrets: z.record(z.string(), sealed),
  /** What could not be opened when something else was to be kept under its name: never thrown away. */
  undecryptable: z.array(z.object({ name: z.string(), sealed })),
})
export type VaultContent = z.infer<typeof vaultSchema>

export const emptyVault: VaultContent = { version: 1, secrets: {}, undecryptable: [] }

export interface Vault {
  /** Whether secrets outlive the process. */
  readonly keeps: boolean
  /** Null where there is none, or where it cannot be opened now (it then stays for later). */
  read(name: string): Promise<string | null>
  keep(name: string, secret: string): Promise<void>
  forget(name: string): Promise<void>
}

const base64 = (bytes: Buffer): string => bytes.toString('base64')
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

const seal = async (store: SecretStore, name: string, secret: string): Promise<Sealed> => {
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

const unseal = async (store: SecretStore, name: string, from: Sealed): Promise<string | null> => {
  try {
    const key = bytesOf(await store.decrypt(bytesOf(from.key)))
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(from.iv)).setAAD(Buffer.from(name))
    decipher.setAuthTag(bytesOf(from.tag))
    return Buffer.concat([decipher.update(bytesOf(from.text)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * Secrets at rest. The keyring encrypts a key, and the key seals the secret with AES-GCM, because the keyring's own
 * ciphertext is not authenticated: a flipped bit would come out as another secret. Where the system has no keyring,
 * secrets live in memory only.
 */
export const createVault = async (store: SecretStore, file: JsonFile<VaultContent>): Promise<Vault> => {
  const keeps = await store.available()
  if (!keeps) {
    const inMemory = new Map<string, string>()
    return {
      keeps,
      read: (name) => Promise.resolve(inMemory.get(name) ?? null),
      keep: (name, secret) => Promise.resolve(void inMemory.set(name, secret)),
      forget: (name) => Promise.resolve(void inMemory.delete(name)),
    }
  }
  const read = async (name: string): Promise<string | null> => {
    const from = file.read().secrets[name]
    return from === undefined ? null : unseal(store, name, from)
  }
  return {
    keeps,
    read,
    keep: async (name, secret) => {
      const before = file.read().secrets[name]
      const isLost = before !== undefined && (await unseal(store, name, before)) === null
      const sealedSecret = await seal(store, name, secret)
      await file.update((content) => ({
        ...content,
        secrets: { ...content.secrets, [name]: sealedSecret },
        undecryptable: isLost ? [...content.undecryptable, { name, sealed: before }] : content.undecryptable,
      }))
    },
    forget: (name) =>
      file.update((content) => {
        const { [name]: _forgotten, ...secrets } = content.secrets
        return { ...content, secrets }
      }),
  }
}
