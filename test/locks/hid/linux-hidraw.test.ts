import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hidrawFingerprint, hidrawInterfaceKey } from '../../../src-main/locks/hid/linux-hidraw'

let sysfs: string
beforeEach(async () => {
  sysfs = await mkdtemp(join(tmpdir(), 'sysfs-'))
  await mkdir(join(sysfs, 'class/hidraw'), { recursive: true })
})
afterEach(() => rm(sysfs, { recursive: true }))

/** The sysfs entries of a hidraw node: a link to it below its HID device, and a link back. */
const node = async (name: string, hidDevice: string) => {
  const real = join(sysfs, 'devices', hidDevice, 'hidraw', name)
  await mkdir(real, { recursive: true })
  await symlink(join(sysfs, 'devices', hidDevice), join(real, 'device'))
  await symlink(real, join(sysfs, 'class/hidraw', name))
}

describe('hidrawInterfaceKey', () => {
  it('returns the plug instance and the USB device', async () => {
    await node('hidraw0', 'pci0/usb1/1-2/1-2:1.0/0003:1209:0001.000A')
    await node('hidraw1', 'pci0/usb1/1-2/1-2:1.1/0003:1209:0001.000B')
    const [first, second] = await Promise.all([
      hidrawInterfaceKey('/dev/hidraw0', sysfs),
      hidrawInterfaceKey('/dev/hidraw1', sysfs),
    ])
    expect(first.instance).toBe('0003:1209:0001.000A')
    expect(second.instance).toBe('0003:1209:0001.000B')
    expect(first.physical).toMatch(/\/usb1\/1-2$/)
    expect(second.physical).toBe(first.physical)
  })

  it('distinguishes devices that are not on USB', async () => {
    await node('hidraw0', 'virtual/misc/uhid/0003:1209:0001.0001')
    await node('hidraw1', 'virtual/misc/uhid/0003:1209:0001.0002')
    const [first, second] = await Promise.all([
      hidrawInterfaceKey('/dev/hidraw0', sysfs),
      hidrawInterfaceKey('/dev/hidraw1', sysfs),
    ])
    expect(first.physical).not.toBe(second.physical)
  })

  it('returns null without sysfs', async () => {
    expect(await hidrawInterfaceKey('/dev/hidraw7', sysfs)).toEqual({ instance: null, physical: null })
  })
})

describe('hidrawFingerprint', () => {
  it('changes when another device takes the same node', async () => {
    await node('hidraw0', 'usb1/1-2/1-2:1.0/0003:1209:0001.0001')
    const before = await hidrawFingerprint(sysfs)
    await rm(join(sysfs, 'class/hidraw/hidraw0'))
    await node('hidraw0', 'usb1/1-2/1-2:1.0/0003:1209:0001.0002')
    expect(before).toContain('0001.0001')
    expect(await hidrawFingerprint(sysfs)).not.toBe(before)
  })

  it('is null without sysfs', async () => {
    expect(await hidrawFingerprint(join(sysfs, 'nowhere'))).toBeNull()
  })
})
