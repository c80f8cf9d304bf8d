import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNodeHidPort } from '../../../src-main/locks/hid/node-hid-port'
import { classesInSysfs, classesOfDevices } from '../../../src-main/locks/hid/usb-classes'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usb-classes-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the interface classes of a USB device', () => {
  it('are read from its sysfs folder, including interfaces that are not HID', async () => {
    const device = join(folder, '1-2')
    for (const [name, text] of [
      ['1-2:1.0', '03\n'],
      ['1-2:1.1', '0b\n'],
    ] as const) {
      await mkdir(join(device, name), { recursive: true })
      await writeFile(join(device, name, 'bInterfaceClass'), text)
    }
    await mkdir(join(device, 'power'))
    expect(await classesInSysfs(device)).toEqual([3, 11])
    expect(await classesInSysfs(join(folder, 'gone'))).toEqual([])
  })

  it('are read from its descriptors on other systems, for the entries of a listing', async () => {
    const device = (idProduct: number, ...classes: number[]) => ({
      deviceDescriptor: { idVendor: 0x1050, idProduct },
      configDescriptor: { interfaces: [classes.map((bInterfaceClass) => ({ bInterfaceClass }))] },
    })
    const classesOf = classesOfDevices([device(1, 3, 11), device(2, 3)] as never)
    const listed = { path: 'a', vendorId: 0x1050, productId: 1, release: 0, interface: 0 }
    const binding = {
      devices: () => Promise.resolve([listed]),
      open: () => Promise.reject(new Error('closed')),
    }
    const port = createNodeHidPort('win32', binding, () => Promise.resolve(classesOf))
    expect(await port.list(new AbortController().signal)).toMatchObject([{ interfaceClasses: [3, 11] }])
    expect(classesOf({ vendorId: 0x1050, productId: 9 })).toEqual([])
  })
})
