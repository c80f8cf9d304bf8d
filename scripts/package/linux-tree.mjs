import { chmod, cp, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Installation folder of the app. */
const installFolder = '/opt/lock-desk'

/**
 * The files of a Linux package at their places: the app under /opt, Chromium's sandbox helper with setuid, a command, a
 * menu entry and the udev rule, so that no further steps as root are needed.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.packed the app's folder from electron-builder
 * @param {string} what.tree target folder; it is created again
 */
export async function makeLinuxTree({ root, packed, tree }) {
  await rm(tree, { recursive: true, force: true })
  const resources = join(root, 'resources/linux')
  await mkdir(join(tree, 'opt'), { recursive: true })
  await cp(packed, join(tree, installFolder), { recursive: true })
  await placeFile(
    join(resources, '60-lock-desk.rules'),
    join(tree, 'usr/lib/udev/rules.d'),
    '60-lock-desk.rules',
  )
  await placeFile(
    join(resources, 'lock-desk.desktop'),
    join(tree, 'usr/share/applications'),
    'lock-desk.desktop',
  )
  await placeFile(
    join(root, 'resources/icon.png'),
    join(tree, 'usr/share/icons/hicolor/512x512/apps'),
    'lock-desk.png',
  )
  await placeFile(join(root, 'LICENSE'), join(tree, 'usr/share/doc/lock-desk'), 'copyright')
  await mkdir(join(tree, 'usr/bin'), { recursive: true })
  await symlink(join(installFolder, 'lock-desk'), join(tree, 'usr/bin/lock-desk'))
  await normalizeModes(tree)
  await chmod(join(tree, installFolder, 'chrome-sandbox'), 0o4755)
}

/** @param {string} file @param {string} folder @param {string} name */
export async function placeFile(file, folder, name) {
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
