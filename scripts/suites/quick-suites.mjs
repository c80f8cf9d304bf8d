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
 * The steps of `npm test` and `npm run check`, in the order of their results. Each returns its counts and does not throw for
 * a failed test. The tour and the tools run beside the unit tests and those of the contract, which often wait; the tests of
 * pages come last, because their windows need both cores.
 * @satisfies {Record<string, () => Promise<import('../util/counts.mjs').Counts>>}
 */
export const steps = {
  unit: () => runUnit('unit', filesOf('unit')),
  contract: () => runVitestTwice('contract', { files: filesOf('contract') }),
  e2e: () => resultOf('e2e'),
  lint: () => resultOf('lint'),
  format: () => resultOf('format'),
  types: () => resultOf('types'),
  pages: () => runInWindows('pages', filesOf('pages')),
}

/** @typedef {keyof typeof steps} StepName */

export const stepNames = /** @type {StepName[]} */ (Object.keys(steps))

/** Without `--only`. What a formatter would change does not make a test fail: `npm run test:more` checks it. */
export const defaultSteps = stepNames.filter((name) => name !== 'format')

/** More room for young objects, most of which the type check keeps for a while: a sixth less processor time. */
const roomForTypes = '--max-semi-space-size=128'

/** The steps that run beside the others from the start on. */
const beside = {
  e2e: () => runInWindows('e2e', filesOf('e2e'), { beside: true }),
  lint: () => runTool('lint'),
  format: () => runTool('format'),
  types: () => runTool('types'),
}

/** @type {Map<string, Promise<import('../util/counts.mjs').Counts>>} */
const started = new Map()

/**
 * Starts the steps among `names` that run beside the others, each on one core. `steps` then has their results.
 * @param {readonly StepName[]} names
 */
export function startBeside(names) {
  for (const [name, start] of Object.entries(beside)) {
    if (!names.some((each) => each === name)) continue
    const counts = start()
    started.set(name, counts)
    // A failure is thrown where `steps` waits for it, which may be minutes later.
    counts.catch(() => undefined)
  }
}

/** @param {keyof typeof beside} name */
async function resultOf(name) {
  const counts = started.get(name)
  if (counts === undefined) throw new Error(`${name} was not started`)
  return counts
}

/** @param {keyof typeof tools} name */
async function runTool(name) {
  const [program = '', ...args] = tools[name]
  const path = join(projectRoot, 'node_modules', program)
  const options = name === 'types' ? [roomForTypes] : []
  const end = await runChild(process.execPath, [...options, path, ...args], {
    cwd: projectRoot,
    output: 'capture',
  })
  process.stdout.write(end.stdout + end.stderr)
  return oneCase(name, end.status === 0)
}
