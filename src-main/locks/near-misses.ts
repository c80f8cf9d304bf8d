import type { Mismatch, NearMiss } from '#shared/model/attached-device'
import type { HidInterface, PhysicalDevice } from './physical-devices'
import type { LockProfile } from './profile'

const hex = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`

const usageMismatches = ({ match }: LockProfile, { usages }: HidInterface): Mismatch[] => {
  const { usagePage, usage } = match
  const onPage = usagePage === undefined ? usages : usages.filter(({ page }) => page === usagePage)
  if (usagePage !== undefined && onPage.length === 0) {
    const found = [...new Set(usages.map(({ page }) => hex(page)))].join(', ')
    return [{ what: 'usage-page', wanted: hex(usagePage), found: found === '' ? null : found }]
  }
  if (usage !== undefined && !onPage.some((one) => one.usage === usage)) {
    const found = onPage.map((one) => hex(one.usage)).join(', ')
    return [{ what: 'usage', wanted: hex(usage), found: found === '' ? null : found }]
  }
  return []
}

/** What of one interface is not as `match` wants it, the maker apart. None: the profile fits it. */
export const mismatchesOf = (
  profile: LockProfile,
  each: HidInterface,
  product: string | null,
): readonly Mismatch[] => {
  const { match } = profile
  const { entry } = each
  const mismatches: Mismatch[] = []
  if (match.productId !== entry.productId) {
    mismatches.push({ what: 'product-id', wanted: hex(match.productId), found: hex(entry.productId) })
  }
  if (match.interface !== undefined && match.interface !== entry.interface) {
    mismatches.push({
      what: 'interface',
      wanted: String(match.interface),
      found: entry.interface === null ? null : String(entry.interface),
    })
  }
  if (match.product !== undefined && !new RegExp(match.product, 'u').test(product ?? '')) {
    mismatches.push({ what: 'product', wanted: match.product, found: product })
  }
  return [...mismatches, ...usageMismatches(profile, each)]
}

const most = 5

/**
 * Profiles of the same maker that do not read a device, the nearest first, each by the interface that comes nearest.
 * `inEffect` is the id of the one that does read it, if any.
 */
export const nearMisses = (
  { facts, interfaces }: PhysicalDevice,
  profiles: readonly LockProfile[],
  inEffect: string | null,
): readonly NearMiss[] =>
  profiles
    .filter(({ id, match }) => id !== inEffect && match.vendorId === facts.vendorId)
    .flatMap((profile) => {
      const [nearest] = interfaces
        .map((each) => mismatchesOf(profile, each, facts.product))
        .sort((one, other) => one.length - other.length)
      return nearest === undefined ? [] : [{ profileId: profile.id, name: profile.name, mismatches: nearest }]
    })
    .sort((one, other) => one.mismatches.length - other.mismatches.length)
    .slice(0, most)
