import { mkdirSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controllerOf } from './socket'

const root = '/sys/kernel/config/usb_gadget'

export interface DeviceDescriptor {
  readonly vendorId: number
  readonly productId: number
  /** Missing strings are not in the device descriptor. */
  readonly serialNumber?: string | null
  readonly product?: string | null
  readonly manufacturer?: string | null
}

/** A device as in configfs; `functions` are the folders to create with their attributes. */
export interface ConfigfsDevice {
  plugIn(): void
  pullOut(): void
  remove(): void
  folderOf(functionName: string): string
}

const hex = (value: number) => `0x${value.toString(16).padStart(4, '0')}`

/** Creates a device (Documentation/usb/gadget_configfs.rst) without plugging it in. */
export const createConfigfsDevice = (
  name: string,
  socket: number,
  device: DeviceDescriptor,
  functions: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>,
): ConfigfsDevice => {
  const folder = join(root, name)
  const strings = join(folder, 'strings/0x409')
  const configuration = join(folder, 'configs/c.1')
  const write = (path: string, value: string | Uint8Array) => writeFileSync(join(folder, path), value)
  const folderOf = (functionName: string) => join(folder, 'functions', functionName)

  mkdirSync(folder)
  write('idVendor', hex(device.vendorId))
  write('idProduct', hex(device.productId))
  write('bcdUSB', '0x0200')
  mkdirSync(strings)
  for (const [attribute, text] of [
    ['serialnumber', device.serialNumber],
    ['product', device.product],
    ['manufacturer', device.manufacturer],
  ] as const) {
    if (text != null) writeFileSync(join(strings, attribute), text)
  }
  mkdirSync(configuration)
  for (const [functionName, attributes] of Object.entries(functions)) {
    mkdirSync(folderOf(functionName))
    for (const [attribute, value] of Object.entries(attributes)) {
      writeFileSync(join(folderOf(functionName), attribute), value)
    }
    symlinkSync(folderOf(functionName), join(configuration, functionName))
  }

  return {
    plugIn: () => write('UDC', controllerOf(socket)),
    pullOut: () => write('UDC', '\n'),
    folderOf,
    remove: () => {
      for (const functionName of Object.keys(functions)) {
        unlinkSync(join(configuration, functionName))
        rmdirSync(folderOf(functionName))
      }
      rmdirSync(configuration)
      rmdirSync(strings)
      rmdirSync(folder)
    },
  }
}
