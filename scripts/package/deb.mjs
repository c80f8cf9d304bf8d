import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { FailedError, MissingError } from '../util/outcome.mjs'

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

/** Installation folder of the app. */
export const installFolder = '/opt/lock-desk'

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
 * Builds the Debian package of a packed app with dpkg-deb: the app under /opt, Chromium's sandbox helper with
 * setuid, a command, a menu entry and the udev rule, so that no further steps as root are needed.
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
  await rm(tree, { recursive: true, force: true })
  const resources = join(root, 'resources/linux')
  await mkdir(join(tree, 'opt'), { recursive: true })
  await cp(packed, join(tree, installFolder), { recursive: true })
  await place(join(resources, '60-lock-desk.rules'), join(tree, 'usr/lib/udev/rules.d'), '60-lock-desk.rules')
  await place(join(resources, 'lock-desk.desktop'), join(tree, 'usr/share/applications'), 'lock-desk.desktop')
  await place(
    join(root, 'resources/icon.png'),
    join(tree, 'usr/share/icons/hicolor/512x512/apps'),
    'lock-desk.png',
  )
  await place(join(root, 'LICENSE'), join(tree, 'usr/share/doc/lock-desk'), 'copyright')
  await mkdir(join(tree, 'usr/bin'), { recursive: true })
  await symlink(join(installFolder, 'lock-desk'), join(tree, 'usr/bin/lock-desk'))
  await normalizeModes(tree)
  await chmod(join(tree, installFolder, 'chrome-sandbox'), 0o4755)

  const control = join(tree, 'DEBIAN')
  await mkdir(control)
  const sizeKb = Math.ceil((await sizeOf(tree)) / 1024)
  await writeFile(join(control, 'control'), controlFile({ version, description, arch: process.arch, sizeKb }))
  for (const script of ['postinst', 'postrm']) {
    await place(join(resources, 'deb', script), control, script)
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

/** @param {string} file @param {string} folder @param {string} name */
async function place(file, folder, name) {
  await mkdir(folder, { recursive: true })
  await cp(file, join(folder, name))
}

/**
 * Sets the usual modes, independent of the umask of the build: all users may read, root may write.
 * @param {string} path
 */
async function normalizeModes(path) {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) await normalizeModes(inside)
    else if (entry.isFile()) await chmod(inside, (await stat(inside)).mode & 0o111 ? 0o755 : 0o644)
  }
  await chmod(path, 0o755)
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
