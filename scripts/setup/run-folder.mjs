import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkTemporaryFolder } from './writable.mjs'

/** Test stores consist of hundreds of small files, so they are kept in memory if there is enough. */
const memoryDisk = { folder: '/dev/shm', minBytes: 1024 ** 3 }
/** Short, because the path of a socket is limited to 104 characters on macOS. */
const prefix = 'ld-'

/**
 * Creates a temporary folder for this process and its children, and removes it on exit. Also removes folders of
 * killed runs. Does nothing in a child process of such a run.
 * @throws {MissingError} if the system's temporary folder cannot be written
 */
export function useRunFolder() {
  if (process.env.LOCK_DESK_RUN_FOLDER !== undefined) return
  checkTemporaryFolder()
  const system = process.platform === 'darwin' ? '/tmp' : tmpdir()
  const folder = makeFolder(system)
  process.env.LOCK_DESK_RUN_FOLDER = folder
  process.env.LOCK_DESK_RUN_MEMORY = hasMemory() ? makeFolder(memoryDisk.folder) : folder
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
}

/** The folder for a run's files: in memory if there is enough, otherwise on the disk. */
export function memoryFolder() {
  return process.env.LOCK_DESK_RUN_MEMORY ?? tmpdir()
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk.folder)
    return bavail * bsize > memoryDisk.minBytes
  } catch {
    return false
  }
}

/** @param {string} place */
function makeFolder(place) {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(place, name))
  }
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  // Programs that tests start as another user have their folders inside.
  chmodSync(folder, 0o711)
  process.once('exit', () => removeFolder(folder))
  return folder
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process may belong to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {string} folder */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // In use, or owned by another user: the next run tries again.
  }
}
