import type { AttachedDevice } from '#shared/model/locks/attached-device'

/** `0x0529`, the notation for USB IDs and usages in data sheets. */
export const hexId = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`

/** `0529:0001`, the notation for vendor and product in system tools. */
export const usbIds = ({ vendorId, productId }: { vendorId: number; productId: number }): string =>
  [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':')

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
  [...new Set(usages.map(({ page, usage }) => `${hexId(page).slice(2)}/${hexId(usage).slice(2)}`))].join(', ')
