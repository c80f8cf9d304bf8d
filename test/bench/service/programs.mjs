import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const startLimitMs = 300_000
const readyLine = / ready at (\S+)/

/** @typedef {{ url: string, pid: number, startedMs: number, stop: () => Promise<void> }} Program */

/**
 * Starts a server in its own process and waits for the line with its address.
 * @param {string} file
 * @param {readonly string[]} args
 * @returns {Promise<Program>}
 */
export async function startProgram(file, args) {
  const began = performance.now()
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', (/** @type {string} */ text) => (errors = (errors + text).slice(-2000)))
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  /** @type {Promise<string>} */
  const ready = new Promise((done) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
      const url = readyLine.exec(output)?.[1]
      if (url !== undefined) done(url)
    })
  })
  const limit = pause(startLimitMs, undefined, { ref: false })
  const url = await Promise.race([ready, ended.then(() => undefined), limit])
  if (url !== undefined) return { url, pid: child.pid ?? 0, startedMs: performance.now() - began, stop }
  await stop()
  throw new Error(`${file} did not start: ${errors}`)
}
