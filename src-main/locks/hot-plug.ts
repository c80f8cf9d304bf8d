import { access } from 'node:fs/promises'
import type { RoomLog } from './log'

export type StopWatching = () => void

/** Without this folder there is no USB here, and some versions of `usb` end the process on listening. */
const usbOnLinux = '/sys/bus/usb'

const hasUsb = async (platform: NodeJS.Platform): Promise<boolean> => {
  if (platform !== 'linux') return true
  try {
    await access(usbOnLinux)
    return true
  } catch {
    return false
  }
}

/**
 * Calls `onEvent` whenever a USB device comes or goes; node-hid has no such events
 * (https://github.com/node-hid/node-hid/issues/123). Null where there are none to be had: then only the poll finds
 * out. It never throws.
 */
export const watchUsb = async (
  onEvent: () => void,
  log: RoomLog,
  platform: NodeJS.Platform = process.platform,
): Promise<StopWatching | null> => {
  if (!(await hasUsb(platform))) return null
  try {
    // Loaded here, not at the top: without libudev it cannot be, and the poll works all the same.
    const { usb } = await import('usb')
    usb.on('attach', onEvent)
    usb.on('detach', onEvent)
    return () => {
      usb.off('attach', onEvent)
      usb.off('detach', onEvent)
    }
  } catch (error) {
    log.warn(`no USB events, only the poll: ${String(error)}`)
    return null
  }
}
