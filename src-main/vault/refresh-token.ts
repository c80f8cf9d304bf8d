import type { Credentials } from '../platform/credentials'
import type { RefreshTokenKeeper } from '../platform/tokens'
import type { Vault } from './vault'

/** The user's refresh token in the vault: one for each platform, application and user, so that nobody signs in as another. */
export const refreshTokenIn = (
  vault: Vault,
  platform: string,
  { applications, user }: Credentials,
): RefreshTokenKeeper => {
  const name = ['refresh token', platform, applications.member?.key ?? '', user?.name ?? ''].join(' | ')
  return {
    load: () => vault.read(name),
    save: async (refreshToken) => {
      // A token that the disk does not take is asked for again at the next start; nothing is lost by that.
      const done = refreshToken === null ? vault.forget(name) : vault.keep(name, refreshToken)
      await done.catch(() => undefined)
    },
  }
}
