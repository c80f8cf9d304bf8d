import { join } from 'node:path'
import { printMessage } from '../setup/outcome.mjs'
import { setUpGuest } from './guest.mjs'
import { countResults, isJobEnd, isTestResult, resultLines, parseGuestMessage } from './results.mjs'
import { quoteForShell, runVm } from './vm.mjs'

/** A timeout against hanging; the suite takes a third of it on two busy cores. */
const limitMs = 15 * 60 * 1000
/** Lines of the guest's console to print if it ends early. */
const lastLines = 20

/**
 * Runs the tests of `test/usb` in the virtual machine and prints the results.
 * @param {{ only?: string | undefined }} [options] a pattern for the names of the tests to run
 * @returns {Promise<import('../suites/counts.mjs').Counts>}
 */
export async function runUsbSuite({ only } = {}) {
  const { prelude, ...guest } = await setUpGuest()
  const { bundleForGuest, programsFolder } = await import('./bundle.mjs')
  await bundleForGuest(['suite', 'reporter', 'intruder'])
  const pattern = only === undefined ? '' : `--test-name-pattern=${quoteForShell(only)}`
  const [suite, reporter] = ['suite', 'reporter'].map((name) =>
    quoteForShell(join(programsFolder, `${name}.mjs`)),
  )
  const job = `${prelude}
node --test-reporter=${reporter} --test-reporter-destination=stdout ${pattern} ${suite}
echo "@usb {\\"ended\\":$?}"
`
  /** @type {import('./results.mjs').TestResult[]} */
  const results = []
  /** @type {string[]} */
  const consoleLines = []
  /** @type {number | undefined} */
  let ended
  const end = await runVm({
    ...{ ...guest, job, limitMs },
    onLine: (line) => {
      const message = parseGuestMessage(line)
      if (isTestResult(message)) {
        results.push(message)
        console.log(resultLines(message))
      } else if (isJobEnd(message)) ended = message.ended
      else if (line.trim() !== '') consoleLines.push(line)
    },
  })
  if (ended === undefined) {
    printMessage(consoleLines.slice(-lastLines).join('\n'))
    printMessage(
      end === 'too-long'
        ? `The guest did not finish within ${limitMs / 60_000} minutes and was stopped.`
        : 'The guest ended before the tests were complete.',
    )
  }
  return countResults(results, ended)
}
