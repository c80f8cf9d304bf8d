import type { VaultStatus } from '#shared/model/app/vault-status'
import type { JsonFile } from '../util/files/json-file'
import { createEmitter } from '../util/emitter'
import { createSequencer } from '../util/async'
import { makePassphrase, openWithPassphrase, passphraseCost } from './passphrase'
import type { PassphraseCost } from './passphrase'
import type { SecretStore } from './secret-store'
import { createStoredSecrets } from './stored-secrets'
import type { VaultContent } from './vault-content'
import { createVaultKeys } from './vault-keys'

export interface Vault {
  status(): VaultStatus
  onChange(listener: (status: VaultStatus) => void): () => void
  /** Whether a secret with this name exists, decryptable or not. */
  has(name: string): boolean
  /** Null if there is none or it cannot be decrypted now; it is then kept. */
  read(name: string): Promise<string | null>
  /** On disk if possible, otherwise in memory. Throws the file system's error. */
  write(name: string, secret: string): Promise<void>
  /** Deletes what `read` returns for this name; undecryptable copies are kept. */
  forget(name: string): Promise<void>
  /** Deletes everything with this name, decryptable or not. Resolves to the number of copies. */
  erase(name: string): Promise<number>
  /** Renames the sign-ins of version 1, once; those for which `nameOf` returns null are deleted. */
  nameSignIns(nameOf: (former: string) => string | null): Promise<void>
  /** Checks the keychain again: it may have been unlocked. */
  check(): Promise<VaultStatus>
  /** Resolves to false if one is already set. */
  setPassphrase(passphrase: string): Promise<boolean>
  /** Resolves to false if the passphrase is wrong. */
  unlock(passphrase: string): Promise<boolean>
  /** Deletes the passphrase and all secrets encrypted with it. */
  forgetPassphrase(): Promise<void>
}

/**
 * Secrets encrypted by the system keychain or a passphrase. While neither is available, secrets stay in memory
 * and are written once one is. Undecryptable secrets are never overwritten.
 */
export const createVault = async (
  keyring: SecretStore,
  file: JsonFile<VaultContent>,
  /** Of one attempt at a new passphrase. */
  cost: PassphraseCost = passphraseCost,
): Promise<Vault> => {
  const listeners = createEmitter<VaultStatus>()
  const inMemory = new Map<string, string>()
  const keys = await createVaultKeys(keyring, file)
  const stored = createStoredSecrets(file, keys)
  let status: VaultStatus = { state: 'memory', backend: keyring.backend(), kept: 0, unreadable: 0 }

  const refreshStatus = async (): Promise<VaultStatus> => {
    const { secrets, passphrase } = file.read()
    const unreadable = await stored.countUnreadable()
    const state = keys.state(passphrase !== null, unreadable)
    status = { state, backend: keyring.backend(), kept: Object.keys(secrets).length, unreadable }
    listeners.emit(status)
    return status
  }

  const write = async (name: string, secret: string): Promise<void> => {
    const store = keys.sealer()
    if (store === null) {
      inMemory.set(name, secret)
      return
    }
    await stored.write(store, name, secret)
    inMemory.delete(name)
    await refreshStatus()
  }

  const persistMemory = async (): Promise<void> => {
    if (keys.sealer() === null) return
    for (const [name, secret] of [...inMemory]) await write(name, secret)
  }

  const sequencer = createSequencer()
  /** One at a time: deriving a key takes 128 MiB and one of the few threads that also read and write files. */
  const withPassphrase = <Value>(work: () => Promise<Value>): Promise<Value> => sequencer.queue(work)

  await refreshStatus()
  return {
    status: () => status,
    onChange: listeners.add,
    has: (name) => inMemory.has(name) || stored.has(name),
    read: async (name) => inMemory.get(name) ?? stored.read(name),
    write,
    erase: async (name) => {
      const onDisk = await stored.erase(name)
      const count = onDisk + (inMemory.delete(name) ? 1 : 0)
      await refreshStatus()
      return count
    },
    nameSignIns: async (nameOf) => {
      if (file.isReadOnly === true || !file.read().hasFormerSignIns) return
      await stored.nameSignIns(nameOf)
      await refreshStatus()
    },
    forget: async (name) => {
      inMemory.delete(name)
      if (await stored.forget(name)) await refreshStatus()
    },
    check: async () => {
      await keys.checkKeyring()
      await persistMemory()
      await stored.sealAgain()
      return refreshStatus()
    },
    setPassphrase: (passphrase) =>
      withPassphrase(async () => {
        if (file.read().passphrase !== null) return false
        const { facts, store } = await makePassphrase(passphrase, cost)
        await stored.setPassphrase(facts)
        keys.usePassphrase(store)
        await persistMemory()
        await refreshStatus()
        return true
      }),
    unlock: (passphrase) =>
      withPassphrase(async () => {
        const facts = file.read().passphrase
        const store = facts === null ? null : await openWithPassphrase(passphrase, facts)
        if (store === null) return false
        keys.usePassphrase(store)
        await persistMemory()
        await stored.sealAgain()
        await refreshStatus()
        return true
      }),
    forgetPassphrase: () =>
      withPassphrase(async () => {
        keys.usePassphrase(null)
        await stored.forgetPassphrase()
        await refreshStatus()
      }),
  }
}
