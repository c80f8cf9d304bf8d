/** A USB number of 16 bits as four hexadecimal digits, such as `1a2b`. */
export const hexId = (id: number): string => id.toString(16).padStart(4, '0')

/** The IDs of a device as `lsusb` shows them, such as `1a2b:3c4d`. */
export const usbId = ({
  vendorId,
  productId,
}: {
  readonly vendorId: number
  readonly productId: number
}): string => `${hexId(vendorId)}:${hexId(productId)}`
