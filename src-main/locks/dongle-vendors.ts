/**
 * Makers of licence locks, by the USB ids of their HID models as public lists have them (usb.ids and the makers' own
 * udev rules and drivers). How a shell number is read on them is not public, so none has a profile here.
 */
const vendors = new Map<number, 'every product' | ReadonlySet<number>>([
  [0x1bc0, 'every product'], // Senselock: Elite
  [0x0471, new Set([0x485d])], // Senselock IV, under Philips' id
  [0x0529, 'every product'], // Aladdin: HASP, Sentinel
  [0x064f, 'every product'], // WIBU: CmStick
  [0x0a89, 'every product'], // Aktiv: Guardant
  [0x096e, 'every product'], // Feitian: Rockey
])

export const isDongleVendor = ({ vendorId, productId }: { vendorId: number; productId: number }): boolean => {
  const products = vendors.get(vendorId)
  return products === 'every product' || (products?.has(productId) ?? false)
}
