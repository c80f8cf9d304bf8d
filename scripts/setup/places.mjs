import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The folder this project was cloned into. */
export const projectRoot = resolve(import.meta.dirname, '../..')

/**
 * The folder where things are kept that can be made again, shared by all clones of one user.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function cacheFolder(env = process.env, platform = process.platform) {
  return join(userCache(env, platform), 'lock-desk')
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
