import type { PlatformModule } from '#shared/operations'

export interface Application {
  readonly key: string
  readonly secret: string
}

/** What the user centre wants to see. One application may serve both modules, or each may have its own. */
export interface Credentials {
  readonly applications: Readonly<Record<PlatformModule, Application | null>>
  /** Without a password the user is known only by a refresh token that was kept. */
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
 * Takes the keys out of the environment: what is started from here on does not inherit them. Chromium's first
 * processes on Linux were started before (start-without-keys.ts).
 */
export const takeKeys = (environment: Record<string, string | undefined>): Record<string, string> => {
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!isKeyName(name)) continue
    if (value !== undefined) keys[name] = value
    Reflect.deleteProperty(environment, name)
  }
  return keys
}

/** `NAME=VALUE` by the line, as `env` prints them, or closed with NUL, as `env -0` does. What is no key is left out. */
export const readKeys = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(text.includes('\0') ? '\0' : /\r?\n/).flatMap((line) => {
      const at = line.indexOf('=')
      return isKeyName(line.slice(0, Math.max(at, 0))) ? [[line.slice(0, at), line.slice(at + 1)]] : []
    }),
  )

/** As `readKeys` takes them, whatever is in them. */
export const writeKeys = (keys: Readonly<Record<string, string>>): string =>
  Object.entries(keys)
    .map(([name, value]) => `${name}=${value}\0`)
    .join('')

/**
 * `LOCK_DESK_APP_KEY` and `LOCK_DESK_APP_SECRET` for both modules, or `LOCK_DESK_ORDER_APP_…` and
 * `LOCK_DESK_MEMBER_APP_…` for one; `LOCK_DESK_USER` and `LOCK_DESK_PASSWORD`. Never from the command line, where
 * every program on the machine could read them.
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
