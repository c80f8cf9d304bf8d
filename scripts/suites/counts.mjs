import { relative } from 'node:path'
import { parseJson } from '../setup/json.mjs'
import { projectRoot } from '../setup/paths.mjs'

/**
 * @typedef {object} Counts in test cases
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] the names of the failed cases, as far as they are known
 */

/** @type {Readonly<Counts>} */
const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * Counts a tool that only passes or fails as one test case.
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Counts}
 */
export function oneCase(name, hasPassed) {
  return hasPassed ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [name] }
}

/**
 * @param {readonly Counts[]} counts
 * @returns {Counts}
 */
export function total(counts) {
  const sum = counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  )
  return withFailures(
    sum,
    counts.flatMap(({ failures = [] }) => failures),
  )
}

/**
 * @param {Counts} counts
 * @param {readonly string[]} failures
 * @returns {Counts}
 */
const withFailures = (counts, failures) => (failures.length > 0 ? { ...counts, failures } : counts)

/**
 * Counts the results of Vitest's JSON reporter. A file that fails to load counts as one failure, and so does a
 * runner that fails without a failed test or without a report.
 * @param {string | undefined} report
 * @param {number | null} status the runner's exit status
 * @returns {Counts}
 */
export function vitestCounts(report, status) {
  const files = filesOf(report)
  const counts = total(files?.map(fileCounts) ?? [])
  const hasUnreportedFailure = files === undefined || (status !== 0 && counts.failed === 0)
  return hasUnreportedFailure
    ? { ...counts, failed: counts.failed + 1, failures: ['Vitest (see its output)'] }
    : counts
}

/**
 * @typedef {object} FileReport
 * @property {string} name absolute path
 * @property {string} status
 * @property {string} [message] why the file could not be loaded
 * @property {{ status: string, fullName: string, failureMessages?: string[] }[]} assertionResults
 */

/**
 * @param {string | undefined} report
 * @returns {FileReport[] | undefined}
 */
function filesOf(report) {
  try {
    return /** @type {{ testResults: FileReport[] }} */ (parseJson(report ?? '')).testResults
  } catch {
    return undefined
  }
}

/**
 * @param {FileReport} file
 * @returns {Counts}
 */
function fileCounts({ name, status, message, assertionResults }) {
  const path = relative(projectRoot, name)
  const passed = assertionResults.filter((each) => each.status === 'passed').length
  const failed = assertionResults.filter((each) => each.status === 'failed')
  const skipped = assertionResults.length - passed - failed.length
  if (status === 'failed' && failed.length === 0) {
    return { passed, failed: 1, skipped, failures: [`${path}: ${firstLine(message)}`] }
  }
  const failures = failed.map((each) => `${path}: ${each.fullName}: ${firstLine(each.failureMessages?.[0])}`)
  return withFailures({ passed, failed: failed.length, skipped }, failures)
}

/** @param {string} [text] */
const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

/**
 * The failed cases, a line each. `.ci/run` repeats them at its end.
 * @param {Counts} counts
 */
export const failureLines = ({ failures = [] }) => failures.map((failure) => `FAILED ${failure}`)

/**
 * The last line of a run, which other tools read (.ci/run). Skipped cases appear only if there are any.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
