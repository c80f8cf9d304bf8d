import type { ShellNumber } from '#shared/model/shell-number'
import { isDongleVendor } from './dongle-vendors'
import { onlyShellNumber } from './extract'
import { genericSerial } from './generic-serial'
import type { HidEntry } from './hid-port'
import type { Recognition } from './lock-source'
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
const isInputDevice = (device: PhysicalDevice) => usagesOf(device).some(isInput)

/**
 * Whether a device that no profile knows deserves a card. Locks speak through vendor-defined reports and nothing
 * else; the lights of a keyboard, a headset's buttons or a power supply's meters have a page of their own beside.
 */
export const mayBeALock = (device: PhysicalDevice): boolean => {
  const usages = usagesOf(device)
  if (usages.some((usage) => isInput(usage) || isFido(usage))) return false
  return isDongleVendor(device.facts) || (usages.length > 0 && usages.every(isVendorDefined))
}

const fits = ({ match }: LockProfile, { entry, usages }: HidInterface, product: string | null): boolean =>
  match.vendorId === entry.vendorId &&
  match.productId === entry.productId &&
  (match.interface === undefined || match.interface === entry.interface) &&
  (match.product === undefined || new RegExp(match.product, 'u').test(product ?? '')) &&
  ((match.usagePage === undefined && match.usage === undefined) ||
    usages.some(
      ({ page, usage }) =>
        (match.usagePage === undefined || match.usagePage === page) &&
        (match.usage === undefined || match.usage === usage),
    ))

/** Of several interfaces that fit, one of vendor-defined reports: nothing else answers requests. */
const interfaceFor = (profile: LockProfile, { interfaces, facts }: PhysicalDevice): HidEntry | null => {
  const fitting = interfaces.filter((each) => fits(profile, each, facts.product))
  const chosen = fitting.find(({ usages }) => usages.some(isVendorDefined)) ?? fitting[0]
  return chosen?.entry ?? null
}

/** The first profile that fits, in their order; then the models that a person enabled. */
export const recogniseDevice = (device: PhysicalDevice, { profiles, models }: Recognition): Recognised => {
  const generic = isInputDevice(device) ? [] : models.map(genericSerial)
  for (const profile of [...profiles, ...generic]) {
    const entry = interfaceFor(profile, device)
    if (entry !== null) return { kind: 'profile', profile, entry }
  }
  if (!mayBeALock(device)) return { kind: 'not-a-lock' }
  const candidate = onlyShellNumber(device.facts.serialNumber)
  return { kind: 'unknown-model', candidate: candidate.ok ? candidate.value : null }
}
