import type { NoCardReason } from '#shared/model/locks/attached-device'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { onlyShellNumber } from '../profiles/extract'
import { genericSerial } from '../profiles/generic-serial'
import type { HidEntry } from '../hid/hid-port'
import type { Recognition } from '../lock-source'
import { mismatchesOf } from '../profiles/near-misses'
import type { HidInterface, HidUsage, PhysicalDevice } from '../hid/physical-devices'
import type { LockProfile } from '../profiles/profile'
import { protectedKind } from '../hid/protected-device'

/** What a device is recognized as. `not-a-lock` gets no card. */
export type Recognized =
  | { readonly kind: 'profile'; readonly profile: LockProfile; readonly entry: HidEntry }
  | { readonly kind: 'unknown-model'; readonly candidate: ShellNumber | null }
  | { readonly kind: 'not-a-lock' }

/**
 * Manufacturers of license locks by USB IDs of their HID models, from public lists (usb.ids, the manufacturers'
 * udev rules and drivers). How to read their shell numbers is not public, so none has a profile here.
 */
const vendors = new Map<number, 'every product' | ReadonlySet<number>>([
  [0x1bc0, 'every product'], // Senselock: Elite
  [0x0471, new Set([0x485d])], // Senselock IV, with Philips' ID
  [0x0529, 'every product'], // Aladdin: HASP, Sentinel
  [0x064f, 'every product'], // WIBU: CmStick
  [0x0a89, 'every product'], // Aktiv: Guardant
  [0x096e, 'every product'], // Feitian: Rockey
])

const isDongleVendor = ({ vendorId, productId }: { vendorId: number; productId: number }): boolean => {
  const products = vendors.get(vendorId)
  return products === 'every product' || (products?.has(productId) ?? false)
}

const isVendorDefined = ({ page }: HidUsage) => page >= 0xff00

const usagesOf = ({ interfaces }: PhysicalDevice) => interfaces.flatMap(({ usages }) => usages)

/**
 * Why a device without a matching profile gets no card; null if it gets one. Locks only use vendor-defined
 * reports; keyboards, headsets and power supplies also have usage pages of their own.
 */
export const noCardReasonOf = (device: PhysicalDevice): NoCardReason | null => {
  const usages = usagesOf(device)
  const kind = protectedKind(device)
  if (kind !== null) return kind
  if (isDongleVendor(device.facts)) return null
  if (usages.length === 0) return 'no-usages'
  return usages.every(isVendorDefined) ? null : 'other-usages'
}

const matches = (profile: LockProfile, each: HidInterface, product: string | null): boolean =>
  profile.match.vendorId === each.entry.vendorId && mismatchesOf(profile, each, product).length === 0

/** Of several matching interfaces, prefers vendor-defined reports, because only those respond to requests. */
const bestInterface = (interfaces: readonly HidInterface[]): HidEntry | null =>
  (interfaces.find(({ usages }) => usages.some(isVendorDefined)) ?? interfaces[0])?.entry ?? null

const interfaceFor = (profile: LockProfile, { interfaces, facts }: PhysicalDevice): HidEntry | null =>
  bestInterface(interfaces.filter((each) => matches(profile, each, facts.product)))

/** The interface on which a profile is tested: a matching one, otherwise the most likely one. */
export const interfaceToTry = (profile: LockProfile, device: PhysicalDevice): HidEntry | null =>
  interfaceFor(profile, device) ?? bestInterface(device.interfaces)

/** The first matching profile in order; then the models enabled by the user. */
export const recognizeDevice = (device: PhysicalDevice, { profiles, models }: Recognition): Recognized => {
  // A protected device is not opened. A profile may read only its system-provided texts.
  const isProtected = protectedKind(device) !== null
  const usable = isProtected
    ? profiles.filter(({ read }) => read.by === 'serial')
    : [...profiles, ...models.map(genericSerial)]
  for (const profile of usable) {
    const entry = interfaceFor(profile, device)
    if (entry !== null) return { kind: 'profile', profile, entry }
  }
  if (noCardReasonOf(device) !== null) return { kind: 'not-a-lock' }
  const candidate = onlyShellNumber(device.facts.serialNumber)
  return { kind: 'unknown-model', candidate: candidate.ok ? candidate.value : null }
}
