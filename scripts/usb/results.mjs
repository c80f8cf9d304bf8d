import { parseJson } from '../setup/json.mjs'

/** Marks what the guest's programs say to the host among everything else on its console. */
const mark = '@usb '

/** @typedef {{ test: string, ok: boolean, ms: number, error?: string }} TestResult */
/** @typedef {{ ended: number }} JobEnd */

/**
 * @param {string} line of the guest's console
 * @returns {unknown} what was said, undefined for any other line
 */
export function saidByGuest(line) {
  const at = line.indexOf(mark)
  if (at < 0) return undefined
  try {
    return parseJson(line.slice(at + mark.length))
  } catch {
    return undefined
  }
}

/**
 * @param {unknown} said
 * @returns {said is TestResult}
 */
export const isTestResult = (said) => typeof said === 'object' && said !== null && 'test' in said

/**
 * @param {unknown} said
 * @returns {said is JobEnd}
 */
export const isJobEnd = (said) => typeof said === 'object' && said !== null && 'ended' in said

/** @param {TestResult} result */
export function resultLines({ test, ok, ms, error }) {
  const line = `${ok ? '✓' : '✗'} ${test} (${(ms / 1000).toFixed(1)} s)`
  return error === undefined ? line : `${line}\n    ${error.split('\n').join('\n    ')}`
}

/**
 * Counts, as the closing line says them. A guest that did not come to its end is a failure of its own, and so is one
 * that ran nothing.
 * @param {readonly TestResult[]} results
 * @param {number | undefined} endedWith the suite's exit status, undefined when it never ended
 */
export function countResults(results, endedWith) {
  const passed = results.filter(({ ok }) => ok).length
  const failed = results.length - passed
  const unsaid = endedWith === undefined || results.length === 0 || (endedWith !== 0 && failed === 0)
  return { passed, failed: failed + (unsaid ? 1 : 0), skipped: 0 }
}
