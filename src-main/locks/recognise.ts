import type { NoCardReason } from '#shared/model/attached-device'
import type { ShellNumber } from '#shared/model/shell-number'
import { isDongleVendor } from './dongle-vendors'
import { onlyShellNumber } from './extract'
import { genericSerial } from './generic-serial'
import type { HidEntry } from './hid-port'
import type { Recognition } from './lock-source'
import { mismatchesOf } from './near-misses'
import type { HidInterface, HidUsage, PhysicalDevice } from './physical-devices'
import type { LockProfile } from './profile'

/** What a device is to the desk. `not-a-lock` gets no card. */
export type Recognised =
  | { readonly kind: 'profile'; readonly profile: LockProfile; readonly entry: HidEntry }
  | { readonly kind: 'unknown-model'; readonly candidate: ShellNumber | null }
  | { readonly kind: 'not-a-lock' }

// Usage pages and usages: HID Usage Tables 1.5, sections 3 and 4.
const genericDesktop = 0x01
const inputUsages = new Set([
  0x01, // pointer
  0x02, // mouse
  0x04, // joystick
  0x05, // gamepad
  0x06, // keyboard
  0x07, // keypad
  0x08, // multi-axis controller
])
const keyboardPage = 0x07
const isVendorDefined = ({ page }: HidUsage) => page >= 0xff00
const isInput = ({ page, usage }: HidUsage) =>
  page === keyboardPage || (page === genericDesktop && inputUsages.has(usage))

/** FIDO authenticators are security keys, but not licence locks (CTAP 2.1, section 11.2.8.1). */
const isFido = ({ page }: HidUsage) => page === 0xf1d0

const usagesOf = ({ interfaces }: PhysicalDevice) => interfaces.flatMap(({ usages }) => usages)

/** Keyboards and mice (many carry vendor-defined interfaces too) are never read by their serial number. */
export const isInputDevice = (device: PhysicalDevice): boolean => usagesOf(device).some(isInput)

/**
 * Why a device that no profile knows deserves no card; null where it does. Locks speak through vendor-defined reports
 * and nothing else; the lights of a keyboard, a headset's buttons or a power supply's meters have a page of their own
 * beside.
 */
export const whyNoCard = (device: PhysicalDevice): NoCardReason | null => {
  const usages = usagesOf(device)
  if (isInputDevice(device)) return 'keyboard-or-mouse'
  if (usages.some(isFido)) return 'security-key'
  if (isDongleVendor(device.facts)) return null
  if (usages.length === 0) return 'no-usages'
  return usages.every(isVendorDefined) ? null : 'other-usages'
}

const fits = (profile: LockProfile, each: HidInterface, product: string | null): boolean =>
  profile.match.vendorId === each.entry.vendorId && mismatchesOf(profile, each, product).length === 0

/** Of several interfaces that fit, one of vendor-defined reports: nothing else answers requests. */
const bestOf = (interfaces: readonly HidInterface[]): HidEntry | null =>
  (interfaces.find(({ usages }) => usages.some(isVendorDefined)) ?? interfaces[0])?.entry ?? null

const interfaceFor = (profile: LockProfile, { interfaces, facts }: PhysicalDevice): HidEntry | null =>
  bestOf(interfaces.filter((each) => fits(profile, each, facts.product)))

/** Which interface a profile is tried on at the bench: the one it fits, else the likeliest. */
export const interfaceToTry = (profile: LockProfile, device: PhysicalDevice): HidEntry | null =>
  interfaceFor(profile, device) ?? bestOf(device.interfaces)

/** The first profile that fits, in their order; then the models that a person enabled. */
export const recogniseDevice = (device: PhysicalDevice, { profiles, models }: Recognition): Recognised => {
  const generic = isInputDevice(device) ? [] : models.map(genericSerial)
  for (const profile of [...profiles, ...generic]) {
    const entry = interfaceFor(profile, device)
    if (entry !== null) return { kind: 'profile', profile, entry }
  }
  if (whyNoCard(device) !== null) return { kind: 'not-a-lock' }
  const candidate = onlyShellNumber(device.facts.serialNumber)
  return { kind: 'unknown-model', candidate: candidate.ok ? candidate.value : null }
}
