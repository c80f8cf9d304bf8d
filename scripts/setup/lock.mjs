import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { printMessage } from '../util/outcome.mjs'

/** Longer than the packages take over a slow network. */
const limitMs = 15 * 60 * 1000
const pollMs = 200
/** A process writes its number at once after it has created its lock. */
const emptyLimitMs = 5000

/**
 * Runs `work` while no other process does the same in this project folder: a build empties `out` first, an installation
 * `node_modules`.
 * @param {string} root
 * @param {'build' | 'installation'} name
 * @param {() => Promise<void>} work
 * @throws {Error} when another one has not ended in 15 minutes
 */
export async function withLock(root, name, work) {
  const file = join(root, 'out', `${name}.lock`)
  await mkdir(join(root, 'out'), { recursive: true })
  const deadline = performance.now() + limitMs
  let isAnnounced = false
  while (!(await takeLock(file))) {
    if (performance.now() > deadline)
      throw new Error(`Another ${name} has locked ${file}. If none is running, delete the file.`)
    if (!isAnnounced) printMessage(`Waiting for another ${name}…`)
    isAnnounced = true
    await pause(pollMs)
  }
  try {
    await work()
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * @param {string} file
 * @returns {Promise<boolean>} whether this process has the lock
 * @throws {NodeJS.ErrnoException} if the file cannot be written
 */
async function takeLock(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    // Windows: a file that another process is removing cannot be opened.
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
    if (!['EEXIST', 'EPERM', 'EBUSY'].includes(code)) throw error
    // The process with the lock has died, for example by a signal.
    if (!(await isLeft(file))) return false
    await rm(file, { force: true })
    return takeLock(file)
  }
}

/** @param {string} file */
async function isLeft(file) {
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder > 0) return !isAlive(holder)
  const createdAt = (await stat(file).catch(() => undefined))?.mtimeMs
  return createdAt !== undefined && Math.abs(Date.now() - createdAt) > emptyLimitMs
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
