import type { AppUpdater, UpdateCheckResult, UpdateFileInfo } from 'electron-updater'
import type { UpdateOffer } from '#shared/model/app/update'
import { runBounded } from './bounded-requests'
import type { Executor } from './bounded-requests'
import { folderRequests, folderUrl } from './folder-requests'
import { signedProvider } from './signed-provider'
import { UpdateFileError } from './update-source'
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
  let files: readonly UpdateFileInfo[] = []
  /** Of the opened file; null for a server. */
  let requests: Executor['createRequest'] | null = null
  const find = async (server: string): Promise<UpdateCheckResult | null> => {
    files = []
    const work = () => {
      updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(server, publicKey) })
      return updater.checkForUpdates()
    }
    const result = await runBounded(updater, checkBounds, work, requests)
    if (result?.isUpdateAvailable === true) ({ files } = result.updateInfo)
    return result
  }
  const offerOf = ({ updateInfo }: UpdateCheckResult): UpdateOffer => ({
    version: updateInfo.version,
    notes: plainNotes(updateInfo.releaseNotes),
  })
  return {
    check: async (server) => {
      requests = null
      const result = await find(server)
      return result?.isUpdateAvailable === true ? offerOf(result) : null
    },
    open: async (path) => {
      requests = folderRequests(path, () => new Map(files.map(({ url, size }) => [url, size])))
      const result = await find(folderUrl)
      if (result === null) throw new Error('this installation does not update itself')
      if (!result.isUpdateAvailable) {
        const { version } = result.updateInfo
        throw new UpdateFileError('not-newer', `the file has version ${version}, which is not newer`)
      }
      return offerOf(result)
    },
    download: async (onPercent) => {
      const listener = ({ percent }: { percent: number }) => onPercent(percent)
      updater.on('download-progress', listener)
      try {
        const size = Math.max(...files.map((file) => file.size ?? maxProgramBytes))
        await runBounded(updater, downloadBounds(size), () => updater.downloadUpdate(), requests)
      } finally {
        updater.off('download-progress', listener)
      }
    },
    install: () => updater.quitAndInstall(true, true),
  }
}
