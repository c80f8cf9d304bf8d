import type { EnvironmentFields, KeptState } from '#shared/model/environment'
import type { PlatformModule } from '#shared/operations'
import type { Application, Credentials } from '../platform/credentials'
import { refreshTokenIn, refreshTokenName } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import type { SavedEnvironment } from './environments-file'
import type { ChosenEnvironment } from './open-environment'

export const secretName = (environmentId: string, module: PlatformModule): string =>
  ['application secret', environmentId, module].join(' | ')

const keyOf = (saved: SavedEnvironment, module: PlatformModule): string | null =>
  module === 'order' ? saved.orderAppKey : saved.memberAppKey

const applicationOf = async (
  vault: Vault,
  saved: SavedEnvironment,
  module: PlatformModule,
): Promise<Application | null> => {
  const key = keyOf(saved, module)
  const secret = key === null ? null : await vault.read(secretName(saved.id, module))
  return key === null || secret === null ? null : { key, secret }
}

/** Without a password: a saved environment's user is known by the refresh token. */
export const savedCredentials = async (vault: Vault, saved: SavedEnvironment): Promise<Credentials> => ({
  applications: {
    order: await applicationOf(vault, saved, 'order'),
    member: await applicationOf(vault, saved, 'member'),
  },
  user: saved.userName === null ? null : { name: saved.userName, password: null },
})

/** One place for a sign-in, whatever of the application's secret can be read now. */
export const signInPlace = ({ baseUrl, userCentreUrl, memberAppKey, userName }: EnvironmentFields) => ({
  platform: baseUrl,
  userCentre: userCentreUrl,
  memberAppKey: memberAppKey ?? '',
  userName: userName ?? '',
})

export const chosenFrom = async (vault: Vault, saved: SavedEnvironment): Promise<ChosenEnvironment> => ({
  platform: { baseUrl: saved.baseUrl, userCentreUrl: saved.userCentreUrl },
  credentials: await savedCredentials(vault, saved),
  keeper: refreshTokenIn(vault, signInPlace(saved)),
})

/** What of a saved environment's secrets the vault has. */
export const keptOf = async (
  vault: Vault,
  saved: SavedEnvironment,
): Promise<{ readonly secrets: Record<PlatformModule, KeptState>; readonly signIn: KeptState }> => {
  const state = async (name: string): Promise<KeptState> => {
    if ((await vault.read(name)) !== null) return 'kept'
    return vault.has(name) ? 'unreadable' : 'none'
  }
  return {
    secrets: {
      order: await state(secretName(saved.id, 'order')),
      member: await state(secretName(saved.id, 'member')),
    },
    signIn: saved.userName === null ? 'none' : await state(refreshTokenName(signInPlace(saved))),
  }
}
