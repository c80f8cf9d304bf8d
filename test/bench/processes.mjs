import { readdir, readFile } from 'node:fs/promises'

/**
 * @typedef {object} MemoryShare
 * @property {number} processId
 * @property {string} role Chromium's process type ("renderer", "gpu-process"), "main" for the first
 * @property {number} kilobytes proportional set size: shared memory counts in shares
 */

/**
 * The memory of a process and all its descendants. Linux only.
 * @param {number} root process id
 * @returns {Promise<MemoryShare[]>}
 */
export async function memoryOfTree(root) {
  const family = descendants(root, await parents())
  const shares = await Promise.all(family.map((processId) => memoryOf(processId, processId === root)))
  return shares.filter((share) => share !== undefined)
}

/**
 * @param {number} root
 * @param {ReadonlyMap<number, number>} parentOf child → parent
 * @returns {number[]} root first
 */
export function descendants(root, parentOf) {
  const family = [root]
  // The list grows during the iteration, so grandchildren are found too.
  for (const member of family) {
    for (const [child, parent] of parentOf) if (parent === member) family.push(child)
  }
  return family
}

/** @returns {Promise<Map<number, number>>} child → parent, of every process */
async function parents() {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const pairs = await Promise.all(ids.map(async (id) => [id, parentIn(await textOf(`/proc/${id}/stat`))]))
  return new Map(/** @type {[number, number][]} */ (pairs))
}

/** A hundredth of a second, on every Linux that Electron runs on. */
const tickMs = 10

/**
 * The processor time that a process has used, with all its threads. Linux only.
 * @param {number} processId
 * @returns {Promise<number>} in ms
 */
export async function processorTimeOf(processId) {
  const stat = await textOf(`/proc/${processId}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/**
 * @param {string} stat the content of /proc/PID/stat; the name in brackets may itself hold spaces and brackets
 * @returns {number} the parent's id, 0 when the process has gone
 */
export function parentIn(stat) {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/**
 * @param {number} processId
 * @param {boolean} isRoot
 * @returns {Promise<MemoryShare | undefined>} undefined when the process has gone
 */
async function memoryOf(processId, isRoot) {
  const kilobytes = pssIn(await textOf(`/proc/${processId}/smaps_rollup`))
  if (kilobytes === undefined) return undefined
  const role = isRoot ? 'main' : roleIn(await textOf(`/proc/${processId}/cmdline`))
  return { processId, role, kilobytes }
}

/**
 * @param {string} rollup the content of /proc/PID/smaps_rollup
 * @returns {number | undefined} kB
 */
export function pssIn(rollup) {
  const found = /^Pss:\s+(\d+) kB$/m.exec(rollup)
  return found ? Number(found[1]) : undefined
}

/**
 * @param {string} cmdline the content of /proc/PID/cmdline, words ended by NUL — Chromium joins its own by
 * spaces
 */
export function roleIn(cmdline) {
  const type = /--type=(\S+?)[\0 ]/.exec(cmdline)?.[1] ?? 'other'
  const kind = /--utility-sub-type=(\S+?)[\0 ]/.exec(cmdline)?.[1]
  return kind ? `${type} ${kind}` : type
}

/** @param {string} file */
async function textOf(file) {
  return readFile(file, 'utf8').catch(() => '')
}
