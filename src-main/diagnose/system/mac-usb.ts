import { detailOf } from '../check'
import type { QuerySystem } from './query-system'
import type { UsbStackStatus, SystemUsb } from './system-usb'

/** Parses the USB plane of the I/O registry: controllers below its root, devices below controllers. */
export const parseUsbRegistry = (printed: string): UsbStackStatus => {
  const depths = [...printed.matchAll(/^([\s|]*)\+-o /gm)].map(([, before]) => before?.length ?? 0)
  const [root, ...below] = depths
  if (root === undefined) return { state: 'missing' }
  const first = Math.min(...below)
  const controllers = below.filter((depth) => depth === first).length
  return { state: 'there', controllers, devices: below.length - controllers, hasHid: true }
}

export const macUsb = (query: QuerySystem): SystemUsb => ({
  stack: async (signal) => {
    try {
      return parseUsbRegistry(await query('/usr/sbin/ioreg', ['-p', 'IOUSB', '-w0'], signal))
    } catch (error) {
      return { state: 'not-reported', message: detailOf(error) }
    }
  },
  access: () => Promise.resolve({ state: 'by-system' }),
})
