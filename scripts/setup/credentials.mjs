/**
 * Removes platform credentials from the environment and returns them as the app's standard input
 * (`--keys-from-stdin`). On Linux, Electron's initial environment is in the memory of every page; on other
 * systems the app removes the credentials in time.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {{ env: NodeJS.ProcessEnv, input: string | undefined }} input is undefined without credentials
 */
export function withoutCredentials(env, platform = process.platform) {
  const isKey = (/** @type {string} */ name) =>
    /^LOCK_DESK_(ORDER_|MEMBER_)?(APP_KEY|APP_SECRET|USER|PASSWORD)$/.test(name)
  const keys = Object.entries(env).filter(([name]) => isKey(name))
  if (platform !== 'linux' || keys.length === 0) return { env, input: undefined }
  return {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !isKey(name))),
    input: keys.map(([name, value]) => `${name}=${value ?? ''}\0`).join(''),
  }
}
