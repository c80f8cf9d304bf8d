/** Scheme, host and port of a URL; any other text is returned unchanged. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

/**
 * Allows requests from the page to the origins of `known` addresses; others need a confirmation in a system
 * dialog, which holds until the app quits.
 */
export const createOriginCheck = (deps: {
  readonly known: () => readonly string[]
  readonly confirm: (origins: readonly string[]) => Promise<boolean>
}) => {
  const confirmed = new Set<string>()
  return async (addresses: readonly string[]): Promise<boolean> => {
    const known = new Set(deps.known().map(originOf))
    const added = [...new Set(addresses.map((address) => originOf(address.trim())))].filter(
      (origin) => !known.has(origin) && !confirmed.has(origin),
    )
    if (added.length === 0) return true
    const isConfirmed = await deps.confirm(added)
    if (isConfirmed) for (const origin of added) confirmed.add(origin)
    return isConfirmed
  }
}
