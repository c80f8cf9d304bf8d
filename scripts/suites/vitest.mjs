import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { projectRoot } from '../setup/paths.mjs'
import { vitestCounts } from './counts.mjs'

/**
 * Runs a project of vitest.config.ts, or only its files whose path contains one of `files`.
 * @param {string} project
 * @param {{ files?: readonly string[], exclude?: readonly string[], env?: NodeJS.ProcessEnv, isolate?: boolean,
 * report?: string }} [options] `exclude`: globs of files of `unit` and `contract` to leave out; `report`: name
 * of the report for a project that runs more than once; `env`: additional variables; `isolate: false`: the
 * files share their modules
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runVitest(
  project,
  { files = [], exclude = [], env = {}, isolate = true, report: name = project } = {},
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
      ...(isolate ? [] : ['--no-isolate']),
      ...files,
    ],
    {
      cwd: projectRoot,
      env: { ...process.env, ...env, LOCK_DESK_TEST_EXCLUDE: exclude.join(',') || undefined },
      output: 'inherit',
    },
  )
  return vitestCounts(await readFile(report, 'utf8').catch(() => undefined), status)
}
