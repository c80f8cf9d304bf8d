import { exitStatus, MissingError, say } from '../setup/outcome.mjs'
import { closingLine, total } from './counts.mjs'

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @typedef {object} Stage
 * @property {string} name to choose it by
 * @property {() => Promise<Counts>} run answers what it counted; throws a MissingError where this machine lacks
 *   something it needs, and then counts for nothing
 */

/**
 * Runs the stages one after the other, whether or not one fails, and prints what came of each and of all. A stage that
 * misses something says so; that makes the exit status 3 where nothing failed.
 * @param {readonly Stage[]} stages
 * @returns {Promise<number>} the exit status
 */
export async function runStages(stages) {
  /** @type {{ name: string, counts: Counts, seconds: number, missing?: string }[]} */
  const summary = []
  for (const { name, run } of stages) {
    console.log(`\n— ${name} —`)
    const began = performance.now()
    const outcome = await outcomeOf(run)
    summary.push({ name, ...outcome, seconds: (performance.now() - began) / 1000 })
  }
  console.log('')
  for (const { name, counts, seconds, missing } of summary) {
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
    const said =
      missing === undefined ? closingLine(counts) + skipped : 'not run: something is missing (above)'
    console.log(`${name.padEnd(12)} ${said}  (${seconds.toFixed(0)} s)`)
  }
  const all = total(summary.map(({ counts }) => counts))
  console.log(`\n${closingLine(all)}`)
  if (all.failed > 0) return exitStatus.failed
  return summary.some(({ missing }) => missing !== undefined) ? exitStatus.missing : exitStatus.ok
}

/**
 * @param {Stage['run']} run
 * @returns {Promise<{ counts: Counts, missing?: string }>}
 */
async function outcomeOf(run) {
  try {
    return { counts: await run() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    say(message)
    const isMissing = error instanceof MissingError
    const counts = { passed: 0, failed: isMissing ? 0 : 1, skipped: 0 }
    return isMissing ? { counts, missing: message } : { counts }
  }
}
