import type { ChangeReason } from '#shared/model/changes/change'
import type { PlatformFailure } from '#shared/model/api/platform-failure'

/** Replacing shorter texts would garble every message, and hides no secret. */
const minLength = 4

/** Platform messages are journaled for every row of a request, so they are limited. */
const maxTextLength = 2_000

export interface Redactor {
  readonly failure: (failure: PlatformFailure) => PlatformFailure
  readonly reason: (reason: ChangeReason | null) => ChangeReason | null
}

/** A platform message may repeat what was sent; passwords are removed from it. */
export const createRedactor = (secrets: readonly string[]): Redactor => {
  // Longest first, because one secret may be part of another.
  const hidden = secrets
    .filter(({ length }) => length >= minLength)
    .toSorted((one, other) => other.length - one.length)
  const hide = (text: string): string =>
    hidden
      .reduce((shown, secret) => shown.replaceAll(secret, () => '[hidden]'), text)
      // After the replacement: a secret cut in half would not be found.
      .slice(0, maxTextLength)
  const failure = (original: PlatformFailure): PlatformFailure => ({
    ...original,
    message: hide(original.message),
  })
  return {
    failure,
    reason: (original) => {
      if (original?.kind === 'said') return { ...original, message: hide(original.message) }
      return original?.kind === 'platform' ? { ...original, failure: failure(original.failure) } : original
    },
  }
}
