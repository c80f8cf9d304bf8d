import { access } from 'node:fs/promises'
import type { Logger } from '../../util/logger'

export type StopWatching = () => void

/** Without this folder there is no USB, and some versions of `usb` crash the process when listening. */
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
 * Calls `onEvent` whenever a USB device is plugged in or out; node-hid has no such events
 * (https://github.com/node-hid/node-hid/issues/123). Resolves to null if events are unavailable; then only
 * polling detects changes. Never throws.
 */
export const watchUsb = async (
  onEvent: () => void,
  log: Logger,
  platform: NodeJS.Platform = process.platform,
): Promise<StopWatching | null> => {
  if (!(await hasUsb(platform))) return null
  try {
    // Loaded here because loading fails without libudev; polling works without it.
    const { usb } = await import('usb')
    usb.on('attach', onEvent)
    usb.on('detach', onEvent)
    return () => {
      usb.off('attach', onEvent)
      usb.off('detach', onEvent)
    }
  } catch (error) {
    log.warn(`USB events unavailable, polling only: ${String(error)}`)
    return null
  }
}
