import type { RefreshTokenKeeper } from '../platform/tokens'
import type { Vault } from './vault'

/** One place for each platform, application and user, so that nobody signs in as another. */
export interface SignInPlace {
  /** The platform's base URL. */
  readonly platform: string
  readonly memberAppKey: string
  readonly userName: string
}

export const refreshTokenName = ({ platform, memberAppKey, userName }: SignInPlace): string =>
  ['refresh token', platform, memberAppKey, userName].join(' | ')

/** The user's refresh token in the vault. */
export const refreshTokenIn = (vault: Vault, place: SignInPlace): RefreshTokenKeeper => {
  const name = refreshTokenName(place)
  return {
    load: () => vault.read(name),
    save: async (refreshToken) => {
      // A token that the disk does not take is asked for again at the next start; nothing is lost by that.
      const done = refreshToken === null ? vault.forget(name) : vault.keep(name, refreshToken)
      await done.catch(() => undefined)
    },
  }
}
