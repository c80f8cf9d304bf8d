// The entry of a copy of the package (test/package/probed-app.ts): lets tests run code in the app, then starts
// the app. The package itself does not contain this file and allows no such access.
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import electron from 'electron'

/** @typedef {{ id: number, where: 'main' | 'page', work: string, argument: unknown }} ProbeRequest */

const socket = connect(process.env.LOCK_DESK_PROBE ?? '')
delete process.env.LOCK_DESK_PROBE

/**
 * @param {Omit<ProbeRequest, 'id'>} request
 * @returns {Promise<unknown>}
 */
const evaluate = async ({ where, work, argument }) => {
  if (where === 'page') {
    const [window] = electron.BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('there is no window')
    return window.webContents.executeJavaScript(`(${work})(${JSON.stringify(argument)})`, true)
  }
  /** @type {unknown} */
  const evaluated = (0, eval)(`(${work})`)
  const run = /** @type {(...argument: unknown[]) => unknown} */ (evaluated)
  return run(electron, argument)
}

createInterface({ input: socket }).on('line', (line) => {
  /** @type {unknown} */
  const request = JSON.parse(line)
  const { id, ...call } = /** @type {ProbeRequest} */ (request)
  evaluate(call).then(
    (value) => socket.write(`${JSON.stringify({ id, value })}\n`),
    (/** @type {unknown} */ error) => socket.write(`${JSON.stringify({ id, error: String(error) })}\n`),
  )
})
// The test has ended, so the app exits too.
socket.on('close', () => electron.app.exit(9))

await import(pathToFileURL(join(process.resourcesPath, 'app.asar/out/main/main.js')).href)

// Set in code, because the app rejects these switches on the command line.
const jsFlags = process.env.LOCK_DESK_PROBE_JS_FLAGS
if (jsFlags !== undefined) electron.app.commandLine.appendSwitch('js-flags', jsFlags)
