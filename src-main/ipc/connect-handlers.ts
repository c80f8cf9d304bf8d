import type { CommandFailure } from '#shared/commands'
import type { ConnectCommands } from '#shared/connect-commands'
import { launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ConnectDrafts } from '../environments/connect-draft'
import type { Environments } from '../environments/environments'
import type { Session, SessionSwitch } from '../environments/session-switch'
import type { PlatformClient } from '../platform/client'
import type { Vault } from '../vault/vault'
import type { CommandHandlers } from './registrar'

export interface ConnectHandlerParts {
  readonly environments: Environments
  readonly drafts: ConnectDrafts
  readonly vault: Vault
  readonly sessions: Pick<SessionSwitch<Session>, 'to'>
  /** Of the platform that is open. */
  readonly environmentId: string
  readonly client: PlatformClient
  readonly userName: string | null
  /** Reads the lists again, so that the screen shows what the new sign-in sees. */
  readonly refresh: () => Promise<unknown>
  readonly isLaunched: boolean
  readonly dataFolder: string
  /** Empty where it opened, what the system said otherwise. */
  readonly openFolder: (path: string) => Promise<string>
  readonly moveTrainingAside: () => Promise<void>
  readonly restart: () => void
}

export type ConnectHandlers = Pick<CommandHandlers, keyof ConnectCommands>

const notFound = (what: string) =>
  fail({ code: 'not-found' as const, message: `${what} is not there any more` })

/** What the disk refuses is data for the screen, not a fault of ours. */
const saving = async <Value>(
  work: () => Promise<Outcome<Value, CommandFailure>>,
): Promise<Outcome<Value, CommandFailure>> => {
  try {
    return await work()
  } catch (error) {
    return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
  }
}

/** The commands about platforms and their secrets. No secret is ever in an answer. */
export const createConnectHandlers = (parts: ConnectHandlerParts): ConnectHandlers => {
  const { environments, drafts, vault, sessions, environmentId, client } = parts

  const exists = (id: string) =>
    id === trainingEnvironment ||
    (id === launchedEnvironment && parts.isLaunched) ||
    environments.find(id) !== null

  /** A saved environment reads its secrets when it is opened, so it is opened anew when they come into reach. */
  const takeSecrets = async () => {
    if (environments.find(environmentId) !== null) await sessions.to(environmentId, { pauseJobs: false })
  }

  return {
    'connect/begin': async ({ id }) => {
      const draft = await drafts.begin(id)
      return draft === null ? notFound('the platform') : succeed(draft)
    },
    'connect/test': async ({ fields, secrets }) => succeed(await drafts.test(fields, secrets)),
    'connect/stop-test': () => {
      drafts.stopTest()
      return succeed(null)
    },
    'connect/save': ({ fields, secrets, anyway }) =>
      saving(async () => {
        const saved = await drafts.save(fields, secrets, anyway)
        return saved.ok ? saved : fail({ code: 'invalid-input', message: saved.error.message })
      }),
    'connect/end': () => {
      drafts.end()
      return succeed(null)
    },
    'environments/list': async () => succeed(await environments.list()),
    'environments/switch': ({ id, pauseJobs }) =>
      exists(id)
        ? saving(async () => succeed(await sessions.to(id, { pauseJobs })))
        : notFound('the platform'),
    'environments/remove': async ({ id }) => {
      if (id === environmentId) return fail({ code: 'invalid-input', message: 'this platform is open' })
      if (environments.find(id) === null) return notFound('the platform')
      return saving(async () => {
        await environments.remove(id)
        return succeed(await environments.list())
      })
    },
    'environments/sign-in': async ({ password }) => {
      const name = parts.userName
      if (name === null) return fail({ code: 'invalid-input', message: 'nobody is named to sign in' })
      const signedIn = await client.signIn({ name, password })
      if (signedIn.ok) void parts.refresh()
      return signedIn
    },
    'environments/sign-out': ({ id, forgetKeys }) =>
      saving(async () => {
        if (environments.find(id) === null) return notFound('the platform')
        // First: a renewal that is on its way would keep what is forgotten next.
        if (id === environmentId) client.signOut()
        const forgot = await environments.signOut(id, forgetKeys)
        if (forgot === null) return notFound('the platform')
        // The keys are in the open client too, until it is opened without them.
        if (id === environmentId && forgetKeys) await sessions.to(id, { pauseJobs: true })
        return succeed(forgot)
      }),
    'vault/status': () => succeed(vault.status()),
    'vault/check': () =>
      saving(async () => {
        const before = vault.status().state
        const status = await vault.check()
        if (before !== status.state) await takeSecrets()
        return succeed(status)
      }),
    'vault/set-passphrase': ({ passphrase }) =>
      saving(async () => {
        await vault.setPassphrase(passphrase)
        return succeed(vault.status())
      }),
    'vault/unlock': ({ passphrase }) =>
      saving(async () => {
        const opened = await vault.unlock(passphrase)
        if (opened) await takeSecrets()
        return succeed({ opened })
      }),
    'vault/forget-passphrase': () =>
      saving(async () => {
        await vault.forgetPassphrase()
        await takeSecrets()
        return succeed(vault.status())
      }),
    'app/restart': () => {
      parts.restart()
      return succeed(null)
    },
    'data/describe': () =>
      succeed({ path: parts.dataFolder, training: environmentId === trainingEnvironment }),
    'data/open': async () => {
      const said = await parts.openFolder(parts.dataFolder)
      return said === '' ? succeed(null) : fail({ code: 'not-found', message: said })
    },
    'training/reset': () =>
      environmentId === trainingEnvironment
        ? saving(async () =>
            succeed(
              await sessions.to(trainingEnvironment, { pauseJobs: true, between: parts.moveTrainingAside }),
            ),
          )
        : fail({ code: 'invalid-input', message: 'training is not open' }),
  }
}
