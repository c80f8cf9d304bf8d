import { parseJson } from '../setup/json.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts in test cases */

/** @type {Readonly<Counts>} */
const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * A tool that only says yes or no counts as one test case.
 * @param {boolean} well
 * @returns {Counts}
 */
export function oneCase(well) {
  return well ? { ...none, passed: 1 } : { ...none, failed: 1 }
}

/**
 * @param {readonly Counts[]} counts
 * @returns {Counts}
 */
export function total(counts) {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  )
}

/**
 * Counts what Vitest's JSON reporter wrote. A file that could not even be loaded counts as one failure, and so does a
 * runner that says it failed without a failed case, or left no report.
 * @param {string | undefined} report
 * @param {number | null} status the runner's exit status
 * @returns {Counts}
 */
export function vitestCounts(report, status) {
  const files = filesOf(report)
  const counts = total(files?.map(fileCounts) ?? [])
  const unsaid = files === undefined || (status !== 0 && counts.failed === 0)
  return unsaid ? { ...counts, failed: counts.failed + 1 } : counts
}

/**
 * @typedef {object} FileReport
 * @property {string} status
 * @property {{ status: string }[]} assertionResults
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
function fileCounts({ status, assertionResults }) {
  const cases = assertionResults.map((result) => result.status)
  const passed = cases.filter((each) => each === 'passed').length
  const failed = cases.filter((each) => each === 'failed').length
  const broken = status === 'failed' && failed === 0 ? 1 : 0
  return { passed, failed: failed + broken, skipped: cases.length - passed - failed }
}

/**
 * The last line of a run, which outside tools read.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
