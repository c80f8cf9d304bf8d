import { formerSeparator } from '../vault/secret-name'
import { originOf } from '../util/origins'
import { refreshTokenName } from '../vault/refresh-token'
import type { SavedPlatform } from './saved-platforms-file'
import { signInIdentity } from './platform-secrets'

/**
 * Maps the former storage keys of sign-ins (`refresh token | platform | user center | app key | user`, earlier
 * without the user center) to today's key. Null if a key is ambiguous or matches nothing: a crafted app key
 * could otherwise take over a sign-in.
 */
export const formerSignInReader =
  (saved: readonly SavedPlatform[]) =>
  (former: string): string | null => {
    const parts = former.split(formerSeparator)
    const claims = saved
      .filter(({ baseUrl, platformId, memberAppKey, userName }) =>
        // The platform ID is the address as an earlier version spelled it.
        [baseUrl, ...(originOf(platformId) === originOf(baseUrl) ? [platformId] : [])].some((address) => {
          const unbound = ['refresh token', address, memberAppKey ?? '', userName ?? '']
          return unbound.join(formerSeparator) === former
        }),
      )
      .map((one) => refreshTokenName(signInIdentity(one)))
    const [, platform, userCentre, memberAppKey, userName] = parts
    if (
      parts.length === 5 &&
      platform !== undefined &&
      userCentre !== undefined &&
      memberAppKey !== undefined &&
      userName !== undefined &&
      URL.canParse(userCentre) &&
      originOf(userCentre) === userCentre
    ) {
      claims.push(refreshTokenName({ platform, userCentre, memberAppKey, userName }))
    }
    const [only, ...furtherClaims] = new Set(claims)
    const isPlain = parts.length <= 5 && !parts.some((part) => part.includes('|'))
    return isPlain && furtherClaims.length === 0 ? (only ?? null) : null
  }
