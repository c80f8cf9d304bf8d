import type { AttachedDevice } from '#shared/model/attached-device'

/** `0x0529`, as data sheets write a USB id or a usage. */
export const hexId = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`

/** `0529:0001`, as system tools write a vendor and product. */
export const usbIds = ({ vendorId, productId }: { vendorId: number; productId: number }): string =>
  [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':')

export type DeviceState = 'read' | 'reading' | 'notRead' | 'unknown' | 'noLock'

/** What the technician wants to know of a device first. */
export const stateOf = ({ profile, noCard, reading }: AttachedDevice): DeviceState => {
  if (noCard !== null) return 'noLock'
  if (profile === null) return 'unknown'
  if (reading?.state === 'read') return 'read'
  return reading?.state === 'failed' ? 'notRead' : 'reading'
}

export const shellNumberOf = ({ reading }: AttachedDevice) =>
  reading?.state === 'read' ? reading.shellNumber : null

/** Usages as `ff00/0001`, each once. */
export const usageWords = (usages: AttachedDevice['interfaces'][number]['usages']): string =>
  [...new Set(usages.map(({ page, usage }) => `${hexId(page).slice(2)}/${hexId(usage).slice(2)}`))].join(', ')
