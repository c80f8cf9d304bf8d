import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Device } from 'usb'

/** The classes of a device's interfaces, HID or not; empty if unknown. */
export type ClassesOf = (device: {
  readonly vendorId: number
  readonly productId: number
}) => readonly number[]

/** Reads the classes of a USB device from its sysfs folder (Linux, Documentation/ABI/testing/sysfs-bus-usb). */
export const classesInSysfs = async (usbDevice: string): Promise<readonly number[]> => {
  const children = await readdir(usbDevice).catch(() => [])
  const interfaces = children.filter((name) => name.startsWith(`${basename(usbDevice)}:`))
  const read = interfaces.map((name) => readFile(join(usbDevice, name, 'bInterfaceClass'), 'latin1'))
  const texts = await Promise.allSettled(read)
  return texts.flatMap((text) => (text.status === 'fulfilled' ? [Number.parseInt(text.value, 16)] : []))
}

/** Uses the descriptors read at plug-in, without opening devices. Devices with the same IDs are combined. */
export const classesOfDevices = (
  devices: readonly Pick<Device, 'deviceDescriptor' | 'configDescriptor'>[],
): ClassesOf => {
  const classes = new Map<string, number[]>()
  for (const device of devices) {
    const { idVendor, idProduct } = device.deviceDescriptor
    const key = `${idVendor} ${idProduct}`
    const interfaces = device.configDescriptor?.interfaces.flat() ?? []
    const interfaceClasses = interfaces.map(({ bInterfaceClass }) => bInterfaceClass)
    classes.set(key, [...(classes.get(key) ?? []), ...interfaceClasses])
  }
  return ({ vendorId, productId }) => classes.get(`${vendorId} ${productId}`) ?? []
}

/** For systems without sysfs. Never throws: a device with unknown classes is judged by its usages only. */
export const readClasses = async (): Promise<ClassesOf> => {
  try {
    // Loaded here because loading may fail; locks can be read without it.
    const { getDeviceList } = await import('usb')
    return classesOfDevices(getDeviceList())
  } catch {
    return () => []
  }
}
