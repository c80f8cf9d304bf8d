import { parseArgs } from 'node:util'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'

export interface LaunchOptions {
  /** Where everything of this desk lies; the system's place for it where not given. */
  readonly userData: string | null
  /** A platform of the person's own instead of the training environment. */
  readonly platform: { readonly baseUrl: string; readonly userCentreUrl: string } | null
  /** The tray of simulated locks outside training too, for trying a platform double. Not in a packaged app. */
  readonly simulatedLocks: boolean
  /** The number that the training data are drawn from at their first opening; null takes the usual ones. */
  readonly trainingSeed: number | null
  /** The keys and the sign-in come on standard input, `NAME=VALUE`, not in the environment. */
  readonly keysFromStdin: boolean
  /** Whoever started it holds the other end of file descriptor 3; it ends when that does. */
  readonly hasLifeline: boolean
  /** Says on standard output when the desk can be used; for measuring the start. */
  readonly announceUsable: boolean
}

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** The app's own switches; Chromium's stand among them and are left alone. */
export const parseLaunchOptions = (
  args: readonly string[],
  isPackaged: boolean,
): Outcome<LaunchOptions, Failure<'usage'>> => {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      'user-data': { type: 'string' },
      platform: { type: 'string' },
      'user-centre': { type: 'string' },
      'simulated-locks': { type: 'boolean' },
      'keys-from-stdin': { type: 'boolean' },
      lifeline: { type: 'boolean' },
      'announce-usable': { type: 'boolean' },
      'training-seed': { type: 'string' },
    },
  })
  const text = (name: 'user-data' | 'platform' | 'user-centre' | 'training-seed') => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const baseUrl = text('platform')
  const userCentreUrl = text('user-centre')
  const usage = (message: string) => fail({ code: 'usage' as const, message })
  if ((baseUrl === null) !== (userCentreUrl === null)) {
    return usage('--platform and --user-centre go together')
  }
  const bad = [baseUrl, userCentreUrl].find((url) => url !== null && !isHttp(url))
  if (bad !== undefined) return usage(`“${bad ?? ''}” is not an http or https URL`)
  const seed = text('training-seed')
  if (seed !== null && !/^\d{1,9}$/.test(seed)) {
    return usage(`--training-seed ${seed} is not a whole number of at most nine digits`)
  }
  return succeed({
    userData: text('user-data'),
    platform: baseUrl === null || userCentreUrl === null ? null : { baseUrl, userCentreUrl },
    simulatedLocks: !isPackaged && values['simulated-locks'] === true,
    trainingSeed: seed === null ? null : Number(seed),
    keysFromStdin: values['keys-from-stdin'] === true,
    hasLifeline: values['lifeline'] === true,
    announceUsable: values['announce-usable'] === true,
  })
}
