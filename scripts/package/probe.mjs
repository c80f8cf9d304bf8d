// Stands before the app in a copy of the package (test/package/probed-app.ts): lets the tests look into it, and then is
// the app. The package itself lets nobody look in, and does not have this file.
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import electron from 'electron'

/** @typedef {{ id: number, where: 'main' | 'page', work: string, given: unknown }} Asked */

const socket = connect(process.env.LOCK_DESK_PROBE ?? '')
delete process.env.LOCK_DESK_PROBE

/**
 * @param {Omit<Asked, 'id'>} asked
 * @returns {Promise<unknown>}
 */
const answer = async ({ where, work, given }) => {
  if (where === 'page') {
    const [window] = electron.BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('there is no window')
    return window.webContents.executeJavaScript(`(${work})(${JSON.stringify(given)})`, true)
  }
  /** @type {unknown} */
  const made = (0, eval)(`(${work})`)
  const run = /** @type {(...given: unknown[]) => unknown} */ (made)
  return run(electron, given)
}

createInterface({ input: socket }).on('line', (line) => {
  /** @type {unknown} */
  const said = JSON.parse(line)
  const { id, ...asked } = /** @type {Asked} */ (said)
  answer(asked).then(
    (value) => socket.write(`${JSON.stringify({ id, value })}\n`),
    (/** @type {unknown} */ error) => socket.write(`${JSON.stringify({ id, error: String(error) })}\n`),
  )
})
// Whoever asked is gone: so is the reason to be.
socket.on('close', () => electron.app.exit(9))

await import(pathToFileURL(join(process.resourcesPath, 'app.asar/out/main/main.js')).href)

// Not from the command line, which the app looks at first: it starts with none of them.
const jsFlags = process.env.LOCK_DESK_PROBE_JS_FLAGS
if (jsFlags !== undefined) electron.app.commandLine.appendSwitch('js-flags', jsFlags)
