import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FailedError, say } from '../setup/outcome.mjs'
import { projectRoot } from '../setup/places.mjs'
import { signing } from './builder-config.mjs'
import { makeDeb, sizeOf } from './deb.mjs'
import { preparePacking, runBuilder, unpackedFolder } from './pack.mjs'
import { signUpdateFiles } from './update-channel.mjs'

/**
 * @typedef {object} Made
 * @property {string[]} files the installers, and the files that an update server needs
 * @property {{ target: string, why: string }[]} missing what this machine lacks something for
 * @property {string | undefined} packed on Linux, the app's folder as it will be installed
 * @property {string | undefined} size one line: installed, against the bare Electron
 */

/** The most that an installed app may be of a bare Electron. */
export const largestRatio = 1.15

/**
 * Packs the app for this system and makes the installers asked for.
 * @param {readonly string[]} targets dir, deb, appimage, nsis, dmg
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Made>}
 */
export async function makePackages(targets, env = process.env) {
  const packing = await preparePacking({ env })
  /** @type {Made['missing']} */
  const missing = []
  if (process.platform === 'linux') {
    await runBuilder(packing, ['dir'])
    const packed = unpackedFolder(packing)
    if (targets.includes('deb')) {
      await makeDeb({ root: projectRoot, packed, work: join(packing.made, '..'), made: packing.made })
    }
    if (targets.includes('appimage')) {
      const why = await tryAppImage(packing, packed)
      if (why !== undefined) missing.push({ target: 'appimage', why })
    }
  } else {
    sayUnsigned(env)
    // Squirrel.Mac updates from a zip, so a dmg never comes alone.
    const wanted = targets.flatMap((name) => (name === 'dmg' ? ['dmg', 'zip'] : [name]))
    await runBuilder(packing, wanted)
  }
  const signed = await signUpdateFiles(packing.made, env)
  const files = (await readdir(packing.made))
    .filter((name) => /\.(deb|AppImage|exe|dmg|zip|blockmap|sig)$|^latest.*\.yml$/.test(name))
    .map((name) => join(packing.made, name))
  if (signed.length === 0 && files.some((file) => file.endsWith('.yml'))) {
    say(
      'Without LOCK_DESK_UPDATE_KEY this package cannot look for newer ones, and none will take it for one.',
    )
  }
  const packed = process.platform === 'linux' ? unpackedFolder(packing) : undefined
  return { files, missing, packed, size: await sizeLine(packing) }
}

/** @param {NodeJS.ProcessEnv} env */
function sayUnsigned(env) {
  const keys = signing(env)
  if (process.platform === 'win32' && !keys.windows) {
    say('Not signed: set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD. Windows will warn whoever installs it.')
  }
  if (process.platform === 'darwin' && !keys.mac) {
    say('Not signed: set CSC_LINK and CSC_KEY_PASSWORD. macOS opens it only after a second look.')
  } else if (process.platform === 'darwin' && !keys.notarize) {
    say('Not notarized: set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.')
  }
}

/** What a blocked or broken download says, in electron-builder's words and in those beneath it. */
const notFetched =
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|HTTPError|fetch|getaddrinfo|download/i

/**
 * electron-builder makes it with tools that it downloads; APPIMAGE_TOOLS_PATH names a folder that has them.
 * @param {import('./pack.mjs').Packing} packing
 * @param {string} packed
 * @returns {Promise<string | undefined>} why it cannot be made here
 */
async function tryAppImage(packing, packed) {
  try {
    await runBuilder(packing, ['AppImage'], packed)
    return undefined
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (!notFetched.test(said)) throw new FailedError(`The AppImage could not be made: ${said}`)
    return (
      `electron-builder's AppImage tools could not be downloaded (${said.split('\n')[0] ?? ''}). ` +
      'Check the network, or name a folder that has them: APPIMAGE_TOOLS_PATH'
    )
  }
}

/** @param {import('./pack.mjs').Packing} packing */
async function sizeLine(packing) {
  const { installed, bare } = await measureSize(packing)
  if (bare === undefined) return undefined
  const ratio = installed / bare
  const line = `installed ${mb(installed)} MB, ×${ratio.toFixed(2)} of bare Electron ${packing.electron} (aim ${largestRatio})`
  if (ratio > largestRatio) throw new FailedError(`Too large: ${line}`)
  return line
}

/**
 * @param {import('./pack.mjs').Packing} packing
 * @returns {Promise<{ installed: number, bare: number | undefined }>} bytes
 */
export async function measureSize(packing) {
  if (process.platform !== 'linux' || packing.electronFolder === undefined)
    return { installed: 0, bare: undefined }
  return {
    installed: await sizeOf(unpackedFolder(packing)),
    bare: await sizeOf(packing.electronFolder),
  }
}

/** @param {number} bytes */
const mb = (bytes) => (bytes / 1e6).toFixed(0)
