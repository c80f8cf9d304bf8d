import type { Mismatch, NearMiss } from '#shared/model/locks/attached-device'
import { hexId } from '#shared/usb-id'
import type { HidInterface, PhysicalDevice } from '../hid/physical-devices'
import type { LockProfile } from './profile'

const idText = (id: number): string => `0x${hexId(id)}`

const usageMismatches = ({ match }: LockProfile, { usages }: HidInterface): Mismatch[] => {
  const { usagePage, usage } = match
  const onPage = usagePage === undefined ? usages : usages.filter(({ page }) => page === usagePage)
  if (usagePage !== undefined && onPage.length === 0) {
    const found = [...new Set(usages.map(({ page }) => idText(page)))].join(', ')
    return [{ what: 'usage-page', expected: idText(usagePage), found: found === '' ? null : found }]
  }
  if (usage !== undefined && !onPage.some((one) => one.usage === usage)) {
    const found = onPage.map((one) => idText(one.usage)).join(', ')
    return [{ what: 'usage', expected: idText(usage), found: found === '' ? null : found }]
  }
  return []
}

/** How an interface differs from `match`, apart from the vendor. Empty means that the profile matches. */
export const mismatchesOf = (
  profile: LockProfile,
  each: HidInterface,
  product: string | null,
): readonly Mismatch[] => {
  const { match } = profile
  const { entry } = each
  const mismatches: Mismatch[] = []
  if (match.productId !== entry.productId) {
    mismatches.push({ what: 'product-id', expected: idText(match.productId), found: idText(entry.productId) })
  }
  if (match.interface !== undefined && match.interface !== entry.interface) {
    mismatches.push({
      what: 'interface',
      expected: String(match.interface),
      found: entry.interface === null ? null : String(entry.interface),
    })
  }
  if (match.product !== undefined && !new RegExp(match.product, 'u').test(product ?? '')) {
    mismatches.push({ what: 'product', expected: match.product, found: product })
  }
  return [...mismatches, ...usageMismatches(profile, each)]
}

const maxMisses = 5

/**
 * Profiles of the same vendor that do not match a device, best first, each with its closest interface.
 * `inEffect` is the ID of the matching profile, if any.
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
    .slice(0, maxMisses)
