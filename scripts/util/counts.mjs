import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parseJson } from './json.mjs'
import { knownUnstable } from './known-unstable.mjs'
import { projectRoot } from './paths.mjs'

/**
 * @typedef {object} Counts in test cases
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] the names of the failed cases, as far as they are known
 * @property {readonly string[]} [unstable] what failed first and passed in a second run, each with its reason
 */

/** @type {Readonly<Counts>} */
const noCounts = { passed: 0, failed: 0, skipped: 0 }

/**
 * Counts a tool that only passes or fails as one test case.
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Counts}
 */
export function oneCase(name, hasPassed) {
  return hasPassed ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1, failures: [name] }
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
    noCounts,
  )
  return withNames(sum, {
    failures: counts.flatMap(({ failures = [] }) => failures),
    unstable: counts.flatMap(({ unstable = [] }) => unstable),
  })
}

/**
 * Adds the lists that are not empty.
 * @param {Counts} counts
 * @param {{ failures?: readonly string[], unstable?: readonly string[] }} names
 * @returns {Counts}
 */
const withNames = (counts, { failures = [], unstable = [] }) => ({
  ...counts,
  ...(failures.length > 0 && { failures }),
  ...(unstable.length > 0 && { unstable }),
})

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
 * Counts each file as failed that was to run and is not in the report: a project that leaves it out would hide it.
 * @param {string | undefined} report of Vitest's JSON reporter
 * @param {readonly string[]} files as paths from the project folder
 * @returns {Counts}
 */
export function filesNotRun(report, files) {
  const ran = new Set(filesOf(report)?.map(({ name }) => pathOf(name)))
  const missing = report === undefined ? [] : files.filter((file) => !ran.has(file))
  return withNames(
    { ...noCounts, failed: missing.length },
    { failures: missing.map((file) => `${file}: did not run`) },
  )
}

/** @param {string} name an absolute path */
const pathOf = (name) => relative(projectRoot, name).replaceAll('\\', '/')

/** More failures than this are no matter of timing. Counted in files, and in tests of the USB suite. */
export const mostRepeated = 4

/**
 * The test files of a report that failed, relative to the project folder: those a second run repeats. Empty if
 * nothing or too much failed.
 * @param {string | undefined} report of Vitest's JSON reporter
 * @returns {string[]}
 */
export function filesToRepeat(report) {
  const failed = filesOf(report)?.filter((file) => fileCounts(file).failed > 0) ?? []
  return failed.length > mostRepeated ? [] : failed.map(({ name }) => pathOf(name))
}

/**
 * The counts of a run whose failed files ran a second time: those files count as in their second run, and what
 * failed only in the first run is named as unstable.
 * @param {string | undefined} report the first run's
 * @param {readonly string[]} repeated the files that ran again
 * @param {Counts} second
 * @returns {Counts}
 */
export function withSecondRun(report, repeated, second) {
  const files = filesOf(report) ?? []
  const isRepeated = (/** @type {FileReport} */ { name }) => repeated.includes(pathOf(name))
  const firstFailures = files.filter(isRepeated).flatMap((file) => fileCounts(file).failures ?? [])
  const failedAgain = new Set(second.failures?.map(testOf))
  const all = total([...files.filter((file) => !isRepeated(file)).map(fileCounts), second])
  return withNames(all, { unstable: firstFailures.filter((failure) => !failedAgain.has(testOf(failure))) })
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
  const path = pathOf(name)
  const passed = assertionResults.filter((each) => each.status === 'passed').length
  const failed = assertionResults.filter((each) => each.status === 'failed')
  const skipped = assertionResults.length - passed - failed.length
  if (status === 'failed' && failed.length === 0) {
    return { passed, failed: 1, skipped, failures: [`${path}: ${firstLine(message)}`] }
  }
  const failures = failed.map(
    (each) => `${path}: ${each.fullName}: ${reasonIn(each.failureMessages?.[0], path)}`,
  )
  return withNames({ passed, failed: failed.length, skipped }, { failures })
}

/** A failure without its reason, which may differ from run to run. @param {string} failure */
const testOf = (failure) => failure.split(': ').slice(0, 2).join(': ')

/**
 * What went wrong, on which line of the test, and, after a timeout, what the window was asked for: the output of a run on
 * another computer may be all that is known.
 * @param {string | undefined} colored the message with the stack
 * @param {string} path of the test file
 */
const reasonIn = (colored = '', path) => {
  const message = stripVTControlCharacters(colored)
  const parts = [firstLine(message)]
  const wanted = /^\s*-?\s*(waiting for .+)$/m.exec(message)?.[1]
  if (wanted !== undefined) parts.push(wanted)
  const [, line] =
    message
      .replaceAll('\\', '/')
      .split(path)[1]
      ?.match(/^:(\d+)/) ?? []
  if (line !== undefined) parts.push(`line ${line}`)
  return parts.join('; ')
}

/** @param {string} [text] */
const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

/**
 * The unstable and the failed cases, a line each. `.ci/run` repeats them at its end.
 * @param {Counts} counts
 * @param {Readonly<Record<string, string>>} [known] causes of unstable tests
 */
export const failureLines = ({ failures = [], unstable = [] }, known = knownUnstable) => [
  ...unstable.map((failure) => {
    const [, cause] = Object.entries(known).find(([test]) => failure.includes(test)) ?? []
    return cause === undefined ? `UNSTABLE ${failure}` : `KNOWN UNSTABLE ${failure} (${cause})`
  }),
  ...failures.map((failure) => `FAILED ${failure}`),
]

/**
 * The last line of a run, which other tools read (.ci/run). Skipped cases appear only if there are any.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
