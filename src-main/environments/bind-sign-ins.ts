import { refreshTokenName, unboundName } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { signInPlace } from './environment-secrets'
import type { SavedEnvironment } from './environments-file'

/**
 * Gives a sign-in that was kept without its user centre to the saved platform whose it is: no other user centre could
 * get at it by way of a saved one, because an edited address loses it. Where two platforms lay claim to it with
 * different user centres, it is nobody's, and is erased. What cannot be opened now stays as it is.
 */
export const bindSignIns = async (vault: Vault, saved: readonly SavedEnvironment[]): Promise<void> => {
  const places = saved.map(signInPlace)
  for (const place of places) {
    const unbound = unboundName(place)
    const refreshToken = vault.has(unbound) ? await vault.read(unbound) : null
    if (refreshToken === null) continue
    const claims = places.filter((other) => unboundName(other) === unbound)
    if (new Set(claims.map(refreshTokenName)).size === 1) {
      await vault.keep(refreshTokenName(place), refreshToken)
    }
    await vault.erase(unbound)
  }
}
