import type { AppUpdater } from 'electron-updater'
import type { UpdateOffer } from '#shared/update-commands'
import { signedProvider } from './signed-provider'
import type { UpdateSource } from './update-source'

const longestNotes = 20_000

/** Only plain text: what a server says is never markup for us. */
const plainNotes = (notes: unknown): string => {
  const text = Array.isArray(notes)
    ? notes.map((one: { note?: string | null }) => one.note ?? '').join('\n')
    : notes
  return typeof text === 'string' ? text.trim().slice(0, longestNotes) : ''
}

/** electron-updater, told to do nothing of its own accord and to believe only what our makers signed. */
export const createUpdaterSource = (updater: AppUpdater, publicKey: string): UpdateSource => {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  updater.logger = null
  // Every failure is thrown as well; without a listener the event would be thrown once more.
  updater.on('error', () => undefined)
  return {
    check: async (server) => {
      updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(server, publicKey) })
      const result = await updater.checkForUpdates()
      if (result?.isUpdateAvailable !== true) return null
      const { version, releaseNotes } = result.updateInfo
      return { version, notes: plainNotes(releaseNotes) } satisfies UpdateOffer
    },
    download: async (onPercent) => {
      const listener = ({ percent }: { percent: number }) => onPercent(percent)
      updater.on('download-progress', listener)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', listener)
      }
    },
    install: () => updater.quitAndInstall(true, true),
  }
}
