import type { Options } from 'electron-store'

export type Content = Record<string, unknown>

/** The part of electron-store that the app uses. */
export interface OpenedStore {
  /** Reads and writes the whole file. Both throw the file system's error. */
  store: Content
}

export type StoreOptions = Options<Content> & {
  readonly cwd: string
  readonly name: string
  /** Decides which migrations run; electron-store's default is the app's version. */
  readonly projectVersion: string
}

/** Opens a store: electron-store in the app; in tests, its base library, which runs without Electron. */
export type OpenStore = (options: StoreOptions) => Promise<OpenedStore>
