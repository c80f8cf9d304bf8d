import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runChild } from '../../util/child.mjs'
import { parseJson } from '../../util/json.mjs'
import { printMessage } from '../../util/outcome.mjs'
import { cacheFolder, projectRoot } from '../../util/paths.mjs'

const dayMs = 24 * 60 * 60 * 1000
const downloadLimitMs = 5 * 60 * 1000

/**
 * The Electron version of package.json, as installed in node_modules.
 * @param {string} [root]
 * @returns {string}
 */
export function declaredVersion(root = projectRoot) {
  const text = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')
  return /** @type {{ version: string }} */ (parseJson(text)).version
}

/**
 * The executable of the declared Electron, if it is downloaded.
 * @param {string} [root]
 * @returns {string | undefined}
 */
export function declaredExecutable(root = projectRoot) {
  const folder = join(root, 'node_modules/electron')
  try {
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a failed download is less than a day old; it is not retried then, because the network has probably
 * not changed.
 * @param {string | undefined} record what rememberFailure wrote
 * @param {string} version
 * @param {number} now milliseconds since 1970
 */
export function isFailureFresh(record, version, now) {
  try {
    const failure = /** @type {{ version: string, at: number }} */ (parseJson(record ?? ''))
    return failure.version === version && now >= failure.at && now - failure.at < dayMs
  } catch {
    return false
  }
}

/**
 * Downloads the declared Electron. After a failure it waits a day before the next attempt.
 * @param {{ root?: string, cache?: string, insist?: boolean }} [options] insist: retry even after a recent
 * failure
 * @returns {Promise<string | undefined>} the executable; undefined if the download fails
 */
export async function setUpDeclaredElectron({ root = projectRoot, cache = cacheFolder(), insist } = {}) {
  const found = declaredExecutable(root)
  if (found) return found
  const version = declaredVersion(root)
  const memory = join(cache, 'electron-download-failed.json')
  const record = await readFile(memory, 'utf8').catch(() => undefined)
  if (!insist && isFailureFresh(record, version, Date.now())) return undefined

  printMessage(`Downloading Electron ${version}…`)
  const installer = join(root, 'node_modules/electron/install.js')
  const { stderr } = await runChild(process.execPath, [installer], {
    cwd: root,
    timeoutMs: downloadLimitMs,
    output: 'capture',
  })
  const executable = declaredExecutable(root)
  if (executable) {
    await rm(memory, { force: true })
    return executable
  }
  printMessage(`Download failed: ${firstLine(stderr)}`)
  await mkdir(dirname(memory), { recursive: true })
  await writeFile(memory, JSON.stringify({ version, at: Date.now() }))
  return undefined
}

/** @param {string} text */
function firstLine(text) {
  const line = text.trim().split('\n')[0] ?? ''
  return line === '' ? 'no response in time' : line
}
