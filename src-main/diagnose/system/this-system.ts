import { querySystem } from './query-system'
import { linuxUsb } from './linux-usb'
import { macUsb } from './mac-usb'
import type { SystemUsb } from './system-usb'
import { windowsUsb } from './windows-usb'

export const thisSystem = (platform: NodeJS.Platform = process.platform): SystemUsb => {
  if (platform === 'win32')
    return windowsUsb(querySystem, process.env['SystemRoot'] ?? String.raw`C:\Windows`)
  return platform === 'darwin' ? macUsb(querySystem) : linuxUsb()
}
