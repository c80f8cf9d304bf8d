import type { Environments } from './environments'

/** Calls `forget` with the base URL of each platform that is removed and that no other one of the list has. */
export const followRemovals = (
  environments: Pick<Environments, 'all' | 'onChange'>,
  forget: (baseUrl: string) => void,
): (() => void) => {
  const urls = () => new Set(environments.all().map(({ baseUrl }) => baseUrl))
  let known = urls()
  return environments.onChange(() => {
    const before = known
    known = urls()
    for (const baseUrl of before) if (!known.has(baseUrl)) forget(baseUrl)
  })
}
