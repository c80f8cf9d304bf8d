import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runNpm } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'

const oldestNode = [20, 19]

/**
 * Whether this Node version can run the project. 20.19 is the oldest that can require() the ES modules of the
 * tools.
 * @param {string} version from process.versions.node, such as "20.19.0"
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantMajor = 0, wantMinor = 0] = oldestNode
  return major > wantMajor || (major === wantMajor && minor >= wantMinor)
}

/**
 * Installs the packages of the lock file if node_modules is missing or was installed from another one.
 * @param {string} [root]
 * @throws {MissingError} if Node is too old or npm fails
 */
export async function setUpPackages(root = projectRoot) {
  if (!isNodeNewEnough(process.versions.node)) {
    throw new MissingError(
      `Lock Desk needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.\n` +
        'Install a current version from https://nodejs.org, or with a version manager: nvm install 22',
    )
  }
  const lock = await readFile(join(root, 'package-lock.json'))
  const expected = createHash('sha256').update(lock).digest('hex')
  const stamp = join(root, 'node_modules/.lock-desk-setup')
  if ((await textOf(stamp)) === expected || (await isInstalledByHand(root, lock))) return

  printMessage('Installing the packages of package-lock.json…')
  const { status } = await runNpm(['ci', '--no-fund', '--no-audit', '--loglevel=error'], { cwd: root })
  if (status !== 0) {
    throw new MissingError('Could not install the packages. See npm’s message above, then type: npm ci')
  }
  await writeFile(stamp, expected)
}

/**
 * Whether npm was run by hand: npm stores a copy of the lock file, without the root package, in node_modules.
 * @param {string} root
 * @param {Buffer} lock
 */
async function isInstalledByHand(root, lock) {
  const copy = await textOf(join(root, 'node_modules/.package-lock.json'))
  return copy !== undefined && haveSamePackages(lock.toString('utf8'), copy)
}

/**
 * Compares a lock file with npm's record of the installed packages. A missing optional package is no
 * difference, because the record does not contain packages for other platforms.
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json
 */
export function haveSamePackages(lockText, installedText) {
  const expected = packagesOf(lockText)
  const installed = packagesOf(installedText)
  const extra = Object.keys(installed).some((path) => !(path in expected))
  return (
    !extra &&
    Object.entries(expected).every(([path, entry]) => {
      const found = installed[path]
      if (path === '' || (found === undefined && entry.optional)) return true
      return found?.version === entry.version && found?.integrity === entry.integrity
    })
  )
}

/**
 * @param {string} text
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
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
