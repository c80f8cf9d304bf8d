import { spawnSync } from 'node:child_process'

/**
 * On Linux, Chromium leaves out files whose names the locale cannot encode, and a package starts itself again with one
 * that can (src-main/start/file-name-locale.ts). A checkout does not, so its environment is set here.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {NodeJS.ProcessEnv}
 */
export function withFileNameLocale(env, platform = process.platform) {
  if (platform !== 'linux' || env['LC_ALL'] === 'C.UTF-8') return env
  const printed = spawnSync('/usr/bin/locale', ['charmap'], { encoding: 'utf8', env, timeout: 2000 })
  const isAscii = printed.error === undefined && printed.stdout.startsWith('ANSI_X3')
  const names = (/** @type {string} */ category) =>
    [env['LC_ALL'], env[category], env['LANG']].find(Boolean) ?? 'C'
  if (!/^(?:C|POSIX)$/.test(names('LC_CTYPE')) && !isAscii) return env
  const messages = names('LC_MESSAGES')
  const keepsLanguage = !env['LANGUAGE'] && !/^(?:C|POSIX)$/.test(messages)
  return { ...env, LC_ALL: 'C.UTF-8', ...(keepsLanguage ? { LANGUAGE: messages } : {}) }
}
