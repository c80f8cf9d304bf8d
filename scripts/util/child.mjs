import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { FailedError, MissingError } from './outcome.mjs'

/**
 * @typedef {object} ChildOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid] the user to run it as; other than the current one only as root
 * @property {number} [gid]
 * @property {number} [timeoutMs] kills the child after this time; no limit by default
 * @property {string | undefined} [input] text for its stdin; none by default
 * @property {'inherit' | 'stderr' | 'capture'} [output] where its stdout goes: to our stdout, to our stderr
 *   (default) or into the result; its stderr is shown unless captured
 */

/**
 * @typedef {object} ChildEnd
 * @property {number | null} status null if a signal ended it or it did not start
 * @property {string} stdout only with output 'capture'
 * @property {string} stderr only with output 'capture'
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program until it exits. Never rejects: status is null if the program does not start. A signal to this
 * process is forwarded; this process exits after the child.
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
    followChild(child)
    // A program may exit without reading its stdin.
    child.stdin?.on('error', () => undefined).end(input)
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stderr += text))
    child.on('error', (error) => done({ status: null, stdout, stderr: stderr + error.message }))
    child.on('close', (status) => done({ status, stdout, stderr }))
  })
}

/**
 * Runs a program that is to succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, remedy?: string }} [options] `remedy`: the command that adds what the program lacks
 * @throws {FailedError} with its output; a MissingError if there is a remedy
 */
export async function mustRun(command, args, { remedy, ...place } = {}) {
  const { status, stdout, stderr } = await runChild(command, args, { ...place, output: 'capture' })
  if (status === 0) return
  const message = `${command} ${args.join(' ')} failed:\n${stdout}${stderr}`.trimEnd()
  throw remedy === undefined ? new FailedError(message) : new MissingError(`${message}\nTry: ${remedy}`)
}

/** @param {import('node:child_process').ChildProcess} child */
function followChild(child) {
  const release = handleSignals()
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
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @type {NodeJS.Signals | undefined} */
let received
let handlerCount = 0

/**
 * Until released, SIGINT, SIGTERM and SIGHUP end this process in order: first its children, then itself by
 * process.exit, which calls its 'exit' listeners.
 * @returns {() => void} releases
 */
export function handleSignals() {
  if (handlerCount++ === 0) for (const signal of endSignals) process.on(signal, passOn)
  return () => {
    if (--handlerCount === 0) for (const signal of endSignals) process.off(signal, passOn)
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
 * Runs npm with the current Node by the path of npm's program, because on Windows `npm` is a batch file and
 * needs a shell.
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
