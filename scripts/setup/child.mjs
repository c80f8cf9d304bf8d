import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid] the user to run it as; only root may ask for another
 * @property {number} [gid]
 * @property {number} [timeoutMs] after this the child is killed and counts as failed; none by default
 * @property {string | undefined} [input] on its stdin; none by default
 * @property {'inherit' | 'stderr' | 'capture'} [output] where its stdout goes: as ours, to our stderr (default), or
 *   into the answer; its stderr is shown unless captured
 */

/**
 * @typedef {object} ChildEnd
 * @property {number | null} status null when a signal ended it or it could not be started
 * @property {string} stdout only with output 'capture'
 * @property {string} stderr only with output 'capture'
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program to its end. Never throws: a program that cannot be started has status null. A signal to us is
 * passed on, and ends us when the child has ended.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 * @returns {Promise<ChildEnd>}
 */
export function runChild(command, args, options = {}) {
  const { cwd, env = process.env, uid, gid, timeoutMs, input, output = 'stderr' } = options
  const capture = output === 'capture'
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env,
      uid,
      gid,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        capture ? 'pipe' : output === 'inherit' ? 'inherit' : 2,
        capture ? 'pipe' : 'inherit',
      ],
    })
    follow(child)
    // Who ends without reading it, ends.
    child.stdin?.on('error', () => undefined).end(input)
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stderr += text))
    child.on('error', (error) => done({ status: null, stdout, stderr: stderr + error.message }))
    child.on('close', (status) => done({ status, stdout, stderr }))
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function follow(child) {
  const release = takeSignals()
  running.add(child)
  const ended = () => {
    running.delete(child)
    release()
    if (received && running.size === 0) exitBy(received)
  }
  child.once('exit', ended)
  child.once('error', ended)
}

/** @type {NodeJS.Signals[]} */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @type {NodeJS.Signals | undefined} */
let received
let takers = 0

/**
 * Until released, a signal that means the end makes this process end in order: first its children, then, by
 * process.exit and so with its 'exit' listeners called, itself.
 * @returns {() => void} releases
 */
export function takeSignals() {
  if (takers++ === 0) for (const signal of endings) process.on(signal, passOn)
  return () => {
    if (--takers === 0) for (const signal of endings) process.off(signal, passOn)
  }
}

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  received = signal
  for (const child of running) child.kill(signal)
  if (running.size === 0) exitBy(signal)
}

/**
 * @param {NodeJS.Signals} signal
 * @returns {never}
 */
function exitBy(signal) {
  process.exit(128 + constants.signals[signal])
}

/**
 * Runs npm with the Node that runs us. By the path of its program where that is known, since on Windows `npm` is a
 * batch file, which cannot be started without a shell.
 * @param {readonly string[]} args
 * @param {ChildOptions} [options]
 */
export function runNpm(args, options) {
  const program = npmProgram()
  return program ? runChild(process.execPath, [program, ...args], options) : runChild('npm', args, options)
}

function npmProgram() {
  const nodeFolder = dirname(process.execPath)
  const places = [
    process.env.npm_execpath,
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  return places.find((place) => place?.endsWith('npm-cli.js') && existsSync(place))
}
