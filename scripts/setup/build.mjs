import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { runChild } from '../util/child.mjs'
import { hashOf } from '../util/hash.mjs'
import { parseJson } from '../util/json.mjs'
import { exitStatus, FailedError, printMessage } from '../util/outcome.mjs'
import { projectRoot } from '../util/paths.mjs'

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json']
const programSources = [
  'src-shared',
  'src-system',
  'src-main',
  'src-preload',
  'src-renderer',
  'src-service',
  'resources',
]
const serviceSources = ['src-shared', 'src-system', 'src-service', 'resources', 'package-lock.json']

/** Hashes of the sources of the last build. @typedef {{ programs: string, template: string }} Stamp */

/** The database of a new training service. The build creates it because generating the data takes seconds. */
const templateFile = 'out/service/demo-template.tar'

/**
 * Builds what has changed since the last build, or everything with `force`. Packages must be installed.
 * Concurrent builds wait for each other.
 * @param {{ root?: string, force?: boolean }} [options]
 * @throws {FailedError}
 */
export async function setUpBuild({ root = projectRoot, force = false } = {}) {
  const current = await currentSources(root)
  if (!force && isFresh(await lastStamp(root), current, root)) return
  await withLock(root, 'build', async () => {
    const last = await lastStamp(root)
    if (!force && isFresh(last, current, root)) return
    if (force || last?.programs !== current.programs || !hasPrograms(root)) {
      const template = last?.template ?? ''
      await writeStamp(root, { programs: '', template })
      await buildPrograms(root)
      await writeStamp(root, { programs: current.programs, template })
    }
    if (force || last?.template !== current.template || !hasTemplate(root)) await packServiceTemplate(root)
    await writeStamp(root, current)
  })
}

/** @param {string} root */
async function currentSources(root) {
  const programs = await hashOf(root, [...programSources, ...settings, 'electron.vite.config.ts'])
  return { programs, template: await hashOf(root, serviceSources) }
}

/**
 * @param {Stamp | undefined} last
 * @param {Stamp} current
 * @param {string} root
 */
function isFresh(last, current, root) {
  const same = last?.programs === current.programs && last.template === current.template
  return same && hasPrograms(root) && hasTemplate(root)
}

/** @param {string} root */
function hasPrograms(root) {
  const programs = [
    'main/main.js',
    'main/service.js',
    'main/call.js',
    'preload/index.cjs',
    'renderer/index.html',
  ]
  return programs.every((file) => existsSync(join(root, 'out', file)))
}

/** @param {string} root */
function hasTemplate(root) {
  return existsSync(join(root, templateFile))
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'out/build-stamp.json')
}

/**
 * @param {string} root
 * @returns {Promise<Stamp | undefined>}
 */
async function lastStamp(root) {
  try {
    return /** @type {Stamp} */ (parseJson(await readFile(stampFile(root), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {Stamp} made
 */
async function writeStamp(root, made) {
  await writeFile(stampFile(root), JSON.stringify(made))
}

/** @param {string} root */
async function buildPrograms(root) {
  printMessage('Building…')
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status, stdout, stderr } = await runChild(
    process.execPath,
    [builder, 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      output: 'capture',
    },
  )
  if (status === 0 && hasPrograms(root)) return
  printMessage(stdout + stderr)
  throw new FailedError('The build failed. See the messages above.')
}

/**
 * Creates the database of a new training environment with the built service. The same sources give the same file, so
 * that anybody can build a package again and compare it.
 * @param {string} root
 */
export async function packServiceTemplate(root) {
  const file = join(root, templateFile)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  const clock = new URL('../util/fixed-clock.mjs', import.meta.url).href
  const args = ['--import', clock, join(root, 'out/main/service.js'), 'make-template', '--out', file]
  const { status, stdout, stderr } = await runChild(process.execPath, args, { cwd: root, output: 'capture' })
  if (status === exitStatus.ok) return
  printMessage(stdout + stderr)
  throw new FailedError('Could not pack the training data. See the messages above.')
}
