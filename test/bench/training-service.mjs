import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const readyLine = /Licensing service ready at (\S+)/
const startLimitMs = 300_000

/**
 * Starts the licensing service in its own process, outside the measured one.
 * @param {string} program
 * @param {string} data its folder
 * @param {'demo' | 'scale'} [seed]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startService(program, data, seed = 'demo') {
  const args = [program, '--port', '0', '--data', data, '--seed', seed, '--log-level', 'warn']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
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
  if (url !== undefined) return { url, stop }
  await stop()
  throw new Error('The licensing service did not start.')
}
