import type { PlatformModule } from '#shared/operations'

export interface Application {
  readonly key: string
  readonly secret: string
}

/** Credentials for the user center. One application may serve both modules, or each may have its own. */
export interface Credentials {
  readonly applications: Readonly<Record<PlatformModule, Application | null>>
  /** Modules whose application is saved, but cannot be decrypted now. */
  readonly unreadable?: readonly PlatformModule[]
  /** Without a password the user signs in by a stored refresh token only. */
  readonly user: { readonly name: string; readonly password: string | null } | null
}

type Environment = Readonly<Record<string, string | undefined>>

const application = (environment: Environment, prefix: string): Application | null => {
  const key = environment[`${prefix}APP_KEY`]
  const secret = environment[`${prefix}APP_SECRET`]
  return key === undefined || secret === undefined ? null : { key, secret }
}

const isKeyName = (name: string): boolean =>
  /^LOCK_DESK_(ORDER_|MEMBER_)?(APP_KEY|APP_SECRET|USER|PASSWORD)$/.test(name)

/**
 * Removes the credentials from the environment, so that processes started later do not inherit them. On Linux,
 * Chromium's first processes start earlier (relaunch-without-secrets.ts).
 */
export const removeCredentialVariables = (
  environment: Record<string, string | undefined>,
): Record<string, string> => {
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!isKeyName(name)) continue
    if (value !== undefined) keys[name] = value
    Reflect.deleteProperty(environment, name)
  }
  return keys
}

/** Parses `NAME=VALUE` lines as printed by `env`, or NUL-terminated as by `env -0`. Other variables are ignored. */
export const parseCredentialVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(text.includes('\0') ? '\0' : /\r?\n/).flatMap((line) => {
      const separator = line.indexOf('=')
      return isKeyName(line.slice(0, Math.max(separator, 0)))
        ? [[line.slice(0, separator), line.slice(separator + 1)]]
        : []
    }),
  )

/** Serializes credentials for `parseCredentialVariables`, whatever characters they contain. */
export const formatCredentialVariables = (keys: Readonly<Record<string, string>>): string =>
  Object.entries(keys)
    .map(([name, value]) => `${name}=${value}\0`)
    .join('')

/**
 * Reads `LOCK_DESK_APP_KEY` and `LOCK_DESK_APP_SECRET` for both modules, or `LOCK_DESK_ORDER_APP_…` and
 * `LOCK_DESK_MEMBER_APP_…` for one; `LOCK_DESK_USER` and `LOCK_DESK_PASSWORD`. Never from the command line,
 * which every program on the computer can read.
 */
export const credentialsFrom = (environment: Environment): Credentials => {
  const both = application(environment, 'LOCK_DESK_')
  const { LOCK_DESK_USER: name, LOCK_DESK_PASSWORD: password } = environment
  return {
    applications: {
      order: application(environment, 'LOCK_DESK_ORDER_') ?? both,
      member: application(environment, 'LOCK_DESK_MEMBER_') ?? both,
    },
    user: name === undefined || password === undefined ? null : { name, password },
  }
}

/** Whether they cover both modules and a sign-in. */
export const isComplete = ({ applications, user }: Credentials): boolean =>
  applications.order !== null && applications.member !== null && user !== null
