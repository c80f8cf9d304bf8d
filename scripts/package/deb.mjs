import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { FailedError, MissingError } from '../util/outcome.mjs'
import { makeLinuxTree, placeFile } from './linux-tree.mjs'

/** Debian's names of CPU architectures. */
const debianArchs = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'amd64', arm64: 'arm64' })

/**
 * Packages that Electron, the USB reader and the keyring need. Newer releases renamed some. No versions, so
 * that every release can install it.
 */
const depends = [
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libc6',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libudev1',
  'libusb-1.0-0',
  // Chromium loads it by name, so the linker does not list it. Without it the app exits immediately.
  'libx11-xcb1',
  'libxss1',
  'xdg-utils',
]
const recommends = ['libsecret-1-0', 'gnome-keyring | kwalletmanager']

/**
 * @param {object} of
 * @param {string} of.version
 * @param {string} of.description
 * @param {string} of.arch as Node names it
 * @param {number} of.sizeKb installed
 */
export function controlFile({ version, description, arch, sizeKb }) {
  return [
    'Package: lock-desk',
    `Version: ${version.replace('-', '~')}`,
    `Architecture: ${debianArchs[arch] ?? arch}`,
    'Maintainer: Lock Desk <lock-desk@localhost>',
    'Section: misc',
    'Priority: optional',
    `Installed-Size: ${sizeKb}`,
    `Depends: ${depends.join(', ')}`,
    `Recommends: ${recommends.join(', ')}`,
    `Description: ${description}`,
    '',
  ].join('\n')
}

/**
 * Builds the Debian package of a packed app with dpkg-deb.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.packed the app's folder from electron-builder
 * @param {string} what.work a working folder
 * @param {string} what.made target folder
 * @returns {Promise<string>} the package
 * @throws {MissingError} without dpkg-deb
 */
export async function makeDeb({ root, packed, work, made }) {
  if ((await runChild('dpkg-deb', ['--version'], { output: 'capture' })).status !== 0) {
    throw new MissingError('Building a .deb requires dpkg-deb. Install the package dpkg.')
  }
  const { version, description } = /** @type {{ version: string, description: string }} */ (
    parseJson(await readFile(join(root, 'package.json'), 'utf8'))
  )
  const tree = join(work, 'deb')
  await makeLinuxTree({ root, packed, tree })

  const control = join(tree, 'DEBIAN')
  await mkdir(control)
  const sizeKb = Math.ceil((await sizeOf(tree)) / 1024)
  await writeFile(join(control, 'control'), controlFile({ version, description, arch: process.arch, sizeKb }))
  for (const script of ['postinst', 'postrm']) {
    await placeFile(join(root, 'resources/linux/deb', script), control, script)
    await chmod(join(control, script), 0o755)
  }
  const file = join(made, `lock-desk_${version}_${debianArchs[process.arch] ?? process.arch}.deb`)
  // zstd: supported since Debian 12 and Ubuntu 21.10, and ten times as fast to build as xz.
  const args = ['--root-owner-group', '-Zzstd', '-z10', '--build', tree, file]
  if ((await runChild('dpkg-deb', args)).status !== 0)
    throw new FailedError('dpkg-deb failed. See its message above.')
  await rm(tree, { recursive: true })
  return file
}

/**
 * @param {string} folder
 * @returns {Promise<number>} total size of the files in bytes; 0 for a missing folder
 */
export async function sizeOf(folder) {
  if (!existsSync(folder)) return 0
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
