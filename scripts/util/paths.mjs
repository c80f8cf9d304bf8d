import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project folder. An older Node, which has no import.meta.dirname, gets as far as the message that it is too old. */
export const projectRoot = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/**
 * The cache folder, created. All copies of the project of one user share it, and its contents can be created
 * again. A user without a writable cache has it in this copy's `node_modules`.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function cacheFolder(env = process.env, platform = process.platform) {
  const shared = join(userCache(env, platform), 'lock-desk')
  if (isWritableFolder(shared)) return shared
  const projectCache = join(projectRoot, 'node_modules/.cache/lock-desk')
  mkdirSync(projectCache, { recursive: true })
  return projectCache
}

/** @param {string} folder created if it does not exist, as npm does */
export function isWritableFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
function userCache(env, platform) {
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return join(homedir(), '.cache')
}
