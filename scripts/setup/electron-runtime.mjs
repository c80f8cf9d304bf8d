import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitStatus, MissingError, runScript, say, UsageError } from './outcome.mjs'
import { setUpPackages } from './packages.mjs'

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable
 * @property {'declared' | 'fallback'} kind
 */

/**
 * Which Electrons to try, in this order.
 * @param {string | undefined} asked LOCK_DESK_ELECTRON
 * @param {string} platform e.g. "linux-x64"
 * @returns {('declared' | 'fallback')[]}
 * @throws {UsageError}
 */
export function runtimesToTry(asked, platform) {
  const fallback = platform === 'linux-x64'
  if (asked === 'declared') return ['declared']
  if (asked === 'fallback') {
    if (!fallback)
      throw new MissingError(`There is no fallback Electron for ${platform}. Unset LOCK_DESK_ELECTRON.`)
    return ['fallback']
  }
  if (asked) throw new UsageError('LOCK_DESK_ELECTRON may be "declared" or "fallback".')
  return fallback ? ['declared', 'fallback'] : ['declared']
}

/**
 * The Electron this machine runs the app on: the declared one, or where its download is blocked and there is one
 * for this platform, an older copy from the npm registry. Packages must be installed.
 * @returns {Promise<ElectronRuntime>}
 * @throws {MissingError} when there is none
 */
export async function setUpElectron() {
  const asked = process.env.LOCK_DESK_ELECTRON
  const platform = `${process.platform}-${process.arch}`
  const { setUpDeclaredElectron, declaredVersion } = await import('./declared-electron.mjs')
  for (const kind of runtimesToTry(asked, platform)) {
    if (kind === 'declared') {
      const executable = await setUpDeclaredElectron({
        insist: asked === 'declared' || platform !== 'linux-x64',
      })
      if (executable) return { executable, kind }
      continue
    }
    const { setUpFallbackElectron, fallbackVersion } = await import('./fallback-electron.mjs')
    const executable = await setUpFallbackElectron()
    say(
      `Note: this runs on the older Electron ${fallbackVersion}; users get ${declaredVersion()}, ` +
        'whose download is not to be had here.',
    )
    return { executable, kind }
  }
  throw new MissingError(
    `Electron ${declaredVersion()} could not be downloaded, and there is no fallback for ${platform}.\n` +
      'Check the network or name a mirror (ELECTRON_MIRROR), then type: npx install-electron',
  )
}

/**
 * The switches Electron needs here: Chromium's sandbox refuses to run as root on Linux.
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
      throw new UsageError('Usage: node scripts/setup/electron-runtime.mjs --print-path')
    }
    await setUpPackages()
    const { executable } = await setUpElectron()
    process.stdout.write(`${executable}\n`)
    return exitStatus.ok
  })
}
