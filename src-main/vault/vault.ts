import { z } from 'zod'
import type { VaultState, VaultStatus } from '#shared/model/vault-status'
import type { JsonFile } from '../files/json-file'
import { createListeners } from '../listeners'
import { seal, sealedSchema, unseal } from './envelope'
import type { Sealed } from './envelope'
import { makePassphrase, openWithPassphrase, passphraseBackend, passphraseSchema } from './passphrase'
import { isKeyring } from './secret-store'
import type { SecretStore } from './secret-store'

const put = z.object({ name: z.string(), sealed: sealedSchema })

export const vaultSchema = z.object({
  version: z.literal(1),
  secrets: z.record(z.string(), sealedSchema),
  /** What could not be opened when something else was to be kept under its name: never thrown away. */
  undecryptable: z.array(put),
  /** Where one is set, new secrets are sealed with it and not with a keyring. */
  passphrase: passphraseSchema.nullable().default(null),
})
export type VaultContent = z.infer<typeof vaultSchema>

export const emptyVault: VaultContent = { version: 1, secrets: {}, undecryptable: [], passphrase: null }

export interface Vault {
  status(): VaultStatus
  onChange(listener: (status: VaultStatus) => void): () => void
  /** Whether there is something under this name, openable now or not. */
  has(name: string): boolean
  /** Null where there is none, or where it cannot be opened now (it then stays for later). */
  read(name: string): Promise<string | null>
  /** On the disk where secrets can be kept, in memory otherwise. Throws what the disk said. */
  keep(name: string, secret: string): Promise<void>
  /** What `read` gives under this name; a copy that cannot be opened stays. */
  forget(name: string): Promise<void>
  /** All there is under this name, openable or not. Answers how many copies. */
  erase(name: string): Promise<number>
  /** Asks the keyring again: it may have been unlocked. */
  check(): Promise<VaultStatus>
  /** False where one is set already. */
  setPassphrase(passphrase: string): Promise<boolean>
  /** False where it is not the one that was set. */
  unlock(passphrase: string): Promise<boolean>
  /** The passphrase and all that lies under it. */
  forgetPassphrase(): Promise<void>
}

const stateOf = (parts: {
  isLeftAlone: boolean
  hasPassphrase: boolean
  isOpen: boolean
  isAvailable: boolean
  backend: string
  unreadable: number
}): VaultState => {
  if (parts.isLeftAlone) return 'memory'
  if (parts.hasPassphrase) return parts.isOpen ? 'passphrase' : 'passphrase-locked'
  if (parts.isAvailable) return parts.unreadable > 0 ? 'keyring-changed' : 'keyring'
  return isKeyring(parts.backend) ? 'keyring-locked' : 'memory'
}

/**
 * Secrets at rest, sealed by the system's keyring or under a passphrase that the person set. Where there is neither,
 * or it does not open, secrets live in memory only and go to the disk once it does. What cannot be opened is never
 * overwritten.
 */
export const createVault = async (keyring: SecretStore, file: JsonFile<VaultContent>): Promise<Vault> => {
  const listeners = createListeners<VaultStatus>()
  const inMemory = new Map<string, string>()
  let underPassphrase: SecretStore | null = null
  let isAvailable = await keyring.available()
  let status: VaultStatus = { state: 'memory', backend: keyring.backend(), kept: 0, unreadable: 0 }

  /** What seals new secrets; null keeps them in memory. */
  const sealer = (): SecretStore | null => {
    if (file.isLeftAlone === true) return null
    if (file.read().passphrase !== null) return underPassphrase
    return isAvailable ? keyring : null
  }

  const openerOf = (sealed: Sealed): SecretStore | null =>
    sealed.backend === passphraseBackend ? underPassphrase : isAvailable ? keyring : null

  const open = async (name: string, sealed: Sealed | undefined): Promise<string | null> => {
    const store = sealed === undefined ? null : openerOf(sealed)
    return sealed === undefined || store === null ? null : unseal(store, name, sealed)
  }

  const look = async (): Promise<VaultStatus> => {
    const { secrets, passphrase } = file.read()
    const openable = Object.entries(secrets).filter(([, sealed]) => openerOf(sealed) !== null)
    const opened = await Promise.all(openable.map(([name, sealed]) => open(name, sealed)))
    const unreadable = opened.filter((secret) => secret === null).length
    const backend = keyring.backend()
    const state = stateOf({
      isLeftAlone: file.isLeftAlone === true,
      hasPassphrase: passphrase !== null,
      isOpen: underPassphrase !== null,
      isAvailable,
      backend,
      unreadable,
    })
    status = { state, backend, kept: Object.keys(secrets).length, unreadable }
    listeners.tell(status)
    return status
  }

  const read = async (name: string): Promise<string | null> => {
    const held = inMemory.get(name)
    if (held !== undefined) return held
    const { secrets, undecryptable } = file.read()
    const current = await open(name, secrets[name])
    if (current !== null) return current
    for (const lost of undecryptable.filter((one) => one.name === name).reverse()) {
      const found = await open(name, lost.sealed)
      if (found !== null) return found
    }
    return null
  }

  const keep = async (name: string, secret: string): Promise<void> => {
    const store = sealer()
    if (store === null) {
      inMemory.set(name, secret)
      return
    }
    const before = file.read().secrets[name]
    const isLost = before !== undefined && (await open(name, before)) === null
    const sealed = await seal(store, name, secret)
    await file.update((content) => ({
      ...content,
      secrets: { ...content.secrets, [name]: sealed },
      undecryptable: isLost ? [...content.undecryptable, { name, sealed: before }] : content.undecryptable,
    }))
    inMemory.delete(name)
    await look()
  }

  const settleMemory = async (): Promise<void> => {
    if (sealer() === null) return
    for (const [name, secret] of [...inMemory]) await keep(name, secret)
  }

  /** Twice, because the content before lies beside the file as its last good one; and older copies go too. */
  const removeFromDisk = async (change: (content: VaultContent) => VaultContent): Promise<void> => {
    await file.update(change)
    await file.update((content) => content)
    await file.dropCopies?.()
  }

  const erase = async (name: string): Promise<number> => {
    const { secrets, undecryptable } = file.read()
    const onDisk = (name in secrets ? 1 : 0) + undecryptable.filter((one) => one.name === name).length
    if (onDisk > 0) {
      await removeFromDisk((content) => ({
        ...content,
        secrets: Object.fromEntries(Object.entries(content.secrets).filter(([other]) => other !== name)),
        undecryptable: content.undecryptable.filter((one) => one.name !== name),
      }))
    }
    const count = onDisk + (inMemory.delete(name) ? 1 : 0)
    await look()
    return count
  }

  await look()
  return {
    status: () => status,
    onChange: listeners.add,
    has: (name) => {
      const { secrets, undecryptable } = file.read()
      return inMemory.has(name) || name in secrets || undecryptable.some((one) => one.name === name)
    },
    read,
    keep,
    erase,
    forget: async (name) => {
      inMemory.delete(name)
      const current = file.read().secrets[name]
      if (current === undefined || (await open(name, current)) === null) return
      await removeFromDisk((content) => ({
        ...content,
        secrets: Object.fromEntries(Object.entries(content.secrets).filter(([other]) => other !== name)),
      }))
      await look()
    },
    check: async () => {
      isAvailable = await keyring.available()
      await settleMemory()
      return look()
    },
    setPassphrase: async (passphrase) => {
      if (file.read().passphrase !== null) return false
      const { facts, store } = await makePassphrase(passphrase)
      await file.update((content) => ({ ...content, passphrase: facts }))
      underPassphrase = store
      await settleMemory()
      await look()
      return true
    },
    unlock: async (passphrase) => {
      const facts = file.read().passphrase
      const store = facts === null ? null : await openWithPassphrase(passphrase, facts)
      if (store === null) return false
      underPassphrase = store
      await settleMemory()
      await look()
      return true
    },
    forgetPassphrase: async () => {
      const isOther = ({ backend }: Sealed) => backend !== passphraseBackend
      underPassphrase = null
      await removeFromDisk((content) => ({
        ...content,
        passphrase: null,
        secrets: Object.fromEntries(Object.entries(content.secrets).filter(([, sealed]) => isOther(sealed))),
        undecryptable: content.undecryptable.filter(({ sealed }) => isOther(sealed)),
      }))
      await look()
    },
  }
}
