import { exitStatus } from '../util/outcome.mjs'
import { closingLine, failureLines, oneCase, total } from '../util/counts.mjs'
import { printTraces } from './traces.mjs'
import { startBeside, steps } from './quick-suites.mjs'

/**
 * Runs the steps one after another, also after a failure, and prints the results. Some run beside others
 * (startBeside): their seconds are those that the others did not need.
 * @param {readonly import('./quick-suites.mjs').StepName[]} names
 * @param {boolean} built false if a required build failed, which counts as a failure
 * @returns {Promise<number>} the exit status
 */
export async function runSteps(names, built = true) {
  const summary = built ? [] : [{ name: 'build', counts: oneCase('build', false), seconds: 0 }]
  startBeside(names)
  for (const name of names) {
    console.log(`\n— ${name} —`)
    const began = performance.now()
    const counts = await steps[name]()
    summary.push({ name, counts, seconds: (performance.now() - began) / 1000 })
  }
  console.log('')
  for (const { name, counts, seconds } of summary) {
    console.log(`${name.padEnd(9)} ${closingLine(counts)}  (${seconds.toFixed(0)} s)`)
  }
  await printTraces()
  const all = total(summary.map(({ counts }) => counts))
  console.log(['', ...failureLines(all), closingLine(all)].join('\n'))
  return all.failed === 0 ? exitStatus.ok : exitStatus.failed
}
