import { parseJson } from '../util/json.mjs'
import { mostRepeated } from '../util/counts.mjs'

/** Prefix of the messages from the guest's programs on its console. */
const usbMark = '@usb '

/** @typedef {{ test: string, ok: boolean, ms: number, error?: string }} TestResult */
/** @typedef {{ ended: number }} JobEnd */

/**
 * @param {string} line from the guest's console
 * @returns {unknown} the message; undefined for any other line
 */
export function parseGuestMessage(line) {
  const markIndex = line.indexOf(usbMark)
  if (markIndex < 0) return undefined
  try {
    return parseJson(line.slice(markIndex + usbMark.length))
  } catch {
    return undefined
  }
}

/**
 * @param {unknown} message
 * @returns {message is TestResult}
 */
export const isTestResult = (message) => typeof message === 'object' && message !== null && 'test' in message

/**
 * @param {unknown} message
 * @returns {message is JobEnd}
 */
export const isJobEnd = (message) => typeof message === 'object' && message !== null && 'ended' in message

/** @param {TestResult} result */
export function resultLines({ test, ok, ms, error }) {
  const line = `${ok ? '✓' : '✗'} ${test} (${(ms / 1000).toFixed(1)} s)`
  return error === undefined ? line : `${line}\n    ${error.split('\n').join('\n    ')}`
}

/**
 * The counts for the closing line. A guest that ends early or runs no tests counts as a failure.
 * @param {readonly TestResult[]} results
 * @param {number | undefined} exitStatus the suite's exit status; undefined if it never ended
 * @returns {import('../util/counts.mjs').Counts}
 */
export function countResults(results, exitStatus) {
  const failures = results.filter(({ ok }) => !ok).map(({ test }) => test)
  const passed = results.length - failures.length
  if (exitStatus === undefined || results.length === 0 || (exitStatus !== 0 && failures.length === 0)) {
    failures.push('the guest (see its output)')
  }
  return { passed, failed: failures.length, skipped: 0, failures }
}

/**
 * The names of the tests that a second run repeats; empty if nothing or too much failed, or if the guest ended early.
 * @param {readonly TestResult[]} results
 * @param {number | undefined} exitStatus
 */
export function testsToRepeat(results, exitStatus) {
  const failed = results.filter(({ ok }) => !ok).map(({ test }) => test)
  return exitStatus === undefined || failed.length > mostRepeated ? [] : failed
}

/**
 * The counts of a run whose failed tests ran a second time: those count as in their second run, and what failed only
 * in the first run is named as unstable. A test that did not run again counts as failed.
 * @param {readonly TestResult[]} first
 * @param {readonly string[]} repeated
 * @param {readonly TestResult[]} second
 * @returns {import('../util/counts.mjs').Counts}
 */
export function withSecondRun(first, repeated, second) {
  const passedAgain = (/** @type {string} */ name) => second.some(({ test, ok }) => test === name && ok)
  const results = first.map((result) => ({ ...result, ok: result.ok || passedAgain(result.test) }))
  return { ...countResults(results, 0), unstable: repeated.filter(passedAgain) }
}
