import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { hasDisplay } from './display.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'

/**
 * Packages missing from a minimal Debian. Newer releases (Debian 13, Ubuntu 24.04) renamed some: the first name
 * that the release has is installed.
 */
const debianPackages = [
  ['xvfb'],
  ['xauth'],
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
  ['libxss1'],
  ['libusb-1.0-0'],
  ['libudev1'],
  ['fonts-noto-cjk'],
]

/**
 * The packages of which no name is installed.
 * @param {string} dpkgOutput lines "NAME STATUS" from dpkg-query
 * @param {readonly (readonly string[])[]} [required]
 */
export function missingPackages(dpkgOutput, required = debianPackages) {
  const installed = new Set(
    dpkgOutput
      .split('\n')
      .map((line) => line.trim().split(' '))
      .filter(([, status]) => status === 'installed')
      .map(([name]) => name),
  )
  return required.filter((names) => !names.some((name) => installed.has(name)))
}

/**
 * The name to install for each package: the first that the release has, or the oldest if apt has no lists yet.
 * @param {readonly (readonly string[])[]} missing
 * @param {string} aptOutput output of `apt-cache show` for all names
 */
export function namesToInstall(missing, aptOutput) {
  const available = new Set([...aptOutput.matchAll(/^Package: (.+)$/gm)].map(([, name]) => name))
  return missing.map((names) => names.find((name) => available.has(name)) ?? names.at(-1) ?? '')
}

/**
 * The shared libraries that the loader does not find.
 * @param {string} lddOutput
 */
export function librariesNotFound(lddOutput) {
  return [...new Set([...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map(([, name = '']) => name))]
}

/**
 * Makes sure that the libraries of Electron, the USB reader and the hidden display are installed. Installs them
 * as root on Debian; on other Linux systems the message names the command. Windows and macOS need none.
 * @param {string} electron the executable
 * @throws {MissingError}
 */
export async function setUpSystemLibraries(electron) {
  if (process.platform !== 'linux') return
  const missing = existsSync('/etc/debian_version') ? await queryDpkg() : undefined
  if (missing?.length === 0) return
  if (missing && process.getuid?.() === 0) {
    await install(missing)
    return
  }
  const lacking = await findMissingLibraries(electron)
  if (lacking.length === 0) return
  throw new MissingError(
    `Missing on this computer: ${lacking.join(', ')}. Type:\n${await commandFor(missing)}`,
  )
}

/** @param {readonly (readonly string[])[]} [required] names of each package, the newest release's first */
export async function queryDpkg(required = debianPackages) {
  const query = ['-W', '-f=${Package} ${db:Status-Status}\\n', ...required.flat()]
  return missingPackages((await runChild('dpkg-query', query, { output: 'capture' })).stdout, required)
}

/**
 * Installs Debian packages; as root only.
 * @param {readonly (readonly string[])[]} missing
 * @param {string} [what] a description for the progress message
 * @throws {MissingError}
 */
export async function install(missing, what = 'system libraries') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  printMessage(`Installing ${what}…`)
  // The package lists can be missing, or outdated and refer to files that the mirrors no longer have.
  const updated = await runChild('apt-get', ['update', '-qq'], { env })
  const names = namesToInstall(missing, await queryApt(missing))
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const installed = await runChild('apt-get', args, { env, output: 'capture' })
  if (installed.status === 0) return
  printMessage(installed.stderr)
  const lists = updated.status === 0 ? '' : ' (the package lists could not be updated)'
  throw new MissingError(`apt-get could not install the packages${lists}. Type:\napt-get ${args.join(' ')}`)
}

/** @param {readonly (readonly string[])[]} missing */
async function queryApt(missing) {
  const args = ['show', '--no-all-versions', ...missing.flat()]
  return (await runChild('apt-cache', args, { output: 'capture' })).stdout
}

/**
 * Libraries that the programs really lack. Without root, a package with another name must not stop the start.
 * @param {string} electron
 */
async function findMissingLibraries(electron) {
  const prebuilds = join(projectRoot, 'node_modules/node-hid/prebuilds', `HID_hidraw-linux-${process.arch}`)
  const addons = await readdir(prebuilds).catch(() => [])
  const binaries = [electron, ...addons.map((name) => join(prebuilds, name))]
  const { stdout } = await runChild('ldd', binaries, { output: 'capture' })
  const lacking = librariesNotFound(stdout)
  const xvfb =
    (await hasDisplay()) || (await runChild('Xvfb', ['-help'], { output: 'capture' })).status !== null
  return xvfb ? lacking : [...lacking, 'Xvfb (no display found)']
}

/** @param {readonly (readonly string[])[] | undefined} missing undefined on other systems than Debian */
async function commandFor(missing) {
  if (missing) {
    const names = namesToInstall(missing, await queryApt(missing))
    return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
  }
  if (existsSync('/usr/bin/dnf')) {
    return 'sudo dnf install xorg-x11-server-Xvfb gtk3 nss alsa-lib mesa-libgbm libXScrnSaver libusb1 google-noto-sans-cjk-fonts'
  }
  return "your package manager's command for GTK 3, NSS, ALSA, libgbm, libXss, libusb 1.0, libudev and Xvfb"
}
