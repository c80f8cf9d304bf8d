import type { connectCommands } from '#shared/bridge/connect-commands'
import type { CommandOutcome } from '#shared/bridge/commands'
import { launchedPlatform, trainingPlatform } from '#shared/model/app/saved-platform'
import { fail, notConfirmed, notFound, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import { setLookOnly } from '../saved-platforms/look-only'
import { trainingId } from '../saved-platforms/platform-id'
import type { PlatformSession } from '../platform-session/open-session'
import { ProxyRejectionError } from '../platform/transport/proxy-errors'
import type { ProxyLogin, ProxyLogins } from '../platform/transport/proxy-logins'
import { resetTraining } from '../training/reset-training'
import type { EarlyHandlers, HandlersOf } from './ipc-router'
import { withFileErrors } from './outcomes'

export type ConnectHandlers = Omit<HandlersOf<typeof connectCommands>, keyof EarlyHandlers>
/** Also used when no platform is open. */
export const createSwitchHandler =
  ({
    savedPlatforms,
    options,
    policy,
    sessions,
  }: Pick<
    AppContext,
    'savedPlatforms' | 'options' | 'policy' | 'sessions'
  >): ConnectHandlers['environments/switch'] =>
  ({ id, pauseJobs }) => {
    const exists =
      id === trainingPlatform ||
      (id === launchedPlatform && options.platform !== null) ||
      savedPlatforms.find(id) !== null
    const addresses = id === launchedPlatform ? options.platform : savedPlatforms.find(id)
    if (addresses !== null && !policy.allowsPlatform(addresses)) {
      return fail({ code: 'not-allowed', message: 'the policy does not allow this platform' })
    }
    return exists
      ? withFileErrors('not-saved', async () => succeed(await sessions.to(id, { pauseJobs })))
      : notFound('the platform')
  }

const signInToProxy = async (
  logins: ProxyLogins,
  proxy: string,
  login: ProxyLogin,
): Promise<CommandOutcome<'proxy/sign-in'>> => {
  const tried = await logins.signIn(proxy, login)
  if (tried === null) return notFound('the request of this proxy')
  if ('error' in tried)
    return fail({
      code: 'unreachable',
      message: tried.error instanceof Error ? tried.error.message : 'unknown',
      changed: 'no',
      ...(tried.error instanceof ProxyRejectionError ? { proxy: tried.error.problem } : {}),
    })
  if (!tried.accepted) return succeed({ accepted: false })
  return withFileErrors('not-saved', async () => {
    await logins.save(proxy)
    return succeed({ accepted: true })
  })
}

/** Handlers of the commands about platforms and credentials. No response contains a secret. */
export const createConnectHandlers = (app: AppContext, session: PlatformSession): ConnectHandlers => {
  const {
    confirmAddress,
    desktop,
    drafts,
    savedPlatforms,
    files,
    folder,
    journal,
    network,
    sessions,
    vault,
  } = app
  const { choice, platform, savedPlatformId } = session
  const { client } = platform.monitor

  /** A session reads its secrets when it opens, so it is reopened when the keychain becomes available. */
  const reloadSecrets = async () => {
    if (savedPlatforms.find(savedPlatformId) !== null)
      await sessions.to(savedPlatformId, { pauseJobs: false })
  }

  return {
    'connect/begin': async ({ id }) => {
      const draft = await drafts.begin(id)
      return draft === null ? notFound('the platform') : succeed(draft)
    },
    'connect/test': async ({ fields, secrets }) =>
      (await confirmAddress(fields)) ? succeed(await drafts.test(fields, secrets)) : notConfirmed(),
    'connect/stop-test': () => {
      drafts.stopTest()
      return succeed(null)
    },
    'connect/save': ({ fields, secrets, anyway, lookOnly = false }) =>
      withFileErrors('not-saved', async () => {
        // Confirm now: later sign-ins to a saved platform are not confirmed.
        if (!(await confirmAddress(fields))) return notConfirmed()
        const saved = await drafts.save(fields, secrets, anyway, lookOnly)
        if (saved.ok) return saved
        const { code, message } = saved.error
        return fail({ code: code === 'not-verified' ? 'invalid-input' : code, message })
      }),
    'connect/end': () => {
      drafts.end()
      return succeed(null)
    },
    'environments/switch': createSwitchHandler(app),
    'environments/remove': async ({ id }) => {
      if (id === savedPlatformId) return fail({ code: 'invalid-input', message: 'this platform is open' })
      if (savedPlatforms.find(id) === null) return notFound('the platform')
      return withFileErrors('not-saved', async () => {
        await savedPlatforms.remove(id)
        return succeed(await savedPlatforms.list())
      })
    },
    'environments/set-time-zone': async ({ id, timeZone }) => {
      if (savedPlatforms.find(id) === null) return notFound('the platform')
      return withFileErrors('not-saved', async () => {
        await savedPlatforms.setTimeZone(id, timeZone)
        // Texts without a zone are read in the new one.
        if (id === savedPlatformId) void platform.directory.refreshAll()
        return succeed(await savedPlatforms.list())
      })
    },
    'environments/set-look-only': ({ id, lookOnly }) =>
      withFileErrors('not-saved', async () => {
        const set = await setLookOnly(id, lookOnly, { savedPlatforms, journal })
        return set.ok ? succeed(await savedPlatforms.list()) : set
      }),
    'environments/sign-in': async ({ password }) => {
      const { user } = choice.credentials
      if (user === null) return fail({ code: 'invalid-input', message: 'no user is configured for sign-in' })
      const signedIn = await client.signIn({ name: user.name, password })
      if (signedIn.ok) void platform.directory.refreshAll()
      return signedIn
    },
    'environments/sign-out': ({ id, forgetKeys }) =>
      withFileErrors('not-saved', async () => {
        if (savedPlatforms.find(id) === null) return notFound('the platform')
        // Sign out first: a running token renewal would save the sign-in again.
        if (id === savedPlatformId) client.signOut()
        const forgot = await savedPlatforms.signOut(id, forgetKeys)
        if (forgot === null) return notFound('the platform')
        // The open client still holds the credentials until it is reopened without them.
        if (id === savedPlatformId && forgetKeys) await sessions.to(id, { pauseJobs: true })
        return succeed(forgot)
      }),
    'proxy/request': () => succeed(network.proxyLogins.request()),
    'proxy/sign-in': ({ proxy, userName, password }) =>
      signInToProxy(network.proxyLogins, proxy, { userName, password }),
    'vault/status': () => succeed(vault.status()),
    'vault/check': () =>
      withFileErrors('not-saved', async () => {
        const before = vault.status().state
        const status = await vault.check()
        if (before !== status.state) await reloadSecrets()
        return succeed(status)
      }),
    'vault/set-passphrase': ({ passphrase }) =>
      withFileErrors('not-saved', async () => {
        await vault.setPassphrase(passphrase)
        return succeed(vault.status())
      }),
    'vault/unlock': ({ passphrase }) =>
      withFileErrors('not-saved', async () => {
        const opened = await vault.unlock(passphrase)
        if (opened) await reloadSecrets()
        return succeed({ opened })
      }),
    'vault/delete-passphrase': () =>
      withFileErrors('not-saved', async () => {
        await vault.forgetPassphrase()
        await reloadSecrets()
        return succeed(vault.status())
      }),
    'data/describe': () => succeed({ path: folder, training: savedPlatformId === trainingPlatform }),
    'data/open': async () => {
      const problem = await desktop.openPath(folder)
      return problem === '' ? succeed(null) : fail({ code: 'not-found', message: problem })
    },
    'training/reset': () =>
      savedPlatformId === trainingPlatform
        ? withFileErrors('not-saved', async () =>
            succeed(
              await sessions.to(trainingPlatform, {
                pauseJobs: true,
                between: () =>
                  resetTraining(folder, files, trainingId, journal, app.settings.read().operatorIdentity),
              }),
            ),
          )
        : fail({ code: 'invalid-input', message: 'training is not open' }),
  }
}
