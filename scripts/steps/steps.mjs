import { join } from 'node:path'
import { runChild } from '../setup/child.mjs'
import { setUpDisplay } from '../setup/display.mjs'
import { projectRoot } from '../setup/places.mjs'
import { oneCase } from './counts.mjs'
import { runVitest } from './vitest.mjs'

/**
 * What `npm test` and `npm run check` run, in this order; each answers what it counted and never throws for a
 * failed test.
 * @satisfies {Record<string, () => Promise<import('./counts.mjs').Counts>>}
 */
export const steps = {
  lint: () => tool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
  format: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  types: () => tool('vue-tsc/bin/vue-tsc.js', ['--build']),
  unit: () => runVitest('unit'),
  contract: () => runVitest('contract'),
  e2e: async () => {
    const display = await setUpDisplay()
    try {
      return await runVitest('e2e')
    } finally {
      await display.stop()
    }
  },
}

/** @typedef {keyof typeof steps} StepName */

export const stepNames = /** @type {StepName[]} */ (Object.keys(steps))

/**
 * @param {string} program in node_modules
 * @param {readonly string[]} args
 */
async function tool(program, args) {
  return oneCase((await runTool(program, args)) === 0)
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
async function runTool(program, args) {
  const path = join(projectRoot, 'node_modules', program)
  return (await runChild(process.execPath, [path, ...args], { cwd: projectRoot, output: 'inherit' })).status
}
