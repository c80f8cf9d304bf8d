import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryOfTree, processorTimeOf } from './processes.mjs'

const usableLimitMs = 60_000
const stopLimitMs = 10_000
/** Long enough for the work after the first frame, so that memory is that of an idle app. */
const idleMs = 3000

/**
 * @typedef {object} MeasuredRun
 * @property {number} usableMs from process start to the line
 * @property {number} processorMs what its first process had used by then; NaN where it cannot be measured
 * @property {import('./processes.mjs').MemoryShare[]} memory when idle, empty where it cannot be measured
 */

/**
 * Starts a program, measures until it prints the line that reports it usable, and ends it.
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {string} line
 * @param {{ settleMs?: number }} [options] how long the app is idle before its memory is measured; 0: it is not measured
 * @returns {Promise<MeasuredRun>}
 * @throws {Error} when it ends or a minute passes before the line
 */
export async function measureRun(executable, args, line, { settleMs = idleMs } = {}) {
  const began = performance.now()
  const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let output = ''
  try {
    /** @type {Promise<number>} */
    const usable = new Promise((done) => {
      child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text
        if (output.includes(line)) done(performance.now() - began)
      })
    })
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
    const usableMs = await Promise.race([
      usable,
      ended.then(() => undefined),
      pause(usableLimitMs, undefined, { ref: false }),
    ])
    if (usableMs === undefined) throw new Error(`It never said "${line}". It said:\n${output}`)
    const isMeasurable = process.platform === 'linux' && child.pid !== undefined
    const processorMs = isMeasurable ? await processorTimeOf(child.pid) : NaN
    if (settleMs === 0) return { usableMs, processorMs, memory: [] }
    await pause(settleMs)
    const memory = isMeasurable ? await memoryOfTree(child.pid) : []
    return { usableMs, processorMs, memory }
  } finally {
    child.kill()
    const harder = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(harder)
  }
}
