import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { hasDisplay } from './display.mjs'
import { MissingError, say } from './outcome.mjs'
import { projectRoot } from './places.mjs'

/**
 * What a bare Debian lacks. Newer releases (Debian 13, Ubuntu 24.04) renamed some for 64-bit times: the first of the
 * names that the release has is the one to install, any of them will do.
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
 * The wanted packages of which no name is installed.
 * @param {string} dpkgOutput lines "NAME STATUS" from dpkg-query
 * @param {readonly (readonly string[])[]} [wanted]
 */
export function missingPackages(dpkgOutput, wanted = debianPackages) {
  const installed = new Set(
    dpkgOutput
      .split('\n')
      .map((line) => line.trim().split(' '))
      .filter(([, status]) => status === 'installed')
      .map(([name]) => name),
  )
  return wanted.filter((names) => !names.some((name) => installed.has(name)))
}

/**
 * The name to install for each: the first that the release has, or the oldest name where apt does not know yet.
 * @param {readonly (readonly string[])[]} missing
 * @param {string} aptOutput what `apt-cache show` says of all the names
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
 * Makes sure the system has what Electron, the USB reader and the hidden display are linked with. Installs it on
 * Debian as root; elsewhere on Linux it says what to type. Windows and macOS bring everything.
 * @param {string} electron the executable
 * @throws {MissingError}
 */
export async function setUpSystemLibraries(electron) {
  if (process.platform !== 'linux') return
  const missing = existsSync('/etc/debian_version') ? await askDpkg() : undefined
  if (missing?.length === 0) return
  if (missing && process.getuid?.() === 0) {
    await install(missing)
    return
  }
  const lacking = await reallyLacking(electron)
  if (lacking.length === 0) return
  throw new MissingError(`This machine lacks ${lacking.join(', ')}. Type:\n${await commandFor(missing)}`)
}

/** @param {readonly (readonly string[])[]} [wanted] each with its names, the newest release's first */
export async function askDpkg(wanted = debianPackages) {
  const query = ['-W', '-f=${Package} ${db:Status-Status}\\n', ...wanted.flat()]
  return missingPackages((await runChild('dpkg-query', query, { output: 'capture' })).stdout, wanted)
}

/**
 * Installs Debian packages; as root only.
 * @param {readonly (readonly string[])[]} missing
 * @param {string} [what] for the person who waits
 * @throws {MissingError}
 */
export async function install(missing, what = 'system libraries') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  say(`Installing ${what} …`)
  // A machine that lacks packages may have no lists, or old ones that name files the mirrors dropped.
  const updated = await runChild('apt-get', ['update', '-qq'], { env })
  const names = namesToInstall(missing, await askApt(missing))
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const installed = await runChild('apt-get', args, { env, output: 'capture' })
  if (installed.status === 0) return
  say(installed.stderr)
  const lists = updated.status === 0 ? '' : ' (its package lists could not be renewed)'
  throw new MissingError(
    `apt-get could not install what is missing${lists}. Type:\napt-get ${args.join(' ')}`,
  )
}

/** @param {readonly (readonly string[])[]} missing */
async function askApt(missing) {
  const args = ['show', '--no-all-versions', ...missing.flat()]
  return (await runChild('apt-cache', args, { output: 'capture' })).stdout
}

/**
 * Nobody who cannot install is sent away for a mere name: what counts is what the programs themselves do not find.
 * @param {string} electron
 */
async function reallyLacking(electron) {
  const prebuilds = join(projectRoot, 'node_modules/node-hid/prebuilds', `HID_hidraw-linux-${process.arch}`)
  const addons = await readdir(prebuilds).catch(() => [])
  const binaries = [electron, ...addons.map((name) => join(prebuilds, name))]
  const { stdout } = await runChild('ldd', binaries, { output: 'capture' })
  const lacking = librariesNotFound(stdout)
  const xvfb = hasDisplay() || (await runChild('Xvfb', ['-help'], { output: 'capture' })).status !== null
  return xvfb ? lacking : [...lacking, 'Xvfb (there is no display)']
}

/** @param {readonly (readonly string[])[] | undefined} missing undefined: not a Debian */
async function commandFor(missing) {
  if (missing) {
    const names = namesToInstall(missing, await askApt(missing))
    return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
  }
  if (existsSync('/usr/bin/dnf')) {
    return 'sudo dnf install xorg-x11-server-Xvfb gtk3 nss alsa-lib mesa-libgbm libXScrnSaver libusb1 google-noto-sans-cjk-fonts'
  }
  return "your package manager's command for GTK 3, NSS, ALSA, libgbm, libXss, libusb 1.0, libudev and Xvfb"
}
