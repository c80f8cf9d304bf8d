import { spawnSync } from 'node:child_process'
import { Socket } from 'node:net'
import { formatCredentialVariables } from '../platform/auth/credentials'

/**
 * On Linux, Chromium forks its zygote process before any app code runs, so secrets in the environment would be
 * in the memory of every page process. A packaged app therefore relaunches itself without them. A checkout does
 * not: `npm start` passes secrets by standard input (scripts/start.mjs). The same goes for variables that Chromium reads
 * as early.
 */
export const shouldRelaunch = (
  keys: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> | null,
  { platform, isPackaged }: { readonly platform: NodeJS.Platform; readonly isPackaged: boolean },
): boolean => isPackaged && platform === 'linux' && (variables !== null || Object.keys(keys).length > 0)

/**
 * Starts the app again with the credentials on standard input and more variables; returns its exit status. This process blocks
 * meanwhile. The open descriptor 3 tells the new process that its parent still runs.
 */
export const relaunchWithoutSecrets = (
  keys: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): number => {
  const hasKeys = Object.keys(keys).length > 0
  const { status } = spawnSync(
    process.execPath,
    [...process.argv.slice(1), ...(hasKeys ? ['--keys-from-stdin'] : []), '--lifeline'],
    {
      env: { ...process.env, ...variables },
      ...(hasKeys ? { input: formatCredentialVariables(keys) } : {}),
      stdio: [hasKeys ? 'pipe' : 'inherit', 'inherit', 'inherit', 'pipe'],
    },
  )
  return status ?? 1
}

/**
 * Electron needs a display before it is ready, unless it starts with this switch, and then needs none. Only a package
 * starts itself again; in a checkout, `npm run cli` gives the switches.
 */
const withoutDisplay = ['--ozone-platform=headless', '--log-level=3']

/** Whether a command of the command line must start again, to work without a display. */
export const needsHeadless = ({
  platform,
  isPackaged,
  hasSwitch,
}: {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly hasSwitch: (name: string) => boolean
}): boolean => isPackaged && platform === 'linux' && !hasSwitch('ozone-platform')

/** Starts a command again without a display, its credentials apart from the environment; returns its exit status. */
export const relaunchHeadless = (keys: Readonly<Record<string, string>>): number => {
  const hasKeys = Object.keys(keys).length > 0
  // Ctrl C reaches both processes; this one waits until the command has reported what it has not sent.
  process.on('SIGINT', () => undefined)
  const { status } = spawnSync(
    process.execPath,
    [...withoutDisplay, ...process.argv.slice(1), ...(hasKeys ? ['--keys-from-stdin'] : []), '--lifeline'],
    {
      ...(hasKeys ? { input: formatCredentialVariables(keys) } : {}),
      stdio: [hasKeys ? 'pipe' : 'inherit', 'inherit', 'inherit', 'pipe'],
    },
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
