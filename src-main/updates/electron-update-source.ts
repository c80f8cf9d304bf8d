import type { UpdateDelivery } from '#shared/update-commands'
import type { UpdateSource } from './update-source'

/**
 * The update source of a packaged app. electron-updater is loaded at the first question to it, so that a start does not
 * pay for it; it asks through Chromium (which only reads here), with the system's proxy and authorities.
 */
export const electronUpdateSource = (delivery: UpdateDelivery, publicKey: string): UpdateSource => {
  const load = async (): Promise<UpdateSource> => {
    const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
    const { createUpdaterSource } = await import('./updater-source')
    const updater =
      process.platform === 'win32'
        ? new NsisUpdater()
        : process.platform === 'darwin'
          ? new MacUpdater()
          : new AppImageUpdater()
    // What the system's package manager put there may look all the same; it never fetches (updates.ts).
    updater.forceDevUpdateConfig = delivery === 'administrator'
    return createUpdaterSource(updater, publicKey)
  }
  let loaded: UpdateSource | undefined
  return {
    check: async (server) => (loaded ??= await load()).check(server),
    download: async (onPercent) => loaded?.download(onPercent),
    install: () => loaded?.install(),
  }
}
