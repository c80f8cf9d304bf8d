import { join } from 'node:path'
import { printMessage } from '../util/outcome.mjs'
import { setUpGuest } from './guest.mjs'
import {
  countResults,
  isJobEnd,
  isTestResult,
  parseGuestMessage,
  resultLines,
  testsToRepeat,
  withSecondRun,
} from './results.mjs'
import { quoteForShell, runVm } from './vm.mjs'

/** A timeout against hanging; the suite takes a third of it on two busy cores. */
const limitMs = 25 * 60 * 1000
/** Lines of the guest's console to print if it ends early. */
const lastLines = 20

/**
 * Runs the tests of `test/usb` in the virtual machine and prints the results. Failed tests run a second time in a new
 * guest (docs/decisions/0061).
 * @param {{ only?: string | undefined }} [options] a pattern for the names of the tests to run
 * @returns {Promise<import('../util/counts.mjs').Counts>}
 */
export async function runUsbSuite({ only } = {}) {
  const guest = await setUpGuest()
  const { bundleForGuest } = await import('./bundle.mjs')
  await bundleForGuest(['suite', 'reporter', 'intruder'])
  const first = await runInGuest(guest, only === undefined ? [] : [only])
  const failed = testsToRepeat(first.results, first.ended)
  if (failed.length === 0) return countResults(first.results, first.ended)
  console.log('\n— usb, the failed tests again —')
  const second = await runInGuest(
    guest,
    failed.map((name) => `^${name.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`),
  )
  return withSecondRun(first.results, failed, second.results)
}

/**
 * @param {Awaited<ReturnType<typeof setUpGuest>>} setUp
 * @param {readonly string[]} patterns for the names of the tests to run; none: all tests
 * @returns {Promise<{ results: import('./results.mjs').TestResult[], ended: number | undefined }>} `ended`: the
 *   suite's exit status; undefined if it never ended
 */
async function runInGuest({ prelude, ...guest }, patterns) {
  const { programsFolder } = await import('./bundle.mjs')
  const only = patterns.map((pattern) => `--test-name-pattern=${quoteForShell(pattern)}`).join(' ')
  const [suite, reporter] = ['suite', 'reporter'].map((name) =>
    quoteForShell(join(programsFolder, `${name}.mjs`)),
  )
  const job = `${prelude}
node --test-reporter=${reporter} --test-reporter-destination=stdout ${only} ${suite}
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
  return { results, ended }
}
