import { messageOf } from '../check'
import type { AskSystem } from './asked-system'
import type { StackLook, SystemUsb } from './system-usb'

/** The USB plane of the I/O registry: controllers hang on its root, devices below them. */
export const stackIn = (printed: string): StackLook => {
  const depths = [...printed.matchAll(/^([\s|]*)\+-o /gm)].map(([, before]) => before?.length ?? 0)
  const [root, ...below] = depths
  if (root === undefined) return { state: 'missing' }
  const first = Math.min(...below)
  const controllers = below.filter((depth) => depth === first).length
  return { state: 'there', controllers, devices: below.length - controllers, hasHid: true }
}

export const macUsb = (ask: AskSystem): SystemUsb => ({
  stack: async (signal) => {
    try {
      return stackIn(await ask('/usr/sbin/ioreg', ['-p', 'IOUSB', '-w0'], signal))
    } catch (error) {
      return { state: 'not-told', message: messageOf(error) }
    }
  },
  access: () => Promise.resolve({ state: 'by-system' }),
})
