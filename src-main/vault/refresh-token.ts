import type { RefreshTokenKeeper } from '../platform/auth/tokens'
import { originOf } from '../util/origins'
import { secretNameOf } from './secret-name'
import type { Vault } from './vault'

/**
 * Identifies a sign-in by platform, user center, application and user, so that a token is never used for
 * another.
 */
export interface SignInIdentity {
  /** The platform's base URL; only its origin counts. */
  readonly platform: string
  /** The URL of the token endpoint; only its origin counts. */
  readonly userCentre: string
  readonly memberAppKey: string
  readonly userName: string
}

export const refreshTokenName = ({ platform, userCentre, memberAppKey, userName }: SignInIdentity): string =>
  secretNameOf('refresh token', originOf(platform), originOf(userCentre), memberAppKey, userName)

/** Stores the user's refresh token in the vault. */
export const refreshTokenIn = (vault: Vault, identity: SignInIdentity): RefreshTokenKeeper => {
  const name = refreshTokenName(identity)
  return {
    load: () => vault.read(name),
    save: async (refreshToken) => {
      // If a token cannot be stored, the user signs in again at the next start.
      const done = refreshToken === null ? vault.forget(name) : vault.write(name, refreshToken)
      await done.catch(() => undefined)
    },
  }
}
