import { exitStatus, messageOf, MissingError, printMessage } from '../util/outcome.mjs'
import { closingLine, failureLines, oneCase, total } from '../util/counts.mjs'
import { printTraces } from './traces.mjs'

/** @typedef {import('../util/counts.mjs').Counts} Counts */

/**
 * @typedef {object} LongSuite
 * @property {string} name the name for --only
 * @property {() => void} [begin] starts its work before the first suite, on one core; `run` then waits for it
 * @property {() => Promise<Counts>} run returns its counts; throws a MissingError if something is
 *   missing on this computer, and then counts for nothing
 */

/**
 * Runs the suites one after another, also after a failure, and prints the results. If a suite lacks something
 * and nothing failed, the exit status is 3.
 * @param {readonly LongSuite[]} longSuites
 * @returns {Promise<number>} the exit status
 */
export async function runLongSuites(longSuites) {
  /** @type {{ name: string, counts: Counts, seconds: number, missing?: string }[]} */
  const summary = []
  for (const { begin } of longSuites) begin?.()
  for (const { name, run } of longSuites) {
    console.log(`\n— ${name} —`)
    const began = performance.now()
    const outcome = await outcomeOf(name, run)
    summary.push({ name, ...outcome, seconds: (performance.now() - began) / 1000 })
  }
  console.log('')
  for (const { name, counts, seconds, missing } of summary) {
    const line = missing === undefined ? closingLine(counts) : 'not run; see the message above'
    console.log(`${name.padEnd(12)} ${line}  (${seconds.toFixed(0)} s)`)
  }
  await printTraces()
  const all = total(summary.map(({ counts }) => counts))
  console.log(['', ...failureLines(all), closingLine(all)].join('\n'))
  if (all.failed > 0) return exitStatus.failed
  return summary.some(({ missing }) => missing !== undefined) ? exitStatus.missing : exitStatus.ok
}

/**
 * @param {string} name
 * @param {LongSuite['run']} run
 * @returns {Promise<{ counts: Counts, missing?: string }>}
 */
async function outcomeOf(name, run) {
  try {
    return { counts: await run() }
  } catch (error) {
    const message = messageOf(error)
    printMessage(message)
    if (error instanceof MissingError) return { counts: total([]), missing: message }
    return { counts: oneCase(`${name}: ${message}`, false) }
  }
}
