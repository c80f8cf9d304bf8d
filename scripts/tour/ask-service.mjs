import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../setup/places.mjs'

/** As they stand in every training service, and in no other. */
const training = {
  LOCK_DESK_APP_KEY: 'lock-desk',
  LOCK_DESK_APP_SECRET: 'lock-desk-secret',
  LOCK_DESK_USER: 'counter',
  LOCK_DESK_PASSWORD: 'Counter-2026',
}

/**
 * Asks the licensing service one operation in a process of its own, past the app: what the service says counts, not
 * what a screen claims.
 * @param {string} baseUrl
 * @param {string} operation
 * @param {object} request
 * @returns {Promise<unknown>} the operation's `data`
 */
export async function askService(baseUrl, operation, request) {
  const program = join(projectRoot, 'out/main/call.js')
  const args = [operation, '--input', '-', '--platform', baseUrl, '--user-centre', `${baseUrl}/oauth/token`]
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...training } })
  let out = ''
  let errors = ''
  child.stdout.on('data', (bytes) => (out += String(bytes)))
  child.stderr.on('data', (bytes) => (errors += String(bytes)))
  child.stdin.end(JSON.stringify(request))
  await once(child, 'exit')
  if (child.exitCode !== 0)
    throw new Error(`${operation} ended with ${String(child.exitCode)}: ${out || errors}`)
  /** @type {unknown} */
  const outcome = JSON.parse(out)
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
 * An enterprise's assets, as the service has them now.
 * @param {string} baseUrl
 * @param {string} enterpriseGlobalId
 */
export const assetsOf = async (baseUrl, enterpriseGlobalId) =>
  /** @type {Asset[]} */ (await askService(baseUrl, 'order.listAssets', { path: { enterpriseGlobalId } }))

/**
 * The asset with these digits among the enterprises given, as the service has it now.
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
 * The whole asset numbers of all that is disabled at these enterprises: before and after, they tell what was changed.
 * @param {string} baseUrl
 * @param {readonly string[]} enterpriseGlobalIds
 */
export async function disabledAt(baseUrl, enterpriseGlobalIds) {
  const lists = await Promise.all(enterpriseGlobalIds.map((id) => assetsOf(baseUrl, id)))
  return new Set(
    lists.flatMap((assets) => assets.flatMap(({ assetNum, locked }) => (locked ? assetNum : []))),
  )
}
