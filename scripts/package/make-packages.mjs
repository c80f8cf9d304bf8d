import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FailedError, messageOf, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'
import { manifestOf } from './packed-modules.mjs'
import { sbomFile } from './sbom.mjs'
import { signing } from './builder-config.mjs'
import { makeDeb, sizeOf } from './deb.mjs'
import { canMakeRpm, makeRpm } from './rpm.mjs'
import { preparePacking, runBuilder, unpackedFolder } from './pack.mjs'
import { signUpdateFiles } from './update-channel.mjs'

/**
 * @typedef {object} Made
 * @property {string[]} files the installers, the files for an update server and the bill of materials; SHA256SUMS
 * is beside them
 * @property {{ target: string, why: string }[]} missing targets that need something missing on this computer
 * @property {string | undefined} packed on Linux, the folder of the packed app
 * @property {string | undefined} size one line: installed size relative to plain Electron
 */

/** Packages for one architecture are made on a computer with it on Linux only. */
const systemName = process.platform === 'linux' ? `linux-${process.arch}` : process.platform

/** Maximum size of the installed app relative to plain Electron. */
export const maxSizeRatio = 1.15

/**
 * Packs the app for this system and builds the installers.
 * @param {readonly string[]} targets dir, deb, rpm, appimage, nsis, msi, dmg, pkg
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
    if (targets.includes('rpm')) {
      if (await canMakeRpm())
        await makeRpm({ root: projectRoot, packed, work: join(packing.made, '..'), made: packing.made })
      else missing.push({ target: 'rpm', why: 'It requires rpmbuild. Install the package rpm or rpm-build.' })
    }
    if (targets.includes('appimage')) {
      const why = await tryAppImage(packing, packed)
      if (why !== undefined) missing.push({ target: 'appimage', why })
    }
  } else {
    printUnsigned(env)
    // Squirrel.Mac updates from a zip, so a dmg needs one.
    const requested = targets
      .filter((name) => name !== 'pkg')
      .flatMap((name) => (name === 'dmg' ? ['dmg', 'zip'] : [name]))
    if (requested.length > 0) await runBuilder(packing, requested)
    if (targets.includes('pkg')) await runBuilder(packing, ['pkg'], { isUniversal: true })
  }
  const signed = await signUpdateFiles(packing.made, env)
  const { name, version } = manifestOf(projectRoot)
  const sbom = `${name}-${version}-${systemName}.cdx.json`
  await copyFile(join(packing.made, '..', sbomFile), join(packing.made, sbom))
  const files = (await readdir(packing.made))
    .filter((name) =>
      /\.(deb|rpm|AppImage|exe|msi|dmg|pkg|zip|blockmap|sig|cdx\.json)$|^latest.*\.yml$/.test(name),
    )
    .map((name) => join(packing.made, name))
  await writeChecksums(packing.made, files)
  if (signed.length === 0 && files.some((file) => file.endsWith('.yml'))) {
    printMessage('Update files not signed: set LOCK_DESK_UPDATE_KEY. This package cannot check for updates.')
  }
  const packed = process.platform === 'linux' ? unpackedFolder(packing) : undefined
  return { files, missing, packed, size: await sizeLine(packing) }
}

/**
 * Writes SHA256SUMS, which `sha256sum --check` verifies.
 * @param {string} folder
 * @param {readonly string[]} files in the folder
 */
async function writeChecksums(folder, files) {
  const lines = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    lines.push(`${hash.digest('hex')}  ${basename(file)}\n`)
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}

/** @param {NodeJS.ProcessEnv} env */
function printUnsigned(env) {
  const keys = signing(env)
  if (process.platform === 'win32' && !keys.windows) {
    printMessage('Not signed: set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD. Windows warns during installation.')
  }
  if (process.platform === 'darwin' && !keys.mac) {
    printMessage('Not signed: set CSC_LINK and CSC_KEY_PASSWORD. macOS opens it only after a confirmation.')
  } else if (process.platform === 'darwin' && !keys.notarize) {
    printMessage('Not notarized: set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.')
  }
}

/** Matches the messages of electron-builder and its libraries for a failed download. */
const notFetched =
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|HTTPError|fetch|getaddrinfo|download/i

/**
 * Builds the AppImage with tools that electron-builder downloads; APPIMAGE_TOOLS_PATH names a folder that
 * contains them.
 * @param {import('./pack.mjs').Packing} packing
 * @param {string} packed
 * @returns {Promise<string | undefined>} the reason if it cannot be built here
 */
async function tryAppImage(packing, packed) {
  try {
    await runBuilder(packing, ['AppImage'], { prepackaged: packed })
    return undefined
  } catch (error) {
    const message = messageOf(error)
    if (!notFetched.test(message)) throw new FailedError(`Could not build the AppImage: ${message}`)
    return (
      `electron-builder's AppImage tools could not be downloaded (${message.split('\n')[0] ?? ''}). ` +
      'Check the network, or set APPIMAGE_TOOLS_PATH to a folder with these tools.'
    )
  }
}

/** @param {import('./pack.mjs').Packing} packing */
async function sizeLine(packing) {
  const { installed, bare } = await measureSize(packing)
  if (bare === undefined) return undefined
  const ratio = installed / bare
  const line = `installed ${megabytes(installed)} MB, ×${ratio.toFixed(2)} of plain Electron ${packing.electron} (limit ${maxSizeRatio})`
  if (ratio > maxSizeRatio) throw new FailedError(`The package is too large: ${line}`)
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
const megabytes = (bytes) => (bytes / 1e6).toFixed(0)
