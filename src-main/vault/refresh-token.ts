import type { RefreshTokenKeeper } from '../platform/tokens'
import { originOf } from '../origin-of'
import type { Vault } from './vault'

/** One place for each platform, user centre, application and user, so that nobody signs in as another or elsewhere. */
export interface SignInPlace {
  /** The platform's base URL. */
  readonly platform: string
  /** The token endpoint's URL; another path at the same origin is the same user centre. */
  readonly userCentre: string
  readonly memberAppKey: string
  readonly userName: string
}

export const refreshTokenName = ({ platform, userCentre, memberAppKey, userName }: SignInPlace): string =>
  ['refresh token', platform, originOf(userCentre), memberAppKey, userName].join(' | ')

/** As it was called while it was bound to no user centre. */
export const unboundName = ({ platform, memberAppKey, userName }: SignInPlace): string =>
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
