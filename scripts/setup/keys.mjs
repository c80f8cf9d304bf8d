/**
 * The environment without the keys of a platform, and these as the app takes them on its standard input
 * (`--keys-from-stdin`). On Linux whatever is in Electron's environment as it starts gets into the memory of every page;
 * elsewhere the app takes them out of it in time.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {{ env: NodeJS.ProcessEnv, input: string | undefined }} no input where there are no keys
 */
export function withoutKeys(env, platform = process.platform) {
  const isKey = (/** @type {string} */ name) =>
    /^LOCK_DESK_(ORDER_|MEMBER_)?(APP_KEY|APP_SECRET|USER|PASSWORD)$/.test(name)
  const keys = Object.entries(env).filter(([name]) => isKey(name))
  if (platform !== 'linux' || keys.length === 0) return { env, input: undefined }
  return {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !isKey(name))),
    input: keys.map(([name, value]) => `${name}=${value ?? ''}\0`).join(''),
  }
}
