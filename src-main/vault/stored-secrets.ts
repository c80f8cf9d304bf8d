import type { JsonFile } from '../util/files/json-file'
import { seal, unseal } from './envelope'
import type { Sealed } from './envelope'
import { passphraseBackend } from './passphrase'
import type { PassphraseFacts } from './passphrase'
import { formerSignIn, isSecretName } from './secret-name'
import type { SecretStore } from './secret-store'
import type { UndecryptableSecret, VaultContent } from './vault-content'
import type { VaultKeys } from './vault-keys'

type Secrets = VaultContent['secrets']

const without = (secrets: Secrets, name: string): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== name))

/** Gives sign-ins of version 1 their names; those for which `nameOf` returns null are left out, and counted. */
const renameSignIns = (content: VaultContent, nameOf: (former: string) => string | null) => {
  let erased = 0
  const rename = ({ name, sealed }: UndecryptableSecret): UndecryptableSecret[] => {
    if (!name.startsWith(formerSignIn)) return [{ name, sealed }]
    const next = nameOf(name)
    if (next === null) erased += 1
    return next === null ? [] : [{ name: next, sealed: { ...sealed, sealedAs: name } }]
  }
  const secrets: Secrets = {}
  const undecryptable = content.undecryptable.flatMap(rename)
  for (const [former, before] of Object.entries(content.secrets)) {
    for (const { name, sealed } of rename({ name: former, sealed: before })) {
      if (name in secrets) undecryptable.push({ name, sealed })
      else secrets[name] = sealed
    }
  }
  return { content: { ...content, secrets, undecryptable, hasFormerSignIns: false }, erased }
}

/** The secrets on disk. One that cannot be decrypted is never overwritten, and one that is deleted is in no copy. */
export const createStoredSecrets = (
  file: JsonFile<VaultContent>,
  { openerOf }: Pick<VaultKeys, 'openerOf'>,
) => {
  const copiesOf = (name: string): UndecryptableSecret[] =>
    file.read().undecryptable.filter((one) => one.name === name)

  const open = async (name: string, sealed: Sealed | undefined): Promise<string | null> => {
    const store = sealed === undefined ? null : openerOf(sealed)
    if (sealed === undefined || store === null) return null
    const { sealedAs = name } = sealed
    // A current name belongs to one secret only, whatever the file says.
    return sealedAs !== name && isSecretName(sealedAs) ? null : unseal(store, sealedAs, sealed)
  }

  /**
   * Written twice, because the previous content stays as the last valid copy; copies of older versions are
   * deleted too.
   */
  const remove = async (change: (content: VaultContent) => VaultContent): Promise<void> => {
    await file.update(change)
    await file.update((content) => content)
    await file.deleteOlderCopies?.()
  }

  /** Encrypts secrets with a former name again under their own name, if they can be decrypted now. */
  const sealAgain = async (): Promise<void> => {
    const renewed: Secrets = {}
    for (const [name, sealed] of Object.entries(file.read().secrets)) {
      const store = sealed.sealedAs === undefined ? null : openerOf(sealed)
      const secret = store === null ? null : await open(name, sealed)
      if (store !== null && secret !== null) renewed[name] = await seal(store, name, secret)
    }
    if (Object.keys(renewed).length === 0) return
    await file.update((content) => ({ ...content, secrets: { ...content.secrets, ...renewed } }))
  }

  return {
    has: (name: string): boolean => name in file.read().secrets || copiesOf(name).length > 0,
    read: async (name: string): Promise<string | null> => {
      const copies = copiesOf(name)
      const current = await open(name, file.read().secrets[name])
      if (current !== null) return current
      for (const copy of copies.reverse()) {
        const found = await open(name, copy.sealed)
        if (found !== null) return found
      }
      return null
    },
    write: async (store: SecretStore, name: string, secret: string): Promise<void> => {
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
    },
    /** Deletes what can be decrypted now. Resolves to whether there was any. */
    forget: async (name: string): Promise<boolean> => {
      const current = file.read().secrets[name]
      if (current === undefined || (await open(name, current)) === null) return false
      await remove((content) => ({ ...content, secrets: without(content.secrets, name) }))
      return true
    },
    /** Deletes all with this name. Resolves to the number of copies. */
    erase: async (name: string): Promise<number> => {
      const count = (name in file.read().secrets ? 1 : 0) + copiesOf(name).length
      if (count > 0) {
        await remove((content) => ({
          ...content,
          secrets: without(content.secrets, name),
          undecryptable: content.undecryptable.filter((one) => one.name !== name),
        }))
      }
      return count
    },
    /** The number of secrets that can be opened and not decrypted. */
    countUnreadable: async (): Promise<number> => {
      const openable = Object.entries(file.read().secrets).filter(([, sealed]) => openerOf(sealed) !== null)
      const opened = await Promise.all(openable.map(([name, sealed]) => open(name, sealed)))
      return opened.filter((secret) => secret === null).length
    },
    sealAgain,
    nameSignIns: async (nameOf: (former: string) => string | null): Promise<void> => {
      let erased = 0
      await file.update((content) => {
        const renamed = renameSignIns(content, nameOf)
        erased = renamed.erased
        return renamed.content
      })
      if (erased > 0) await remove((content) => content)
      await sealAgain()
    },
    setPassphrase: (facts: PassphraseFacts): Promise<void> =>
      file.update((content) => ({ ...content, passphrase: facts })),
    /** Deletes the passphrase and all secrets encrypted with it. */
    forgetPassphrase: (): Promise<void> => {
      const isOther = ({ backend }: Sealed) => backend !== passphraseBackend
      return remove((content) => ({
        ...content,
        passphrase: null,
        secrets: Object.fromEntries(Object.entries(content.secrets).filter(([, sealed]) => isOther(sealed))),
        undecryptable: content.undecryptable.filter(({ sealed }) => isOther(sealed)),
      }))
    },
  }
}
