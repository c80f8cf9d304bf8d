import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { projectRoot } from '../util/paths.mjs'
import { filesToRepeat, vitestCounts, withSecondRun } from '../util/counts.mjs'

/**
 * @typedef {object} RunOptions
 * @property {readonly string[]} [files] only files whose path contains one of these
 * @property {readonly string[]} [exclude] globs of files of `unit` and `contract` to leave out
 * @property {NodeJS.ProcessEnv} [env] additional variables
 * @property {boolean} [isolate] false: the files share their modules
 * @property {string} [report] name of the report for a project that runs more than once
 */

/**
 * Runs a project of vitest.config.ts.
 * @param {string} project
 * @param {RunOptions} [options]
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runVitest(project, options = {}) {
  const { counts } = await run(project, options)
  return counts
}

/**
 * Like runVitest, for tests that drive windows and processes, where a busy computer can break the timing of one:
 * the failed files run a second time by themselves (docs/decisions/0044).
 * @param {string} project
 * @param {RunOptions & { once?: RegExp }} [options] `once`: files whose failure counts at once, because they
 *   search with random input
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runVitestTwice(project, { once, ...options } = {}) {
  const first = await run(project, options)
  const files = filesToRepeat(first.report)
  if (first.counts.failed === 0 || files.length === 0 || files.some((file) => once?.test(file))) {
    return first.counts
  }
  console.log(`\n— ${project}, the failed files again —`)
  const second = await run(project, { ...options, files, report: `${options.report ?? project}-again` })
  return withSecondRun(first.report, files, second.counts)
}

/**
 * @param {string} project
 * @param {RunOptions} options
 */
async function run(project, { files = [], exclude = [], env = {}, isolate = true, report: name = project }) {
  const report = join(projectRoot, 'out/test', `${name}.json`)
  await mkdir(join(projectRoot, 'out/test'), { recursive: true })
  await rm(report, { force: true })
  const program = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = await runChild(
    process.execPath,
    [
      program,
      'run',
      '--project',
      project,
      '--passWithNoTests',
      ...reporters,
      ...(isolate ? [] : ['--no-isolate']),
      ...files,
    ],
    {
      cwd: projectRoot,
      env: { ...process.env, ...env, LOCK_DESK_TEST_EXCLUDE: exclude.join(',') || undefined },
      output: 'inherit',
    },
  )
  const text = await readFile(report, 'utf8').catch(() => undefined)
  return { report: text, counts: vitestCounts(text, status) }
}
