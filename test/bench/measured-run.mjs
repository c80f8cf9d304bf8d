import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryOfTree } from './processes.mjs'

const usableLimitMs = 60_000
const stopLimitMs = 10_000
/** Long enough for the work after the first frame, so that memory is that of an idle app. */
const settleMs = 3000

/**
 * @typedef {object} MeasuredRun
 * @property {number} usableMs from process start to the line
 * @property {import('./processes.mjs').MemoryShare[]} memory when idle, empty where it cannot be measured
 */

/**
 * Starts a program, measures until it prints the line that reports it usable, and ends it.
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {string} line
 * @returns {Promise<MeasuredRun>}
 * @throws {Error} when it ends or a minute passes before the line
 */
export async function measureRun(executable, args, line) {
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
    await pause(settleMs)
    const memory = process.platform === 'linux' && child.pid ? await memoryOfTree(child.pid) : []
    return { usableMs, memory }
  } finally {
    child.kill()
    const harder = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(harder)
  }
}
