import type { DeviceFacts } from '#shared/model/plugged-lock'

/** `0529:0001`, as system tools write a USB vendor and product. */
export const deviceId = ({ vendorId, productId }: Pick<DeviceFacts, 'vendorId' | 'productId'>): string =>
  [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':')
