import { after } from 'node:test'
import { startUsbLocks } from './usb-locks'
import type { UsbLocks } from './usb-locks'

let running: UsbLocks | null = null

/** One USB process for all tests that do not end it, since starting one takes a second in the guest. */
export const usbLocks = (): UsbLocks => (running ??= startUsbLocks())

after(() => running?.stop())
