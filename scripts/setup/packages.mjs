import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { runNpm } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'

/**
 * Whether this Node version can run the project: it can require() the ES modules of the tools and of Electron's
 * installer, and ESLint supports it. `engines` in package.json says the same.
 * @param {string} version from process.versions.node, such as "20.19.0"
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24
}

/**
 * Installs the packages of the lock file if node_modules is missing, was installed from another one or on another
 * system. Concurrent installations wait for each other.
 * @param {string} [root]
 * @throws {MissingError} if Node is too old or npm fails
 */
export async function setUpPackages(root = projectRoot) {
  if (!isNodeNewEnough(process.versions.node)) {
    throw new MissingError(
      `Lock Desk needs Node 20.19, 22.13, 24 or newer; this is ${process.versions.node}.\n` +
        'Install a current version from https://nodejs.org, or with a version manager: nvm install 24',
    )
  }
  // Vite reads them as parts of an address or writes them into its code.
  const unfit = /[#?"]/.exec(root)?.[0]
  if (unfit !== undefined) {
    throw new MissingError(
      `The build does not work in a folder with ${unfit} in its path: ${root}\nMove the project to another folder.`,
    )
  }
  const lock = await readFile(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  const expected = `${hash} ${process.platform}-${process.arch}`
  const stamp = join(root, 'node_modules/.lock-desk-setup')
  const isInstalled = async () =>
    (await textOf(stamp)) === expected || (await isInstalledByHand(root, lock.toString('utf8')))
  if (await isInstalled()) return

  await withLock(root, 'installation', async () => {
    if (await isInstalled()) return
    printMessage('Installing the packages of package-lock.json…')
    // Where npm is stopped half-way, an earlier stamp would call the rest complete.
    await rm(stamp, { force: true })
    // Whatever the person's settings leave out.
    const all = ['--include=dev', '--include=optional', '--include=peer']
    const args = ['ci', ...all, '--no-fund', '--no-audit', '--loglevel=error']
    const { status } = await runNpm(args, { cwd: root })
    if (status !== 0) {
      throw new MissingError('Could not install the packages. See npm’s message above, then type: npm ci')
    }
    await writeFile(stamp, expected)
  })
}

/**
 * Whether npm was run by hand: npm stores a copy of the lock file, without the root package, in node_modules.
 * @param {string} root
 * @param {string} lock
 */
async function isInstalledByHand(root, lock) {
  const copy = await textOf(join(root, 'node_modules/.package-lock.json'))
  return copy !== undefined && haveSamePackages(lock, copy)
}

/**
 * Compares a lock file with npm's record of the installed packages. A missing optional package is a difference only if
 * it is for this system: node_modules may come from another one.
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json
 * @param {{ platform: string, arch: string }} [system]
 */
export function haveSamePackages(lockText, installedText, system = process) {
  const expected = packagesOf(lockText)
  const installed = packagesOf(installedText)
  const extra = Object.keys(installed).some((path) => !(path in expected))
  return (
    !extra &&
    Object.entries(expected).every(([path, entry]) => {
      const found = installed[path]
      if (path === '' || (found === undefined && entry.optional && !isFor(entry, system))) return true
      return found?.version === entry.version && found?.integrity === entry.integrity
    })
  )
}

/**
 * Whether an optional package is for a system. On Linux that has glibc, which Electron needs.
 * @param {LockEntry} entry
 * @param {{ platform: string, arch: string }} system
 */
function isFor({ os, cpu, libc }, { platform, arch }) {
  const fits = (/** @type {readonly string[] | undefined} */ names, /** @type {string} */ name) =>
    names?.includes(name) ?? false
  return fits(os, platform) && fits(cpu, arch) && (libc === undefined || libc.includes('glibc'))
}

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 */

/**
 * @param {string} text
 * @returns {Record<string, LockEntry>}
 */
function packagesOf(text) {
  try {
    return /** @type {{ packages?: ReturnType<typeof packagesOf> }} */ (parseJson(text)).packages ?? {}
  } catch {
    return {}
  }
}

/** @param {string} file */
async function textOf(file) {
  return readFile(file, 'utf8').catch(() => undefined)
}
