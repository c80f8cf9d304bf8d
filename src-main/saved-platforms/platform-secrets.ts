import type { PlatformFields, StoredState } from '#shared/model/app/saved-platform'
import type { PlatformModule } from '#shared/operations'
import type { Application, Credentials } from '../platform/auth/credentials'
import { refreshTokenName } from '../vault/refresh-token'
import { secretNameOf } from '../vault/secret-name'
import type { Vault } from '../vault/vault'
import type { SavedPlatform } from './saved-platforms-file'
import { keyOf, losesItsKey } from './secret-fields'
import type { ModuleSecret } from './secret-fields'

export const secretName = (savedPlatformId: string, module: PlatformModule): string =>
  secretNameOf('application secret', savedPlatformId, module)

const applicationOf = async (
  vault: Vault,
  saved: SavedPlatform,
  module: PlatformModule,
): Promise<Application | null> => {
  const key = keyOf(saved, module)
  const secret = key === null ? null : await vault.read(secretName(saved.id, module))
  return key === null || secret === null ? null : { key, secret }
}

/** Without a password: a saved platform signs in by refresh token. */
export const savedCredentials = async (vault: Vault, saved: SavedPlatform): Promise<Credentials> => {
  const applications = {
    order: await applicationOf(vault, saved, 'order'),
    member: await applicationOf(vault, saved, 'member'),
  }
  const unreadable = (['order', 'member'] as const).filter(
    (module) =>
      applications[module] === null &&
      keyOf(saved, module) !== null &&
      vault.has(secretName(saved.id, module)),
  )
  return {
    applications,
    ...(unreadable.length === 0 ? {} : { unreadable }),
    user: saved.userName === null ? null : { name: saved.userName, password: null },
  }
}

/** The storage key of a sign-in; it does not depend on secrets that may be unreadable. */
export const signInIdentity = ({ baseUrl, userCentreUrl, memberAppKey, userName }: PlatformFields) => ({
  platform: baseUrl,
  userCentre: userCentreUrl,
  memberAppKey: memberAppKey ?? '',
  userName: userName ?? '',
})

/** Which secrets of a saved platform the vault has. */
export const storedSecretsOf = async (
  vault: Vault,
  saved: SavedPlatform,
): Promise<{ readonly secrets: Record<PlatformModule, StoredState>; readonly signIn: StoredState }> => {
  const state = async (name: string): Promise<StoredState> => {
    if ((await vault.read(name)) !== null) return 'stored'
    return vault.has(name) ? 'unreadable' : 'none'
  }
  return {
    secrets: {
      order: await state(secretName(saved.id, 'order')),
      member: await state(secretName(saved.id, 'member')),
    },
    signIn: saved.userName === null ? 'none' : await state(refreshTokenName(signInIdentity(saved))),
  }
}

/** Stores the entered secrets of a platform, and deletes those whose key or server it no longer has. */
export const saveSecrets = async (
  vault: Vault,
  saved: SavedPlatform | null,
  next: SavedPlatform,
  secretsOfModules: readonly ModuleSecret[],
): Promise<void> => {
  for (const one of secretsOfModules) {
    const name = secretName(next.id, one.module)
    if (losesItsKey(saved, next, one)) await vault.erase(name)
    else if (one.secret !== null) await vault.write(name, one.secret)
  }
}

/** Stores the token of the test, and deletes that of the former sign-in unless another platform has the same. */
export const saveRefreshToken = async (
  { vault, savedPlatforms }: { readonly vault: Vault; readonly savedPlatforms: readonly SavedPlatform[] },
  saved: SavedPlatform | null,
  next: SavedPlatform,
  refreshToken: string | null,
): Promise<void> => {
  const name = refreshTokenName(signInIdentity(next))
  if (saved !== null) {
    const formerName = refreshTokenName(signInIdentity(saved))
    const isShared = savedPlatforms.some(
      (one) => one.id !== next.id && refreshTokenName(signInIdentity(one)) === formerName,
    )
    if (formerName !== name && !isShared) await vault.erase(formerName)
  }
  if (refreshToken !== null) await vault.write(name, refreshToken)
}
