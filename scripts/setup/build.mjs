import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withBuildLock } from './build-lock.mjs'
import { runChild } from './child.mjs'
import { hashOf } from './hash.mjs'
import { parseJson } from './json.mjs'
import { exitStatus, FailedError, say } from './outcome.mjs'
import { projectRoot } from './places.mjs'

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.room.json']
const programSources = ['src-shared', 'src-main', 'src-preload', 'src-renderer', 'src-service', 'resources']
const serviceSources = ['src-shared', 'src-service', 'resources', 'package-lock.json']

/** What the last build was made from: hashes of its sources. @typedef {{ programs: string, template: string }} Stamp */

/** The database the training service starts from, packed at build time because making it anew takes seconds. */
const templateFile = 'out/service/demo-template.tar'

/**
 * Builds what has changed since the last build; everything with `force`. Packages must be installed. Two builds at
 * once wait for each other.
 * @param {{ root?: string, force?: boolean }} [options]
 * @throws {FailedError}
 */
export async function setUpBuild({ root = projectRoot, force = false } = {}) {
  const wanted = await currentSources(root)
  if (!force && isFresh(await lastStamp(root), wanted, root)) return
  await withBuildLock(root, async () => {
    const last = await lastStamp(root)
    if (!force && isFresh(last, wanted, root)) return
    if (force || last?.programs !== wanted.programs || !hasPrograms(root)) {
      const template = last?.template ?? ''
      await stamp(root, { programs: '', template })
      await buildPrograms(root)
      await stamp(root, { programs: wanted.programs, template })
    }
    if (force || last?.template !== wanted.template || !hasTemplate(root)) await packServiceTemplate(root)
    await stamp(root, wanted)
  })
}

/** @param {string} root */
async function currentSources(root) {
  const programs = await hashOf(root, [...programSources, ...settings, 'electron.vite.config.ts'])
  return { programs, template: await hashOf(root, serviceSources) }
}

/**
 * @param {Stamp | undefined} last
 * @param {Stamp} wanted
 * @param {string} root
 */
function isFresh(last, wanted, root) {
  const same = last?.programs === wanted.programs && last.template === wanted.template
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
async function stamp(root, made) {
  await writeFile(stampFile(root), JSON.stringify(made))
}

/** @param {string} root */
async function buildPrograms(root) {
  say('Building …')
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
  say(stdout + stderr)
  throw new FailedError('The build failed.')
}

/**
 * Lets the built service pack the data a training environment starts with.
 * @param {string} root
 */
export async function packServiceTemplate(root) {
  const file = join(root, templateFile)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  const args = [join(root, 'out/main/service.js'), 'make-template', '--out', file]
  const { status, stdout, stderr } = await runChild(process.execPath, args, { cwd: root, output: 'capture' })
  if (status === exitStatus.ok) return
  say(stdout + stderr)
  throw new FailedError('The training data could not be packed.')
}
