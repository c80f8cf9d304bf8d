import type { UpdateDelivery } from '#shared/model/app/update'
import type { UpdateNetwork } from './update-proxy'
import type { UpdateSource } from './update-source'

/**
 * The update source of a packaged app. electron-updater is loaded at first use to keep the start fast; its
 * requests go through Chromium with the policy's or the system's proxy and the system's CA certificates.
 */
export const electronUpdateSource = (
  delivery: UpdateDelivery,
  publicKey: string,
  network: UpdateNetwork,
): UpdateSource => {
  const load = async (): Promise<UpdateSource> => {
    const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
    const [{ createUpdaterSource }, { useProxy }] = await Promise.all([
      import('./updater-source'),
      import('./update-proxy'),
    ])
    const updater =
      process.platform === 'win32'
        ? new NsisUpdater()
        : process.platform === 'darwin'
          ? new MacUpdater()
          : new AppImageUpdater()
    // An installation by a package manager may check for updates but never downloads them (updates.ts).
    updater.forceDevUpdateConfig = delivery === 'administrator'
    await useProxy(updater, network)
    return createUpdaterSource(updater, publicKey)
  }
  let loaded: UpdateSource | undefined
  return {
    check: async (server) => (loaded ??= await load()).check(server),
    open: async (path) => (loaded ??= await load()).open(path),
    download: async (onPercent) => loaded?.download(onPercent),
    install: () => loaded?.install(),
  }
}
