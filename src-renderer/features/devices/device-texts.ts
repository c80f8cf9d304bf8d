import type { AttachedDevice } from '#shared/model/locks/attached-device'
import { hexId, usbId } from '#shared/usb-id'
import type { Detected } from '../../entities/lock/detected-text'

/** `0x0529`, the notation for USB IDs and usages in data sheets. */
export const prefixedHexId = (id: number): string => `0x${hexId(id)}`

export type DeviceState = 'read' | 'reading' | 'notRead' | 'unknown' | 'noLock'

/** The device's most important state for a technician. */
export const stateOf = ({ profile, noCard, reading }: AttachedDevice): DeviceState => {
  if (noCard !== null) return 'noLock'
  if (profile === null) return 'unknown'
  if (reading?.state === 'read') return 'read'
  return reading?.state === 'failed' ? 'notRead' : 'reading'
}

export const shellNumberOf = ({ reading }: AttachedDevice) =>
  reading?.state === 'read' ? reading.shellNumber : null

/** Usages such as `ff00/0001`, without duplicates. */
export const usageText = (usages: AttachedDevice['interfaces'][number]['usages']): string =>
  [...new Set(usages.map(({ page, usage }) => `${hexId(page)}/${hexId(usage)}`))].join(', ')

/** When a device with a card was plugged in; null without a card. */
export const detectedDevice = ({ deviceId, pluggedAt }: AttachedDevice): Detected | null =>
  pluggedAt === null ? null : { id: deviceId, pluggedAt }

/** The devices that look the same as this one: of its model, with a card, without a number. */
export const alikeDevices = (
  device: AttachedDevice,
  devices: readonly AttachedDevice[],
): readonly Detected[] =>
  devices
    .filter((other) => shellNumberOf(other) === null && usbId(other.facts) === usbId(device.facts))
    .flatMap((other) => detectedDevice(other) ?? [])
