import { spawnSync } from 'node:child_process'
import { Socket } from 'node:net'
import { formatCredentialVariables } from '../platform/auth/credentials'

/**
 * On Linux, Chromium forks its zygote process before any app code runs, so secrets in the environment would be
 * in the memory of every page process. A packaged app therefore relaunches itself without them. A checkout does
 * not: `npm start` passes secrets by standard input (scripts/start.mjs).
 */
export const shouldRelaunch = (
  keys: Readonly<Record<string, string>>,
  { platform, isPackaged }: { readonly platform: NodeJS.Platform; readonly isPackaged: boolean },
): boolean => isPackaged && platform === 'linux' && Object.keys(keys).length > 0

/**
 * Starts the app again with the credentials on standard input; returns its exit status. This process blocks
 * meanwhile. The open descriptor 3 tells the new process that its parent still runs.
 */
export const relaunchWithoutSecrets = (keys: Readonly<Record<string, string>>): number => {
  const { status } = spawnSync(
    process.execPath,
    [...process.argv.slice(1), '--keys-from-stdin', '--lifeline'],
    { input: formatCredentialVariables(keys), stdio: ['pipe', 'inherit', 'inherit', 'pipe'] },
  )
  return status ?? 1
}

/** Quits as on SIGTERM when the parent process ends. */
export const exitWithParent = (): void => {
  const lifeline = new Socket({ fd: 3 })
  lifeline.on('error', () => undefined)
  lifeline.on('close', () => process.kill(process.pid, 'SIGTERM'))
  lifeline.unref().resume()
}
