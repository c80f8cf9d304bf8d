import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { HidEntry } from './hid-port'
import { classesInSysfs } from './usb-classes'

// Node paths are reused: after a swap the new lock is /dev/hidraw0 again. The HID device behind it
// (0003:1209:0001.000A) has a number that only increases, so a swap is always visible (Linux,
// drivers/hid/hid-core.c, hid_add_device).

const usbInterface = /^\d+-[\d.]+:\d+\.\d+$/

/** Identifies the plug-in and the USB device of a hidraw node by sysfs. */
export const hidrawInterfaceKey = async (
  path: string,
  sysfs = '/sys',
): Promise<Pick<HidEntry, 'instance' | 'physical' | 'interfaceClasses'>> => {
  try {
    const hidDevice = await realpath(join(sysfs, 'class/hidraw', basename(path), 'device'))
    const parent = dirname(hidDevice)
    const instance = basename(hidDevice)
    if (!usbInterface.test(basename(parent))) return { instance, physical: hidDevice }
    const physical = dirname(parent)
    return { instance, physical, interfaceClasses: await classesInSysfs(physical) }
  } catch {
    return { instance: null, physical: null }
  }
}

/** The report descriptor as sysfs gives it; null if it does not. */
export const hidrawDescriptor = async (path: string, sysfs = '/sys'): Promise<Uint8Array | null> => {
  try {
    return Uint8Array.from(
      await readFile(join(sysfs, 'class/hidraw', basename(path), 'device/report_descriptor')),
    )
  } catch {
    return null
  }
}

/** All hidraw nodes with their HID devices as one text; null if sysfs does not list them. */
export const hidrawFingerprint = async (sysfs = '/sys'): Promise<string | null> => {
  const folder = join(sysfs, 'class/hidraw')
  try {
    const nodes = (await readdir(folder)).sort()
    return (await Promise.all(nodes.map((node) => readlink(join(folder, node))))).join('\n')
  } catch {
    return null
  }
}
