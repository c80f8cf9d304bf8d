import { spawn } from 'node:child_process'
import { handleSignals } from '../util/child.mjs'
import { MissingError } from '../util/outcome.mjs'
import { acceptsPrograms } from './display-probe.mjs'

const displayVariables = ['DISPLAY', 'WAYLAND_DISPLAY']
const startLimitMs = 20_000
const stopLimitMs = 5000

/**
 * Whether windows can be shown. Windows and macOS always have a display.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<boolean>}
 */
export async function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || acceptsPrograms(env)
}

/**
 * Why there is no display, for a message.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function whyNoDisplay(env = process.env) {
  const tried = displayVariables.filter((name) => env[name]).map((name) => `${name}=${env[name] ?? ''}`)
  return tried.length === 0 ? 'No display found.' : `No display answers at ${tried.join(' or ')}.`
}

/**
 * Provides a display for this process and its children: the existing one, or a hidden X server until stop().
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function setUpDisplay() {
  if (await hasDisplay()) return { stop: () => Promise.resolve() }
  forgetDisplay()
  const server = await startXvfb()
  process.env.DISPLAY = server.display
  return {
    stop: async () => {
      forgetDisplay()
      await server.stop()
    },
  }
}

/** Children must not try a display that does not answer. */
function forgetDisplay() {
  delete process.env.DISPLAY
  delete process.env.WAYLAND_DISPLAY
}

/**
 * Provides several displays for parallel tests, because a display has one clipboard and one focus. If the
 * computer has a display, all tests share it one after another.
 * @param {number} count
 * @returns {Promise<{ names: readonly string[], stop: () => Promise<void> }>} no names if the existing display
 * is used
 */
export async function setUpDisplays(count) {
  if (await hasDisplay()) return { names: [], stop: () => Promise.resolve() }
  forgetDisplay()
  /** @type {Awaited<ReturnType<typeof startXvfb>>[]} */
  const servers = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    while (servers.length < count) servers.push(await startXvfb())
  } catch (error) {
    await stop()
    throw error
  }
  return { names: servers.map(({ display }) => display), stop }
}

/**
 * Starts Xvfb, which selects a free display number and writes it to file descriptor 3 when it accepts clients
 * (Xserver(1), -displayfd).
 * @returns {Promise<{ display: string, stop: () => Promise<void> }>}
 */
async function startXvfb() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  const release = handleSignals()
  /** @type {Promise<void>} */
  const ended = new Promise((done) => {
    child.once('close', () => done())
    child.once('error', () => done())
  })
  const stop = async () => {
    process.removeListener('exit', kill)
    release()
    child.kill()
    const harder = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(harder)
  }
  const number = await numberFrom(child, ended)
  if (number !== undefined) return { display: `:${number}`, stop }
  await stop()
  throw new MissingError('No display found, and Xvfb did not start. On Debian, type: apt-get install -y xvfb')
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<void>} ended
 * @returns {Promise<string | undefined>}
 */
async function numberFrom(child, ended) {
  const pipe = /** @type {import('node:stream').Readable} */ (child.stdio[3])
  let text = ''
  /** @type {Promise<string>} */
  const displayNumber = new Promise((done) => {
    pipe.on('data', (/** @type {Buffer} */ data) => {
      text += data.toString()
      if (text.endsWith('\n')) done(text.trim())
    })
  })
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  /** @type {Promise<undefined>} */
  const limit = new Promise((done) => {
    timer = setTimeout(() => done(undefined), startLimitMs)
  })
  const number = await Promise.race([displayNumber, ended.then(() => undefined), limit])
  clearTimeout(timer)
  return number
}
