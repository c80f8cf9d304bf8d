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

/** Takes what is secret out of the environment once it has been read: Chromium hands main's to every process. */
export const forgetCredentials = (environment: Record<string, string | undefined>): void => {
  for (const name of Object.keys(environment)) {
    if (/^LOCK_DESK_(ORDER_|MEMBER_)?(APP_KEY|APP_SECRET|USER|PASSWORD)$/.test(name)) {
      Reflect.deleteProperty(environment, name)
    }
  }
}

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
