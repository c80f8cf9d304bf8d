import { existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import Store from 'electron-store'
import type { Preferences } from './settings'

const name = 'settings'

/**
 * Preferences in `settings.json`, through electron-store. Nothing vital lies there (on a full disk its writer
 * reports success for a short file). A file that is not JSON is put aside and the defaults are used.
 */
export const openPreferences = (folder: string): { preferences: Preferences; putAside: string | null } => {
  const path = join(folder, `${name}.json`)
  const open = () => new Store<Record<string, unknown>>({ cwd: folder, name, clearInvalidConfig: false })
  const asPreferences = (store: Store): Preferences => ({
    read: () => store.store,
    write: (values) => store.set({ ...values }),
  })
  try {
    return { preferences: asPreferences(open()), putAside: null }
  } catch (error) {
    if (!existsSync(path)) throw error
    const putAside = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '')}`
    renameSync(path, putAside)
    return { preferences: asPreferences(open()), putAside: basename(putAside) }
  }
}
