import type { HidInterface, HidUsage } from './physical-devices'

/**
 * Devices that never receive data, regardless of profiles: input devices, security keys and card
 * readers.
 */
export type ProtectedKind = 'keyboard-or-mouse' | 'security-key' | 'card-reader'

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
/** FIDO authenticators are security keys, not license locks (CTAP 2.1, section 11.2.8.1). */
const fidoPage = 0xf1d0
/** The USB interface class of smart card readers (USB CCID 1.1, section 4.2). */
const smartCardClass = 0x0b

const isInput = ({ page, usage }: HidUsage): boolean =>
  page === keyboardPage || (page === genericDesktop && inputUsages.has(usage))

/** Checks the whole device, because many keyboards and security keys also have vendor-defined interfaces. */
export const protectedKind = ({
  interfaces,
}: {
  readonly interfaces: readonly (Pick<HidInterface, 'usages'> & {
    readonly entry: Pick<HidInterface['entry'], 'interfaceClasses'>
  })[]
}): ProtectedKind | null => {
  const usages = interfaces.flatMap((each) => each.usages)
  if (usages.some(isInput)) return 'keyboard-or-mouse'
  if (usages.some(({ page }) => page === fidoPage)) return 'security-key'
  const classes = interfaces.flatMap(({ entry }) => entry.interfaceClasses ?? [])
  return classes.includes(smartCardClass) ? 'card-reader' : null
}
