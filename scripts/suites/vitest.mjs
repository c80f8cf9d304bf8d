import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setUpDisplays } from '../setup/display.mjs'
import { runChild } from '../util/child.mjs'
import { projectRoot } from '../util/paths.mjs'
import { filesNotRun, filesToRepeat, total, vitestCounts, withSecondRun } from '../util/counts.mjs'
import { unitGroups } from './test-files.mjs'
import { tracesFolder } from './traces.mjs'

/**
 * @typedef {object} RunOptions
 * @property {readonly string[]} files as paths from the project folder; none of them may be left out
 * @property {NodeJS.ProcessEnv} [env] additional variables
 * @property {boolean} [isolate] false: the files share their modules
 * @property {string} [report] name of the report for a project that runs more than once
 * @property {boolean} [beside] prints its output when it ends, because another run prints at the same time
 */

/**
 * Runs files of a project of vitest.config.ts.
 * @param {string} project
 * @param {RunOptions} options
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runVitest(project, options) {
  const { counts } = await runProject(project, options)
  return counts
}

/**
 * Like runVitest, for tests that drive windows and processes, where a busy computer can break the timing of one:
 * the failed files run a second time by themselves, and what a failed test did in the app is kept (docs/decisions/0061).
 * @param {string} project
 * @param {RunOptions} options
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runVitestTwice(project, options) {
  const first = await runProject(project, options)
  const files = filesToRepeat(first.report)
  if (first.counts.failed === 0 || files.length === 0) return first.counts
  console.log(`\n— ${project}, the failed files again —`)
  const report = `${options.report ?? project}-again`
  const env = { ...options.env, LOCK_DESK_TRACES: join(tracesFolder, report) }
  const second = await runProject(project, { ...options, files, report, env })
  return withSecondRun(first.report, files, second.counts)
}

/**
 * Runs unit tests, those that can share their modules together.
 * @param {string} name of the step or suite
 * @param {readonly string[]} files
 */
export async function runUnit(name, files) {
  const { shared, withWindow, isolated } = unitGroups(files)
  return total([
    await runVitest('unit', { files: shared, isolate: false, report: `${name}-shared` }),
    await runVitest('unit', { files: withWindow, isolate: false, report: `${name}-window` }),
    await runVitest('unit', { files: isolated, report: `${name}-isolated` }),
  ])
}

/** Concurrent files of `pages` and `e2e`. Two cores are the minimum, and the tests mostly wait. */
const windowConcurrency = 2

/**
 * Runs tests with windows, each worker on a display of its own.
 * @param {'pages' | 'e2e'} project
 * @param {readonly string[]} files
 * @param {Pick<RunOptions, 'report' | 'beside'>} [options]
 */
export async function runInWindows(project, files, options) {
  const displays = await setUpDisplays(windowConcurrency)
  try {
    return await runVitestTwice(project, {
      ...options,
      files,
      env: { LOCK_DESK_TEST_DISPLAYS: displays.names.join(',') },
    })
  } finally {
    await displays.stop()
  }
}

/**
 * @param {string} project
 * @param {RunOptions} options
 */
async function runProject(
  project,
  { files, env = {}, isolate = true, report: name = project, beside = false },
) {
  const report = join(projectRoot, 'out/test', `${name}.json`)
  // Without files, Vitest runs all.
  if (files.length === 0) return { report: undefined, counts: total([]) }
  await mkdir(join(projectRoot, 'out/test'), { recursive: true })
  await rm(report, { force: true })
  const program = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status, stdout, stderr } = await runChild(
    process.execPath,
    [program, 'run', '--project', project, ...reporters, ...(isolate ? [] : ['--no-isolate']), ...files],
    { cwd: projectRoot, env: { ...process.env, ...env }, output: beside ? 'capture' : 'inherit' },
  )
  process.stdout.write(stdout + stderr)
  const text = await readFile(report, 'utf8').catch(() => undefined)
  return { report: text, counts: total([vitestCounts(text, status), filesNotRun(text, files)]) }
}
