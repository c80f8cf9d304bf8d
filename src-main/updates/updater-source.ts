import type { AppUpdater } from 'electron-updater'
import type { UpdateOffer } from '#shared/model/app/update'
import { runBounded } from './bounded-requests'
import { signedProvider } from './signed-provider'
import type { UpdateSource } from './update-source'

const maxNotesLength = 20_000

const mebibyte = 1024 * 1024
/** The signed file and its signature have some kilobytes. */
const checkBounds = { maxBytes: mebibyte, silentMs: 30_000, maxMs: 60_000 }
/** The program, whose size is signed, and the bodies of redirects. */
const downloadBounds = (size: number) => ({
  maxBytes: size + mebibyte,
  silentMs: 60_000,
  maxMs: 6 * 60 * 60_000,
})
/** For a signed file without a size. */
const maxProgramBytes = 1024 * mebibyte

/** Plain text only: server text is never treated as markup. */
const plainNotes = (notes: unknown): string => {
  const text = Array.isArray(notes)
    ? notes.map((one: { note?: string | null }) => one.note ?? '').join('\n')
    : notes
  return typeof text === 'string' ? text.trim().slice(0, maxNotesLength) : ''
}

/** Configures electron-updater to do nothing by itself and to accept only files signed by the publisher. */
export const createUpdaterSource = (updater: AppUpdater, publicKey: string): UpdateSource => {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  // The map of differences is not signed, and electron-updater unpacks it in one go.
  updater.disableDifferentialDownload = true
  updater.logger = null
  // Errors are also thrown by the calls; without a listener, the event would throw again.
  updater.on('error', () => undefined)
  let size = maxProgramBytes
  return {
    check: async (server) => {
      const result = await runBounded(updater, checkBounds, () => {
        updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(server, publicKey) })
        return updater.checkForUpdates()
      })
      if (result?.isUpdateAvailable !== true) return null
      const { version, releaseNotes, files } = result.updateInfo
      size = Math.max(...files.map((file) => file.size ?? maxProgramBytes))
      return { version, notes: plainNotes(releaseNotes) } satisfies UpdateOffer
    },
    download: async (onPercent) => {
      const listener = ({ percent }: { percent: number }) => onPercent(percent)
      updater.on('download-progress', listener)
      try {
        await runBounded(updater, downloadBounds(size), () => updater.downloadUpdate())
      } finally {
        updater.off('download-progress', listener)
      }
    },
    install: () => updater.quitAndInstall(true, true),
  }
}
