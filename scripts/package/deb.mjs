import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { parseJson } from '../setup/json.mjs'
import { FailedError, MissingError } from '../setup/outcome.mjs'

/** Debian's name for a processor. */
const debianArchs = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'amd64', arm64: 'arm64' })

/**
 * What Electron, the USB reader and the keyring are linked with or ask for; newer releases renamed two. Versions are
 * left to the release.
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
  // Chromium opens it by name, so no linker tells that it is needed; without it the app ends at once.
  'libx11-xcb1',
  'libxss1',
  'xdg-utils',
]
const recommends = ['libsecret-1-0', 'gnome-keyring | kwalletmanager']

/** Where the app lies once it is installed. */
export const installedIn = '/opt/lock-desk'

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
 * Makes the Debian package of a packed app, with dpkg-deb alone: the app under /opt, Chromium's sandbox helper setuid,
 * a command, a menu entry and the udev rule, so that nobody has to type sudo afterwards.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.packed the app's folder, as electron-builder made it
 * @param {string} what.work a folder to make it in
 * @param {string} what.made where the package goes
 * @returns {Promise<string>} the package
 * @throws {MissingError} where dpkg-deb is not
 */
export async function makeDeb({ root, packed, work, made }) {
  if ((await runChild('dpkg-deb', ['--version'], { output: 'capture' })).status !== 0) {
    throw new MissingError(
      'A .deb is made with dpkg-deb. On Debian and Ubuntu it is there; elsewhere install dpkg.',
    )
  }
  const { version, description } = /** @type {{ version: string, description: string }} */ (
    parseJson(await readFile(join(root, 'package.json'), 'utf8'))
  )
  const tree = join(work, 'deb')
  await rm(tree, { recursive: true, force: true })
  const resources = join(root, 'resources/linux')
  await mkdir(join(tree, 'opt'), { recursive: true })
  await cp(packed, join(tree, installedIn), { recursive: true })
  await place(join(resources, '60-lock-desk.rules'), join(tree, 'usr/lib/udev/rules.d'), '60-lock-desk.rules')
  await place(join(resources, 'lock-desk.desktop'), join(tree, 'usr/share/applications'), 'lock-desk.desktop')
  await place(
    join(root, 'resources/icon.png'),
    join(tree, 'usr/share/icons/hicolor/512x512/apps'),
    'lock-desk.png',
  )
  await place(join(root, 'LICENSE'), join(tree, 'usr/share/doc/lock-desk'), 'copyright')
  await mkdir(join(tree, 'usr/bin'), { recursive: true })
  await symlink(join(installedIn, 'lock-desk'), join(tree, 'usr/bin/lock-desk'))
  await plainModes(tree)
  await chmod(join(tree, installedIn, 'chrome-sandbox'), 0o4755)

  const control = join(tree, 'DEBIAN')
  await mkdir(control)
  const sizeKb = Math.ceil((await sizeOf(tree)) / 1024)
  await writeFile(join(control, 'control'), controlFile({ version, description, arch: process.arch, sizeKb }))
  for (const script of ['postinst', 'postrm']) {
    await place(join(resources, 'deb', script), control, script)
    await chmod(join(control, script), 0o755)
  }
  const file = join(made, `lock-desk_${version}_${debianArchs[process.arch] ?? process.arch}.deb`)
  // zstd: read by every release since Debian 12 and Ubuntu 21.10, and ten times faster to make than xz.
  const args = ['--root-owner-group', '-Zzstd', '-z10', '--build', tree, file]
  if ((await runChild('dpkg-deb', args)).status !== 0) throw new FailedError('dpkg-deb failed (above).')
  await rm(tree, { recursive: true })
  return file
}

/** @param {string} file @param {string} folder @param {string} name */
async function place(file, folder, name) {
  await mkdir(folder, { recursive: true })
  await cp(file, join(folder, name))
}

/**
 * Modes as every package has them, whatever the umask of the person who packs: everybody may read, root may write.
 * @param {string} path
 */
async function plainModes(path) {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) await plainModes(inside)
    else if (entry.isFile()) await chmod(inside, (await stat(inside)).mode & 0o111 ? 0o755 : 0o644)
  }
  await chmod(path, 0o755)
}

/**
 * @param {string} folder
 * @returns {Promise<number>} bytes in files; a folder that is not there has none
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
