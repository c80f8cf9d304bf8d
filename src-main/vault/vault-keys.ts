import type { VaultState } from '#shared/model/app/vault-status'
import type { JsonFile } from '../util/files/json-file'
import type { Sealed } from './envelope'
import { passphraseBackend } from './passphrase'
import { isKeyring } from './secret-store'
import type { SecretStore } from './secret-store'
import type { VaultContent } from './vault-content'

/** What encrypts new secrets, and what can decrypt those that are kept: the keychain, or a passphrase once it was given. */
export const createVaultKeys = async (
  keyring: SecretStore,
  file: Pick<JsonFile<VaultContent>, 'read' | 'isReadOnly'>,
) => {
  let underPassphrase: SecretStore | null = null
  let isAvailable = await keyring.available()

  return {
    /** The store for new secrets; null keeps them in memory. */
    sealer: (): SecretStore | null => {
      if (file.isReadOnly === true) return null
      if (file.read().passphrase !== null) return underPassphrase
      return isAvailable ? keyring : null
    },
    /** Null where it cannot be decrypted now. */
    openerOf: ({ backend }: Pick<Sealed, 'backend'>): SecretStore | null =>
      backend === passphraseBackend ? underPassphrase : isAvailable ? keyring : null,
    /** `unreadable` counts the secrets that their opener cannot decrypt. */
    state: (hasPassphrase: boolean, unreadable: number): VaultState => {
      if (file.isReadOnly === true) return 'memory'
      if (hasPassphrase) return underPassphrase === null ? 'passphrase-locked' : 'passphrase'
      if (isAvailable) return unreadable > 0 ? 'keyring-changed' : 'keyring'
      return isKeyring(keyring.backend()) ? 'keyring-locked' : 'memory'
    },
    /** It may have been unlocked. */
    checkKeyring: async (): Promise<void> => {
      isAvailable = await keyring.available()
    },
    /** Null forgets it. */
    usePassphrase: (store: SecretStore | null): void => {
      underPassphrase = store
    },
  }
}
export type VaultKeys = Awaited<ReturnType<typeof createVaultKeys>>
