import { readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { HidEntry } from './hid-port'

// Node paths are reused: /dev/hidraw0 pulled out and another lock plugged in is /dev/hidraw0 again. The HID device
// behind it (0003:1209:0001.000A) has a number that only counts up, so that a swap shows even when nobody looked
// in between (Linux, drivers/hid/hid-core.c, hid_add_device).

const usbInterface = /^\d+-[\d.]+:\d+\.\d+$/

/** What sysfs adds to a hidraw node: which plugging-in this is, and which USB device the interface belongs to. */
export const hidrawSeat = async (
  path: string,
  sysfs = '/sys',
): Promise<Pick<HidEntry, 'instance' | 'physical'>> => {
  try {
    const hidDevice = await realpath(join(sysfs, 'class/hidraw', basename(path), 'device'))
    const parent = dirname(hidDevice)
    return {
      instance: basename(hidDevice),
      physical: usbInterface.test(basename(parent)) ? dirname(parent) : hidDevice,
    }
  } catch {
    return { instance: null, physical: null }
  }
}

/** All hidraw nodes and the HID devices behind them, in one short text. Null where sysfs does not show them. */
export const hidrawFingerprint = async (sysfs = '/sys'): Promise<string | null> => {
  const folder = join(sysfs, 'class/hidraw')
  try {
    const nodes = (await readdir(folder)).sort()
    return (await Promise.all(nodes.map((node) => readlink(join(folder, node))))).join('\n')
  } catch {
    return null
  }
}
