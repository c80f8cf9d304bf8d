import { ipcMain } from 'electron'
import { loadWithoutSignalHandlers } from './load-without-signal-handlers'
import type { OpenStore } from './settings-store'

export const openElectronStore: OpenStore = async (options) => {
  const { default: Store } = await loadWithoutSignalHandlers(() => import('electron-store'))
  const store = new Store(options)
  // electron-store registers this listener for stores in renderers, which the app does not use; it responds to
  // any sender.
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}
