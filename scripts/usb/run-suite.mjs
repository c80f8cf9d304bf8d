import { join } from 'node:path'
import { say } from '../setup/outcome.mjs'
import { setUpGuest } from './guest.mjs'
import { countResults, isJobEnd, isTestResult, resultLines, saidByGuest } from './results.mjs'
import { quoted, runVm } from './vm.mjs'

/** Against a guest that hangs; the suite takes a third of it on two busy cores. */
const limitMs = 15 * 60 * 1000
/** What is shown of the guest's console when it did not come to its end. */
const lastLines = 20

/**
 * Plays the tests of `test/usb` in the virtual machine and prints what came of each.
 * @param {{ only?: string | undefined }} [options] a pattern of the names to run
 * @returns {Promise<import('../steps/counts.mjs').Counts>}
 */
export async function runUsbSuite({ only } = {}) {
  const { prelude, ...guest } = await setUpGuest()
  const { bundleForGuest, programsFolder } = await import('./bundle.mjs')
  await bundleForGuest(['suite', 'reporter', 'intruder'])
  const pattern = only === undefined ? '' : `--test-name-pattern=${quoted(only)}`
  const [suite, reporter] = ['suite', 'reporter'].map((name) => quoted(join(programsFolder, `${name}.mjs`)))
  const job = `${prelude}
node --test-reporter=${reporter} --test-reporter-destination=stdout ${pattern} ${suite}
echo "@usb {\\"ended\\":$?}"
`
  /** @type {import('./results.mjs').TestResult[]} */
  const results = []
  /** @type {string[]} */
  const spoken = []
  /** @type {number | undefined} */
  let ended
  const end = await runVm({
    ...{ ...guest, job, limitMs },
    onLine: (line) => {
      const said = saidByGuest(line)
      if (isTestResult(said)) {
        results.push(said)
        console.log(resultLines(said))
      } else if (isJobEnd(said)) ended = said.ended
      else if (line.trim() !== '') spoken.push(line)
    },
  })
  if (ended === undefined) {
    say(spoken.slice(-lastLines).join('\n'))
    say(
      end === 'too-long'
        ? `The guest was switched off after ${limitMs / 60_000} minutes.`
        : 'The guest ended before its tests did.',
    )
  }
  return countResults(results, ended)
}
