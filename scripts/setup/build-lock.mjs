import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { printMessage } from '../util/outcome.mjs'

const limitMs = 5 * 60 * 1000
const pollMs = 200

/**
 * Runs `work` while no other process builds this project folder, because a build empties `out` first.
 * @param {string} root
 * @param {() => Promise<void>} work
 * @throws {Error} when another build has not ended in five minutes
 */
export async function withBuildLock(root, work) {
  const file = join(root, 'out/build.lock')
  await mkdir(join(root, 'out'), { recursive: true })
  const deadline = performance.now() + limitMs
  let isAnnounced = false
  while (!(await take(file))) {
    if (performance.now() > deadline)
      throw new Error(`Another build has locked ${file}. If no build is running, delete the file.`)
    if (!isAnnounced) printMessage('Waiting for another build…')
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
 */
async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    // The process with the lock has died, for example by a signal. Remove its lock; the next attempt takes it.
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true })
    return false
  }
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
