import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { projectRoot } from '../util/paths.mjs'
import { oneCase } from '../util/counts.mjs'
import { filesOf } from './test-files.mjs'
import { runInWindows, runUnit, runVitestTwice } from './vitest.mjs'

/** Tools that read the sources without running them; the suite `lint` runs `format` too. @satisfies {Record<string, readonly string[]>} */
export const tools = {
  lint: ['oxlint/bin/oxlint', '--config', 'scripts/lint/quick-rules.jsonc', '.'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  types: ['vue-tsc/bin/vue-tsc.js', '--build'],
}

/**
 * The steps of `npm test` and `npm run check`, in order. Each returns its counts and does not throw for a
 * failed test. The tools start before all steps and are awaited after the unit tests; the
 * tour comes first, because its one window leaves a core to the type check.
 * @satisfies {Record<string, () => Promise<import('../util/counts.mjs').Counts>>}
 */
export const steps = {
  e2e: () => runInWindows('e2e', filesOf('e2e')),
  unit: () => runUnit('unit', filesOf('unit')),
  lint: () => resultOf('lint'),
  format: () => resultOf('format'),
  types: () => resultOf('types'),
  contract: () => runVitestTwice('contract', { files: filesOf('contract') }),
  pages: () => runInWindows('pages', filesOf('pages')),
}

/** @typedef {keyof typeof steps} StepName */

export const stepNames = /** @type {StepName[]} */ (Object.keys(steps))

/** Without `--only`. What a formatter would change does not make a test fail: `npm run test:more` checks it. */
export const defaultSteps = stepNames.filter((name) => name !== 'format')

/** @type {Map<string, Promise<import('../util/child.mjs').ChildEnd>>} */
const started = new Map()

/**
 * Starts the tools among `names` in parallel, each on one core. Their steps then wait for the results.
 * @param {readonly StepName[]} names
 */
export function startTools(names) {
  for (const [name, [program = '', ...args]] of Object.entries(tools)) {
    if (!names.some((each) => each === name)) continue
    const path = join(projectRoot, 'node_modules', program)
    started.set(name, runChild(process.execPath, [path, ...args], { cwd: projectRoot, output: 'capture' }))
  }
}

/** @param {keyof typeof tools} name */
async function resultOf(name) {
  const end = await started.get(name)
  if (end === undefined) throw new Error(`${name} was not started`)
  process.stdout.write(end.stdout + end.stderr)
  return oneCase(name, end.status === 0)
}
