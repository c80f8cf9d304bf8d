import type { DeviceFacts } from '#shared/model/locks/plugged-lock'

/** A USB vendor and product as system tools show them: `0529:0001`. */
export const deviceId = ({ vendorId, productId }: Pick<DeviceFacts, 'vendorId' | 'productId'>): string =>
  [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':')
