import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { projectRoot } from '../setup/places.mjs'
import { vitestCounts } from './counts.mjs'

/**
 * Runs the tests of a project of vitest.config.ts, or those of its files whose path contains one of `files`.
 * @param {string} project
 * @param {{ files?: readonly string[], exclude?: readonly string[], env?: NodeJS.ProcessEnv, report?: string }} [options] `exclude` leaves files out (globs); `report` names the report
 *   where a project runs more than once; `env` is added to ours
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runVitest(
  project,
  { files = [], exclude = [], env = {}, report: name = project } = {},
) {
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
      ...exclude.flatMap((glob) => ['--exclude', glob]),
      ...files,
    ],
    { cwd: projectRoot, env: { ...process.env, ...env }, output: 'inherit' },
  )
  return vitestCounts(await readFile(report, 'utf8').catch(() => undefined), status)
}
