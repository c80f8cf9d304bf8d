import { launchedPlatform, normalizeAddress, trainingPlatform } from '#shared/model/app/saved-platform'
import type { PlatformFacts, PlatformList, LookOnly } from '#shared/model/app/saved-platform'
import type { TimeZone } from '#shared/model/time-zone'
import type { JsonFile } from '../util/files/json-file'
import { createEmitter } from '../util/emitter'
import { refreshTokenName } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { storedSecretsOf, secretName, signInIdentity } from './platform-secrets'
import type { SavedPlatformsContent, SavedPlatform } from './saved-platforms-file'
import { platformIdAt } from './platform-id'

export interface SavedPlatforms {
  /** The platform of the next start: an ID of the list, or `training`. */
  current(): string
  setCurrent(id: string): Promise<void>
  find(id: string): SavedPlatform | null
  all(): readonly SavedPlatform[]
  /** The key of the data of the platform at an address. */
  platformIdAt(address: string): string
  facts(saved: SavedPlatform): Promise<PlatformFacts>
  list(): Promise<PlatformList>
  /** Adds the platform or replaces the one with its ID. */
  put(saved: SavedPlatform): Promise<void>
  markVerified(id: string): Promise<void>
  setTimeZone(id: string, timeZone: TimeZone): Promise<void>
  /** Why no change is sent to a platform of the list, or to `launched`; null if changes may be sent. */
  lookOnlyOf(id: string): LookOnly | null
  setLookOnly(id: string, isOn: boolean): Promise<void>
  /** Resolves to what was deleted. App secrets are only deleted if requested. */
  signOut(
    id: string,
    forgetKeys: boolean,
  ): Promise<{ readonly signIn: boolean; readonly keys: number } | null>
  remove(id: string): Promise<void>
  onChange(listener: (list: PlatformList) => void): () => void
}

/**
 * The saved platforms: names and addresses in `environments.json`, secrets in the vault. `isOpen` is the ID of
 * the open platform.
 */
export const createSavedPlatforms = (deps: {
  file: JsonFile<SavedPlatformsContent>
  vault: Vault
  isOpen: () => string
  launched: { readonly baseUrl: string } | null
  /** The platform IDs under which data are stored. */
  known: () => readonly string[]
  /** Whether the policy forbids changes of the platform at this address. */
  isLookOnlyByPolicy: (baseUrl: string) => boolean
}): SavedPlatforms => {
  const { file, vault, launched } = deps
  const listeners = createEmitter<PlatformList>()
  const all = () => file.read().environments
  const find = (id: string) => all().find((saved) => saved.id === id) ?? null

  /** The platform of the command line has the mark of any saved one at its address. */
  const isMarked = (id: string): boolean =>
    id === launchedPlatform && launched !== null
      ? all().some((one) => one.lookOnly === true && one.baseUrl === normalizeAddress(launched.baseUrl))
      : find(id)?.lookOnly === true
  const lookOnlyOf = (id: string): LookOnly | null => {
    const address = id === launchedPlatform ? launched?.baseUrl : find(id)?.baseUrl
    if (address !== undefined && deps.isLookOnlyByPolicy(address)) return 'policy'
    return isMarked(id) ? 'marked' : null
  }
  const lookOnlyFact = (id: string): { readonly lookOnly?: LookOnly } => {
    const lookOnly = lookOnlyOf(id)
    return lookOnly === null ? {} : { lookOnly }
  }

  const facts = async (saved: SavedPlatform): Promise<PlatformFacts> => {
    const { platformId: _id, lookOnly: _mark, timeZone = null, ...shown } = saved
    return { ...shown, timeZone, ...lookOnlyFact(saved.id), ...(await storedSecretsOf(vault, saved)) }
  }

  const list = async (): Promise<PlatformList> => ({
    current: deps.isOpen(),
    launched,
    ...lookOnlyFact(deps.isOpen()),
    environments: await Promise.all(all().map(facts)),
  })

  const notify = async () => listeners.emit(await list())

  const update = async (change: (content: SavedPlatformsContent) => SavedPlatformsContent) => {
    await file.update(change)
    await notify()
  }

  const updateOne = (id: string, changed: Partial<SavedPlatform>) =>
    update((content) => ({
      ...content,
      environments: content.environments.map((one) => (one.id === id ? { ...one, ...changed } : one)),
    }))

  const eraseKeys = async ({ id }: SavedPlatform): Promise<number> =>
    (await vault.erase(secretName(id, 'order'))) + (await vault.erase(secretName(id, 'member')))

  return {
    current: () => {
      const { current } = file.read()
      return find(current) === null ? trainingPlatform : current
    },
    setCurrent: async (id) => {
      // The platform of the command line is not remembered.
      if (id !== launchedPlatform && id !== file.read().current) {
        await file.update((content) => ({ ...content, current: id }))
      }
      await notify()
    },
    find,
    all,
    platformIdAt: (address) => platformIdAt(address, { saved: all(), known: deps.known() }),
    facts,
    list,
    put: (saved) =>
      update((content) => {
        const isKnown = content.environments.some(({ id }) => id === saved.id)
        const environments = isKnown
          ? content.environments.map((one) => (one.id === saved.id ? saved : one))
          : [...content.environments, saved]
        return { ...content, environments }
      }),
    markVerified: async (id) => {
      if (find(id)?.verified === false) await updateOne(id, { verified: true })
    },
    setTimeZone: (id, timeZone) => updateOne(id, { timeZone }),
    lookOnlyOf,
    setLookOnly: (id, isOn) => updateOne(id, { lookOnly: isOn }),
    signOut: async (id, forgetKeys) => {
      const saved = find(id)
      if (saved === null) return null
      const signIn = (await vault.erase(refreshTokenName(signInIdentity(saved)))) > 0
      const keys = forgetKeys ? await eraseKeys(saved) : 0
      await notify()
      return { signIn, keys }
    },
    remove: async (id) => {
      const saved = find(id)
      if (saved === null) return
      await eraseKeys(saved)
      const name = refreshTokenName(signInIdentity(saved))
      const isShared = all().some((one) => one.id !== id && refreshTokenName(signInIdentity(one)) === name)
      if (!isShared) await vault.erase(name)
      await update((content) => ({
        ...content,
        current: content.current === id ? trainingPlatform : content.current,
        environments: content.environments.filter((one) => one.id !== id),
      }))
    },
    onChange: listeners.add,
  }
}

/**
 * Calls `forget` with the platform ID of a removed platform unless another saved platform has the same one.
 * Data of a platform ID that an edit left behind stay.
 */
export const followRemovals = (
  savedPlatforms: Pick<SavedPlatforms, 'all' | 'onChange'>,
  forget: (platformId: string) => void,
): (() => void) => {
  const ids = () => new Map(savedPlatforms.all().map(({ id, platformId }) => [id, platformId]))
  let known = ids()
  return savedPlatforms.onChange(() => {
    const before = known
    known = ids()
    const used = new Set(known.values())
    for (const [id, platformId] of before) if (!known.has(id) && !used.has(platformId)) forget(platformId)
  })
}
