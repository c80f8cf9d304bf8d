import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { OpenedStore, OpenStore, StoreOptions } from '../../src-main/settings/settings-store'

type BaseStore = new (options: Omit<StoreOptions, 'name'> & { readonly configName: string }) => OpenedStore

/** The base library of electron-store, as electron-store itself finds it. */
const loadBase = async (): Promise<BaseStore> => {
  const fromHere = createRequire(import.meta.url)
  const fromStore = createRequire(fromHere.resolve('electron-store'))
  const { default: Base } = (await import(pathToFileURL(fromStore.resolve('conf')).href)) as {
    readonly default: BaseStore
  }
  return Base
}

/** electron-store for tests without Electron. Its base library finds `name` in `configName`. */
export const openTestStore: OpenStore = async ({ name, ...options }) => {
  const Base = await loadBase()
  return new Base({ ...options, configName: name })
}
