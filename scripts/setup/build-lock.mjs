import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from './outcome.mjs'

const limitMs = 5 * 60 * 1000
const pollMs = 200

/**
 * Does the work while no other process of this clone builds, since a build begins by emptying `out`.
 * @param {string} root
 * @param {() => Promise<void>} work
 * @throws {Error} when another build has not ended in five minutes
 */
export async function withBuildLock(root, work) {
  const file = join(root, 'out/build.lock')
  await mkdir(join(root, 'out'), { recursive: true })
  const deadline = performance.now() + limitMs
  let told = false
  while (!(await take(file))) {
    if (performance.now() > deadline)
      throw new Error(`Another build holds ${file}; if there is none, remove it.`)
    if (!told) say('Waiting for another build …')
    told = true
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
 * @returns {Promise<boolean>} whether the lock is ours now
 */
async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    // A holder that died, for instance by a signal, left its lock; the next round takes it.
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
