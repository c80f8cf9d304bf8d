import type { VaultState, VaultStatus } from '#shared/model/app/vault-status'
import type { JsonFile } from '../util/files/json-file'
import { createEmitter } from '../util/emitter'
import { createSequencer } from '../util/async'
import { seal, unseal } from './envelope'
import type { Sealed } from './envelope'
import { makePassphrase, openWithPassphrase, passphraseBackend, passphraseCost } from './passphrase'
import type { PassphraseCost } from './passphrase'
import { formerSignIn, isSecretName } from './secret-name'
import { isKeyring } from './secret-store'
import type { SecretStore } from './secret-store'
import type { UndecryptableSecret, VaultContent } from './vault-content'

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

const stateOf = (parts: {
  isReadOnly: boolean
  hasPassphrase: boolean
  isOpen: boolean
  isAvailable: boolean
  backend: string
  unreadable: number
}): VaultState => {
  if (parts.isReadOnly) return 'memory'
  if (parts.hasPassphrase) return parts.isOpen ? 'passphrase' : 'passphrase-locked'
  if (parts.isAvailable) return parts.unreadable > 0 ? 'keyring-changed' : 'keyring'
  return isKeyring(parts.backend) ? 'keyring-locked' : 'memory'
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
  let underPassphrase: SecretStore | null = null
  let isAvailable = await keyring.available()
  let status: VaultStatus = { state: 'memory', backend: keyring.backend(), kept: 0, unreadable: 0 }

  /** The store for new secrets; null keeps them in memory. */
  const sealer = (): SecretStore | null => {
    if (file.isReadOnly === true) return null
    if (file.read().passphrase !== null) return underPassphrase
    return isAvailable ? keyring : null
  }

  const openerOf = (sealed: Sealed): SecretStore | null =>
    sealed.backend === passphraseBackend ? underPassphrase : isAvailable ? keyring : null

  const open = async (name: string, sealed: Sealed | undefined): Promise<string | null> => {
    const store = sealed === undefined ? null : openerOf(sealed)
    if (sealed === undefined || store === null) return null
    const { sealedAs = name } = sealed
    // A current name belongs to one secret only, whatever the file says.
    return sealedAs !== name && isSecretName(sealedAs) ? null : unseal(store, sealedAs, sealed)
  }

  const refreshStatus = async (): Promise<VaultStatus> => {
    const { secrets, passphrase } = file.read()
    const openable = Object.entries(secrets).filter(([, sealed]) => openerOf(sealed) !== null)
    const opened = await Promise.all(openable.map(([name, sealed]) => open(name, sealed)))
    const unreadable = opened.filter((secret) => secret === null).length
    const backend = keyring.backend()
    const state = stateOf({
      isReadOnly: file.isReadOnly === true,
      hasPassphrase: passphrase !== null,
      isOpen: underPassphrase !== null,
      isAvailable,
      backend,
      unreadable,
    })
    status = { state, backend, kept: Object.keys(secrets).length, unreadable }
    listeners.emit(status)
    return status
  }

  const read = async (name: string): Promise<string | null> => {
    const inProcess = inMemory.get(name)
    if (inProcess !== undefined) return inProcess
    const { secrets, undecryptable } = file.read()
    const current = await open(name, secrets[name])
    if (current !== null) return current
    for (const copy of undecryptable.filter((one) => one.name === name).reverse()) {
      const found = await open(name, copy.sealed)
      if (found !== null) return found
    }
    return null
  }

  const write = async (name: string, secret: string): Promise<void> => {
    const store = sealer()
    if (store === null) {
      inMemory.set(name, secret)
      return
    }
    const before = file.read().secrets[name]
    const isUndecryptable = before !== undefined && (await open(name, before)) === null
    const sealed = await seal(store, name, secret)
    await file.update((content) => ({
      ...content,
      secrets: { ...content.secrets, [name]: sealed },
      undecryptable: isUndecryptable
        ? [...content.undecryptable, { name, sealed: before }]
        : content.undecryptable,
    }))
    inMemory.delete(name)
    await refreshStatus()
  }

  const nameSignIns = async (nameOf: (former: string) => string | null): Promise<void> => {
    if (file.isReadOnly === true || !file.read().hasFormerSignIns) return
    let erased = 0
    const rename = ({ name, sealed }: UndecryptableSecret): UndecryptableSecret[] => {
      if (!name.startsWith(formerSignIn)) return [{ name, sealed }]
      const next = nameOf(name)
      if (next === null) erased += 1
      return next === null ? [] : [{ name: next, sealed: { ...sealed, sealedAs: name } }]
    }
    const change = (content: VaultContent): VaultContent => {
      const secrets: VaultContent['secrets'] = {}
      const undecryptable = content.undecryptable.flatMap(rename)
      for (const [former, before] of Object.entries(content.secrets)) {
        for (const { name, sealed } of rename({ name: former, sealed: before })) {
          if (name in secrets) undecryptable.push({ name, sealed })
          else secrets[name] = sealed
        }
      }
      return { ...content, secrets, undecryptable, hasFormerSignIns: false }
    }
    await file.update(change)
    if (erased > 0) await removeFromDisk((content) => content)
    await sealAgain()
    await refreshStatus()
  }

  /** Encrypts secrets with a former name again under their own name, if they can be decrypted now. */
  const sealAgain = async (): Promise<void> => {
    const renewed: VaultContent['secrets'] = {}
    for (const [name, sealed] of Object.entries(file.read().secrets)) {
      const store = sealed.sealedAs === undefined ? null : openerOf(sealed)
      const secret = store === null ? null : await open(name, sealed)
      if (store !== null && secret !== null) renewed[name] = await seal(store, name, secret)
    }
    if (Object.keys(renewed).length === 0) return
    await file.update((content) => ({ ...content, secrets: { ...content.secrets, ...renewed } }))
  }

  const persistMemory = async (): Promise<void> => {
    if (sealer() === null) return
    for (const [name, secret] of [...inMemory]) await write(name, secret)
  }

  /**
   * Written twice, because the previous content stays as the last valid copy; copies of older versions are
   * deleted too.
   */
  const removeFromDisk = async (change: (content: VaultContent) => VaultContent): Promise<void> => {
    await file.update(change)
    await file.update((content) => content)
    await file.deleteOlderCopies?.()
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
    await refreshStatus()
    return count
  }

  const sequencer = createSequencer()
  /** One at a time: deriving a key takes 128 MiB and one of the few threads that also read and write files. */
  const withPassphrase = <Value>(work: () => Promise<Value>): Promise<Value> => sequencer.queue(work)

  await refreshStatus()
  return {
    status: () => status,
    onChange: listeners.add,
    has: (name) => {
      const { secrets, undecryptable } = file.read()
      return inMemory.has(name) || name in secrets || undecryptable.some((one) => one.name === name)
    },
    read,
    write,
    erase,
    nameSignIns,
    forget: async (name) => {
      inMemory.delete(name)
      const current = file.read().secrets[name]
      if (current === undefined || (await open(name, current)) === null) return
      await removeFromDisk((content) => ({
        ...content,
        secrets: Object.fromEntries(Object.entries(content.secrets).filter(([other]) => other !== name)),
      }))
      await refreshStatus()
    },
    check: async () => {
      isAvailable = await keyring.available()
      await persistMemory()
      await sealAgain()
      return refreshStatus()
    },
    setPassphrase: (passphrase) =>
      withPassphrase(async () => {
        if (file.read().passphrase !== null) return false
        const { facts, store } = await makePassphrase(passphrase, cost)
        await file.update((content) => ({ ...content, passphrase: facts }))
        underPassphrase = store
        await persistMemory()
        await refreshStatus()
        return true
      }),
    unlock: (passphrase) =>
      withPassphrase(async () => {
        const facts = file.read().passphrase
        const store = facts === null ? null : await openWithPassphrase(passphrase, facts)
        if (store === null) return false
        underPassphrase = store
        await persistMemory()
        await sealAgain()
        await refreshStatus()
        return true
      }),
    forgetPassphrase: () =>
      withPassphrase(async () => {
        const isOther = ({ backend }: Sealed) => backend !== passphraseBackend
        underPassphrase = null
        await removeFromDisk((content) => ({
          ...content,
          passphrase: null,
          secrets: Object.fromEntries(
            Object.entries(content.secrets).filter(([, sealed]) => isOther(sealed)),
          ),
          undecryptable: content.undecryptable.filter(({ sealed }) => isOther(sealed)),
        }))
        await refreshStatus()
      }),
  }
}
