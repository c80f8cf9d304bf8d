import { isDeepStrictEqual } from 'node:util'
import { profileVersion } from './profile'
import type { LockProfile } from './profile'

type Learned = NonNullable<LockProfile['learned']>

/** Different locks whose numbers must agree with their shells before a learned profile is trusted. */
const locksToCompare = 3

export const isOnProbation = ({ agreed = [], suspended }: Learned): boolean =>
  suspended === true || agreed.length < locksToCompare

/** Without the comparisons with shells: a number can be found from their hashes. */
export const withoutComparisons = ({ agreed: _agreed, suspended: _suspended, ...made }: Learned): Learned =>
  made

const isSameModel = ({ match: one }: LockProfile, { match: other }: LockProfile): boolean =>
  one.vendorId === other.vendorId && one.productId === other.productId

/** What decides which number is read from which device. */
const readingOf = ({ match, read, extract, also, check }: LockProfile) => ({
  match,
  read,
  extract,
  also,
  check,
})

/** The comparisons of the same profile count only for what they were made with. */
const learnedAfterSaving = (profile: LockProfile, active: readonly LockProfile[]): Learned | undefined => {
  const former = active.find(({ id, learned }) => id === profile.id && learned !== undefined)
  const ofModel = active.find((one) => one.learned !== undefined && isSameModel(one, profile))
  const comparison = profile.learned ?? former?.learned ?? ofModel?.learned
  if (comparison === undefined) return undefined
  const made = withoutComparisons(comparison)
  if (former?.learned === undefined || !isDeepStrictEqual(readingOf(former), readingOf(profile))) return made
  return { ...former.learned, ...made }
}

/**
 * The text of a profile as it is saved. Without its field `learned`, the profile of a learned model would give numbers
 * that were never compared, so the field is kept, also for a copy with another ID. Comparisons in the text do not count:
 * only those of this computer do.
 */
export const withLearnedField = (
  text: string,
  profile: LockProfile,
  active: readonly LockProfile[],
): { readonly text: string; readonly isOnProbation: boolean } => {
  const learned = learnedAfterSaving(profile, active)
  if (learned === undefined) return { text, isOnProbation: false }
  const saved = (changed: string) => ({ text: changed, isOnProbation: isOnProbation(learned) })
  if (isDeepStrictEqual(learned, profile.learned)) return saved(text)
  const { signer, signature, ...file } = JSON.parse(text.replace(/^\ufeff/, '')) as Record<string, unknown>
  // A signature covers that the profile was learned, but not the comparisons.
  const signed = profile.learned === undefined || signature === undefined ? {} : { signer, signature }
  const version = learned.simulated === true ? { version: profileVersion } : {}
  return saved(`${JSON.stringify({ ...file, ...version, learned, ...signed }, null, 2)}\n`)
}
