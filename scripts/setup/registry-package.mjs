import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun, runNpm } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { MissingError, printMessage } from '../util/outcome.mjs'
import { cacheFolder } from '../util/paths.mjs'

/**
 * The contents of a package of the npm registry, without what it depends on. Downloaded once into the cache folder.
 * @param {string} name
 * @param {string} range such as "20.19.0", "24" or "latest"
 * @returns {Promise<string | undefined>} its folder; undefined if the registry has no such package
 * @throws {MissingError} if the registry cannot be reached
 */
export async function setUpRegistryPackage(name, range) {
  const version = await newestVersion(name, range)
  if (version === undefined) return undefined
  const folder = join(cacheFolder(), `${name.replace('/', '-')}-${version}`)
  if (existsSync(folder)) return folder
  printMessage(`Downloading ${name} ${version} from the npm registry (once)…`)
  await mkdir(cacheFolder(), { recursive: true })
  const work = await mkdtemp(join(cacheFolder(), '.package-'))
  try {
    const args = ['pack', `${name}@${version}`, '--loglevel=error', '--pack-destination', work]
    const { status, stderr } = await runNpm(args, { cwd: work, output: 'capture' })
    const tarball = (await readdir(work)).find((file) => file.endsWith('.tgz'))
    if (status !== 0 || tarball === undefined) throw unreachable(name, stderr)
    await mustRun('tar', ['-xzf', join(work, tarball), '-C', work])
    await rename(join(work, 'package'), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** @param {string} name @param {string} range */
async function newestVersion(name, range) {
  const args = ['view', `${name}@${range}`, 'version', '--json', '--loglevel=error']
  const { status, stdout, stderr } = await runNpm(args, { output: 'capture' })
  if (/\bE404\b/.test(stdout + stderr)) return undefined
  if (status !== 0) throw unreachable(name, stderr)
  if (stdout.trim() === '') return undefined
  const versions = [/** @type {string | string[]} */ (parseJson(stdout))].flat()
  return versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
}

/** @param {string} name @param {string} output of npm */
const unreachable = (name, output) =>
  new MissingError(`${output}Could not download ${name}. Check the network, then type:\nnpm view ${name}`)
