import { launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import type { EnvironmentFacts, EnvironmentList } from '#shared/model/environment'
import type { JsonFile } from '../files/json-file'
import { createListeners } from '../listeners'
import { refreshTokenName } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { keptOf, secretName, signInPlace } from './environment-secrets'
import type { EnvironmentsContent, SavedEnvironment } from './environments-file'

export interface Environments {
  /** Where the next start begins: an id of the list, or `training`. */
  current(): string
  setCurrent(id: string): Promise<void>
  find(id: string): SavedEnvironment | null
  all(): readonly SavedEnvironment[]
  facts(saved: SavedEnvironment): Promise<EnvironmentFacts>
  list(): Promise<EnvironmentList>
  /** Adds it, or puts it in the place of the one with its id. */
  put(saved: SavedEnvironment): Promise<void>
  markVerified(id: string): Promise<void>
  /** Answers what there was to forget. The keys stay unless they are to go too. */
  signOut(
    id: string,
    forgetKeys: boolean,
  ): Promise<{ readonly signIn: boolean; readonly keys: number } | null>
  remove(id: string): Promise<void>
  onChange(listener: (list: EnvironmentList) => void): () => void
}

/**
 * The platforms of this desk: names and addresses in `environments.json`, secrets in the vault. `isOpen` is the one
 * that the desk is on now.
 */
export const createEnvironments = (deps: {
  file: JsonFile<EnvironmentsContent>
  vault: Vault
  isOpen: () => string
  launched: { readonly baseUrl: string } | null
}): Environments => {
  const { file, vault, launched } = deps
  const listeners = createListeners<EnvironmentList>()
  const all = () => file.read().environments
  const find = (id: string) => all().find((saved) => saved.id === id) ?? null

  const facts = async (saved: SavedEnvironment): Promise<EnvironmentFacts> => ({
    ...saved,
    ...(await keptOf(vault, saved)),
  })

  const list = async (): Promise<EnvironmentList> => ({
    current: deps.isOpen(),
    launched,
    environments: await Promise.all(all().map(facts)),
  })

  const tell = async () => listeners.tell(await list())

  const update = async (change: (content: EnvironmentsContent) => EnvironmentsContent) => {
    await file.update(change)
    await tell()
  }

  const eraseKeys = async ({ id }: SavedEnvironment): Promise<number> =>
    (await vault.erase(secretName(id, 'order'))) + (await vault.erase(secretName(id, 'member')))

  return {
    current: () => {
      const { current } = file.read()
      return find(current) === null ? trainingEnvironment : current
    },
    setCurrent: async (id) => {
      // What the command line named is for this run alone.
      if (id !== launchedEnvironment && id !== file.read().current) {
        await file.update((content) => ({ ...content, current: id }))
      }
      await tell()
    },
    find,
    all,
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
      if (find(id)?.verified !== false) return
      await update((content) => ({
        ...content,
        environments: content.environments.map((one) => (one.id === id ? { ...one, verified: true } : one)),
      }))
    },
    signOut: async (id, forgetKeys) => {
      const saved = find(id)
      if (saved === null) return null
      const signIn = (await vault.erase(refreshTokenName(signInPlace(saved)))) > 0
      const keys = forgetKeys ? await eraseKeys(saved) : 0
      await tell()
      return { signIn, keys }
    },
    remove: async (id) => {
      const saved = find(id)
      if (saved === null) return
      await eraseKeys(saved)
      const name = refreshTokenName(signInPlace(saved))
      const isShared = all().some((one) => one.id !== id && refreshTokenName(signInPlace(one)) === name)
      if (!isShared) await vault.erase(name)
      await update((content) => ({
        ...content,
        current: content.current === id ? trainingEnvironment : content.current,
        environments: content.environments.filter((one) => one.id !== id),
      }))
    },
    onChange: listeners.add,
  }
}
