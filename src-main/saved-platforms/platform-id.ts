import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { SavedPlatform } from './saved-platforms-file'

/** The key of the data of training. */
export const trainingId = 'training'

/**
 * The key of the data of the platform at an address: that of the saved platform there, else that of data stored for a
 * spelling of the address. Where a saved platform has moved elsewhere with the address's data, a number is added.
 */
export const platformIdAt = (
  address: string,
  {
    saved,
    known,
  }: {
    readonly saved: readonly Pick<SavedPlatform, 'baseUrl' | 'platformId'>[]
    /** Keys under which data are stored. */
    readonly known: readonly string[]
  },
): string => {
  const ofSaved = saved.find(({ baseUrl }) => baseUrl === address)
  if (ofSaved !== undefined) return ofSaved.platformId
  const used = new Set(saved.map(({ platformId }) => platformId))
  const spelled = known.find((id) => !used.has(id) && normalizeAddress(id) === address)
  if (!used.has(address)) return known.includes(address) ? address : (spelled ?? address)
  if (spelled !== undefined) return spelled
  let number = 2
  while (used.has(`${address}#${number}`)) number += 1
  return `${address}#${number}`
}
