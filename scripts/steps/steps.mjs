import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { setUpDisplays } from '../setup/display.mjs'
import { projectRoot } from '../setup/places.mjs'
import { oneCase } from './counts.mjs'
import { runVitest } from './vitest.mjs'

/** What reads the sources and runs nothing of them. @satisfies {Record<string, readonly string[]>} */
const tools = {
  lint: [
    'eslint/bin/eslint.js',
    '.',
    '--max-warnings',
    '0',
    '--config',
    'scripts/steps/quick-lint.config.mjs',
  ],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  types: ['vue-tsc/bin/vue-tsc.js', '--build'],
}

/** So many e2e files at a time: most of a journey is waiting, and two processors are the least there are. */
const e2eAtOnce = 2

/**
 * What `npm test` and `npm run check` run, in this order; each answers what it counted and never throws for a
 * failed test. The tools, begun before all of them, are asked when the unit tests are through: ESLint takes longer
 * and leaves a processor free meanwhile.
 * @satisfies {Record<string, () => Promise<import('./counts.mjs').Counts>>}
 */
export const steps = {
  unit: () => runVitest('unit'),
  lint: () => told('lint'),
  format: () => told('format'),
  types: () => told('types'),
  contract: () => runVitest('contract'),
  e2e: async () => {
    const displays = await setUpDisplays(e2eAtOnce)
    try {
      return await runVitest('e2e', { env: { LOCK_DESK_TEST_DISPLAYS: displays.names.join(',') } })
    } finally {
      await displays.stop()
    }
  },
}

/** @typedef {keyof typeof steps} StepName */

export const stepNames = /** @type {StepName[]} */ (Object.keys(steps))

/** @type {Map<string, Promise<import('../setup/child.mjs').ChildEnd>>} */
const begun = new Map()

/**
 * Begins the tools among `names` together: each keeps one processor busy. Their steps then only wait and tell.
 * @param {readonly StepName[]} names
 */
export function beginTools(names) {
  for (const [name, [program = '', ...args]] of Object.entries(tools)) {
    if (!names.some((each) => each === name)) continue
    const path = join(projectRoot, 'node_modules', program)
    begun.set(name, runChild(process.execPath, [path, ...args], { cwd: projectRoot, output: 'capture' }))
  }
}

/** @param {keyof typeof tools} name */
async function told(name) {
  const end = await begun.get(name)
  if (end === undefined) throw new Error(`${name} was not begun`)
  process.stdout.write(end.stdout + end.stderr)
  return oneCase(end.status === 0)
}
