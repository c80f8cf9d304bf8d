import type { ChangeReason } from '#shared/model/change'
import type { PlatformFailure } from '#shared/platform-failure'

/** What is shorter would make holes in every message, and is in none of them as a secret. */
const shortest = 4

/** Its words stand in the journal, for every row of a call: a page of them is plenty. */
const longestText = 2_000

export interface Hider {
  readonly failure: (failure: PlatformFailure) => PlatformFailure
  readonly reason: (reason: ChangeReason | null) => ChangeReason | null
}

/** A platform may repeat in its words what it was sent; a password goes no further than here. */
export const hiderOf = (secrets: readonly string[]): Hider => {
  // The longest first: one may be part of another.
  const hidden = secrets
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length)
  const hide = (text: string): string =>
    hidden
      .reduce((shown, secret) => shown.replaceAll(secret, () => '[hidden]'), text)
      // Not before: half a secret would not be found.
      .slice(0, longestText)
  const failure = (met: PlatformFailure): PlatformFailure => ({ ...met, message: hide(met.message) })
  return {
    failure,
    reason: (said) => {
      if (said?.kind === 'said') return { ...said, message: hide(said.message) }
      return said?.kind === 'platform' ? { ...said, failure: failure(said.failure) } : said
    },
  }
}
