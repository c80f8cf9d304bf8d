import { exitStatus } from '../setup/outcome.mjs'
import { closingLine, total } from './counts.mjs'
import { beginTools, steps } from './steps.mjs'

/**
 * Runs the steps one after the other, those that only read the sources beside the first, whether or not one fails, and
 * prints what came of each and of all.
 * @param {readonly import('./steps.mjs').StepName[]} names
 * @param {boolean} built false: a build was needed and failed, which counts as a failure too
 * @returns {Promise<number>} the exit status
 */
export async function runSteps(names, built = true) {
  const summary = built ? [] : [{ name: 'build', counts: { passed: 0, failed: 1, skipped: 0 }, seconds: 0 }]
  beginTools(names)
  for (const name of names) {
    console.log(`\n— ${name} —`)
    const began = performance.now()
    const counts = await steps[name]()
    summary.push({ name, counts, seconds: (performance.now() - began) / 1000 })
  }
  console.log('')
  for (const { name, counts, seconds } of summary) {
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
    console.log(`${name.padEnd(9)} ${closingLine(counts)}${skipped}  (${seconds.toFixed(0)} s)`)
  }
  const all = total(summary.map(({ counts }) => counts))
  console.log(`\n${closingLine(all)}`)
  return all.failed === 0 ? exitStatus.ok : exitStatus.failed
}
