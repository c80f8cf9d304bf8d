import { parseArgs } from 'node:util'
import { isAddress, normalizeAddress } from '#shared/model/app/saved-platform'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

export interface LaunchOptions {
  /** The user-data folder; null uses the system's default. */
  readonly userData: string | null
  /** A platform to open instead of the training environment. */
  readonly platform: { readonly baseUrl: string; readonly userCentreUrl: string } | null
  /** Enables simulated locks outside training, to try a platform double. Not in a packaged app. */
  readonly simulatedLocks: boolean
  /** The random seed of new training data; null uses the default. */
  readonly trainingSeed: number | null
  /** Credentials and sign-in are read from standard input as `NAME=VALUE` lines, not from the environment. */
  readonly keysFromStdin: boolean
  /** The parent process holds the other end of file descriptor 3; the app quits when it closes. */
  readonly hasLifeline: boolean
  /** A file instead of the computer's policy, to try one. Not in a packaged app. */
  readonly policyFile: string | null
  /** Files that describe locks for the lock simulator (docs/simulated-device.md). */
  readonly simulatedDeviceFiles: readonly string[]
  /** Prints a line when the app can be used; for startup benchmarks. */
  readonly announceUsable: boolean
}

/** The app's own switches, as `parseArgs` takes them. */
export const launchSwitches = {
  'user-data': { type: 'string' },
  platform: { type: 'string' },
  'user-centre': { type: 'string' },
  'simulated-locks': { type: 'boolean' },
  'keys-from-stdin': { type: 'boolean' },
  lifeline: { type: 'boolean' },
  'announce-usable': { type: 'boolean' },
  'training-seed': { type: 'string' },
  'policy-file': { type: 'string' },
  'simulated-device': { type: 'string', multiple: true },
} as const

/** Parses the app's own switches and ignores Chromium's. */
export const parseLaunchOptions = (
  args: readonly string[],
  isPackaged: boolean,
): Outcome<LaunchOptions, Failure<'usage'>> => {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: launchSwitches,
  })
  const text = (name: 'user-data' | 'platform' | 'user-centre' | 'training-seed' | 'policy-file') => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const baseUrl = text('platform')
  const userCentreUrl = text('user-centre')
  const usage = (message: string) => fail({ code: 'usage' as const, message })
  if ((baseUrl === null) !== (userCentreUrl === null)) {
    return usage('--platform and --user-centre go together')
  }
  const bad = [baseUrl, userCentreUrl].find((url) => url !== null && !isAddress(url))
  if (bad !== undefined) return usage(`“${bad ?? ''}” is not an http or https URL`)
  const seed = text('training-seed')
  if (seed !== null && !/^\d{1,9}$/.test(seed)) {
    return usage(`--training-seed ${seed} is not a whole number of at most nine digits`)
  }
  return succeed({
    userData: text('user-data'),
    platform:
      baseUrl === null || userCentreUrl === null
        ? null
        : { baseUrl: normalizeAddress(baseUrl), userCentreUrl: userCentreUrl.trim() },
    simulatedLocks: !isPackaged && values['simulated-locks'] === true,
    trainingSeed: seed === null ? null : Number(seed),
    keysFromStdin: values['keys-from-stdin'] === true,
    policyFile: isPackaged ? null : text('policy-file'),
    simulatedDeviceFiles: [values['simulated-device'] ?? []].flat().map(String),
    hasLifeline: values['lifeline'] === true,
    announceUsable: values['announce-usable'] === true,
  })
}
