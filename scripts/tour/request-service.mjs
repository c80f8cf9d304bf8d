import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** The public training credentials. The tour starts the app with them; otherwise the app generates its own. */
export const training = {
  LOCK_DESK_APP_KEY: 'lock-desk',
  LOCK_DESK_APP_SECRET: 'lock-desk-secret',
  LOCK_DESK_USER: 'counter',
  LOCK_DESK_PASSWORD: 'Counter-2026',
}

/**
 * Sends one request to the licensing service in a separate process, independent of the app, to compare the
 * service's state with the screen.
 * @param {string} baseUrl
 * @param {string} operation
 * @param {object} request
 * @returns {Promise<unknown>} the operation's `data`
 */
export async function requestService(baseUrl, operation, request) {
  const program = join(projectRoot, 'out/main/call.js')
  const args = [operation, '--input', '-', '--platform', baseUrl, '--user-centre', `${baseUrl}/oauth/token`]
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...training } })
  let output = ''
  let errors = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  child.stderr.on('data', (bytes) => (errors += String(bytes)))
  child.stdin.end(JSON.stringify(request))
  await once(child, 'exit')
  if (child.exitCode !== 0)
    throw new Error(`${operation} ended with ${String(child.exitCode)}: ${output || errors}`)
  /** @type {unknown} */
  const outcome = JSON.parse(output)
  return /** @type {{ value: unknown }} */ (outcome).value
}

/**
 * @typedef {object} Asset
 * @property {string} assetNum
 * @property {string} keyShellNumber
 * @property {string} licenseType
 * @property {boolean} locked
 * @property {number | null} limitStartTime
 * @property {number | null} limitEndTime
 */

/**
 * The current assets of an enterprise.
 * @param {string} baseUrl
 * @param {string} enterpriseGlobalId
 */
export const assetsOf = async (baseUrl, enterpriseGlobalId) =>
  /** @type {Asset[]} */ (await requestService(baseUrl, 'order.listAssets', { path: { enterpriseGlobalId } }))

/**
 * Finds the current asset with a shell number in the given enterprises.
 * @param {string} baseUrl
 * @param {readonly string[]} enterpriseGlobalIds
 * @param {string} shellNumber
 * @returns {Promise<Asset | null>}
 */
export async function assetOf(baseUrl, enterpriseGlobalIds, shellNumber) {
  for (const enterpriseGlobalId of enterpriseGlobalIds) {
    const assets = await assetsOf(baseUrl, enterpriseGlobalId)
    const asset = assets.find(({ keyShellNumber }) => keyShellNumber === shellNumber)
    if (asset !== undefined) return asset
  }
  return null
}

/**
 * The full numbers of all disabled assets of these enterprises, to compare before and after a change.
 * @param {string} baseUrl
 * @param {readonly string[]} enterpriseGlobalIds
 */
export async function disabledAt(baseUrl, enterpriseGlobalIds) {
  const lists = await Promise.all(enterpriseGlobalIds.map((id) => assetsOf(baseUrl, id)))
  return new Set(
    lists.flatMap((assets) => assets.flatMap(({ assetNum, locked }) => (locked ? assetNum : []))),
  )
}
