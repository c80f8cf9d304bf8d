import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { linuxUsb } from '../../src-main/diagnose/system/linux-usb'
import { parseUsbRegistry } from '../../src-main/diagnose/system/mac-usb'
import { parseDriverProblems, windowsUsb } from '../../src-main/diagnose/system/windows-usb'
import { temporaryFolder } from '../support/temporary-folder'

const { path: root, remove } = await temporaryFolder()
afterAll(remove)
const { signal } = new AbortController()

describe('USB on Linux', () => {
  const usb = (name: string, isRoot = false) => linuxUsb({ root: join(root, name), isRoot })
  const put = async (name: string, text: string) => {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), text)
  }

  it('counts controllers and attached devices', async () => {
    for (const name of ['usb1', 'usb2', '1-1', '1-1.2', '1-1:1.0', '2-0:1.0']) {
      await mkdir(join(root, 'full/sys/bus/usb/devices', name), { recursive: true })
    }
    await mkdir(join(root, 'full/sys/class/hidraw'), { recursive: true })
    expect(await usb('full').stack(signal)).toEqual({
      state: 'there',
      controllers: 2,
      devices: 2,
      hasHid: true,
    })
    expect(await usb('nothing').stack(signal)).toEqual({ state: 'missing' })
  })

  it('finds the app’s rule unless it is disabled', async () => {
    const rule = 'KERNEL=="hidraw*", SUBSYSTEM=="hidraw", TAG+="uaccess"\n'
    await put('packaged/usr/lib/udev/rules.d/60-lock-desk.rules', rule)
    expect(await usb('packaged').access(signal)).toEqual({ state: 'rule', file: '60-lock-desk.rules' })
    await mkdir(join(root, 'off/etc/udev/rules.d'), { recursive: true })
    await symlink('/dev/null', join(root, 'off/etc/udev/rules.d/60-lock-desk.rules'))
    await put('off/etc/udev/rules.d/70-other.rules', rule)
    expect(await usb('off').access(signal)).toEqual({ state: 'no-rule' })
    expect(await usb('off', true).access(signal)).toEqual({ state: 'not-needed' })
  })
})

// As a Chinese Windows prints it: only IDs and code names are the same in every language.
const troubled = `Microsoft PnP 工具

实例 ID:                USB\\VID_0529&PID_0001\\6&2C9
设备描述:               未知设备
状态:                   问题
问题代码:               28 (0x1C) [CM_PROB_FAILED_INSTALL]

实例 ID:                ACPI\\PNP0A0A\\2
状态:                   问题
问题代码:               28 (0x1C) [CM_PROB_FAILED_INSTALL]
`

describe('USB on Windows', () => {
  it('reads which devices have no driver, in any language', () => {
    expect(parseDriverProblems(troubled)).toEqual([{ id: '0529:0001', problem: 'failed-install' }])
    expect(parseDriverProblems('')).toEqual([])
  })

  it('reports where the program is not available', async () => {
    const usb = windowsUsb(() => Promise.reject(new Error('ENOENT')), 'C:\\Windows')
    expect(await usb.stack(signal)).toEqual({ state: 'not-reported', message: 'ENOENT' })
    expect(await usb.access(signal)).toEqual({ state: 'not-reported', message: 'ENOENT' })
  })
})

describe('USB on macOS', () => {
  it('counts the devices at the root of the registry’s USB plane', () => {
    const printed = `+-o Root  <class IORegistryEntry>
  +-o AppleT8103USBXHCI@00000000  <class AppleT8103USBXHCI>
  | +-o USB2.0 Hub@00100000  <class IOUSBHostDevice>
  |   +-o Key@00110000  <class IOUSBHostDevice>
  +-o AppleT8103USBXHCI@01000000  <class AppleT8103USBXHCI>
`
    expect(parseUsbRegistry(printed)).toEqual({ state: 'there', controllers: 2, devices: 2, hasHid: true })
    expect(parseUsbRegistry('')).toEqual({ state: 'missing' })
  })
})
