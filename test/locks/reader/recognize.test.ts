import { describe, expect, it } from 'vitest'
import type { HidEntry } from '../../../src-main/locks/hid/hid-port'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import { recognizeDevice } from '../../../src-main/locks/reader/recognize'
import type { Recognition } from '../../../src-main/locks/lock-source'
import type { EnabledModel } from '../../../src-shared/model/locks/plugged-lock'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import { hidEntry, profileFile, trainingProfile } from '../support/devices'

const model = (vendorId: number, productId: number): EnabledModel => ({
  vendorId,
  productId,
  product: null,
  comparedNumber: '8000000026' as ShellNumber,
  enabledAt: 0,
})
const profile = (match: Record<string, unknown>, id = 'mine') =>
  lockProfileSchema.parse(profileFile({ id, match }))
const shipped: Recognition = { profiles: [trainingProfile], models: [] }

/** One row per listed device: its classification and the path to open. */
const desk = (entries: readonly HidEntry[], recognition: Recognition = shipped) =>
  physicalDevices(entries).map((device) => {
    const known = recognizeDevice(device, recognition)
    if (known.kind === 'profile') return `${known.profile.id} at ${known.entry.path}`
    return known.kind === 'unknown-model' ? `unknown ${known.candidate ?? '-'}` : known.kind
  })

const other = { vendorId: 0x046d, productId: 0xc52b, product: 'Other' }
const dongle = { vendorId: 0x0529, productId: 0x0001, product: 'HASP' }

describe('recognizeDevice', () => {
  it('recognizes a training lock by its IDs and product', () => {
    expect(desk([hidEntry()])).toEqual(['training-lock at /dev/hidraw0'])
    expect(desk([hidEntry({ product: 'Another test device' })])).toEqual(['unknown -'])
  })

  it('ignores keyboards, mice, audio controls, security keys and power supplies', () => {
    const usages = [
      [1, 2],
      [1, 6],
      [0x0c, 1],
      [0x0b, 5],
      [0xf1d0, 1],
      [0x84, 4],
      [0x0d, 5],
    ] as const
    const listed = usages.map(([usagePage, usage], index) =>
      hidEntry({ ...other, path: `p${index}`, productId: index, usagePage, usage }),
    )
    expect(desk(listed)).toEqual(usages.map(() => 'not-a-lock'))
  })

  it('ignores the vendor-defined interface of a keyboard', () => {
    const parts = [
      hidEntry({ ...other, path: 'a', interface: 0, usagePage: 1, usage: 6 }),
      hidEntry({ ...other, path: 'b', interface: 2, usagePage: 0xff00, usage: 1 }),
    ]
    expect(desk(parts)).toEqual(['not-a-lock'])
  })

  it('shows a device with vendor-defined reports as unknown, once for all its interfaces', () => {
    const parts = [0, 1].map((number) => hidEntry({ ...other, path: `p${number}`, interface: number }))
    expect(desk(parts)).toEqual(['unknown -'])
  })

  it('shows devices of lock vendors with any usage, except keyboards and security keys', () => {
    const made = (usagePage: number | null, usage: number | null) =>
      desk([hidEntry({ ...dongle, usagePage, usage })])
    expect(made(null, null)).toEqual(['unknown -'])
    expect(made(0x0c, 1)).toEqual(['unknown -'])
    expect(made(1, 6)).toEqual(['not-a-lock'])
    expect(made(0xf1d0, 1)).toEqual(['not-a-lock'])
    expect(desk([hidEntry({ ...other, usagePage: null, usage: null })])).toEqual(['not-a-lock'])
  })

  it('recognizes the one lock under a general vendor ID', () => {
    const made = (productId: number) =>
      desk([hidEntry({ vendorId: 0x0471, productId, usagePage: 0x0c, usage: 1 })])
    expect(made(0x485d)).toEqual(['unknown -'])
    expect(made(0x485e)).toEqual(['not-a-lock'])
  })

  it('offers the only shell number in the serial number of an unknown model', () => {
    const withSerial = (serialNumber: string | null) => desk([hidEntry({ ...dongle, serialNumber })])
    expect(withSerial('TR-8000000026')).toEqual(['unknown 8000000026'])
    expect(withSerial('8000000026 6000000011')).toEqual(['unknown -'])
    expect(withSerial(null)).toEqual(['unknown -'])
  })

  it('reads an enabled model by its serial number, and no other product of the vendor', () => {
    const recognition = { ...shipped, models: [model(0x0529, 1)] }
    expect(desk([hidEntry(dongle)], recognition)).toEqual(['generic-serial at /dev/hidraw0'])
    expect(desk([hidEntry({ ...dongle, productId: 3 })], recognition)).toEqual(['unknown -'])
  })

  it('never reads a keyboard or mouse by its serial number, even if enabled', () => {
    const keyboard = hidEntry({ ...other, usagePage: 1, usage: 6, serialNumber: '8000000026' })
    expect(desk([keyboard], { ...shipped, models: [model(other.vendorId, other.productId)] })).toEqual([
      'not-a-lock',
    ])
    const composite = [keyboard, hidEntry({ ...other, path: 'b', interface: 1, serialNumber: '8000000026' })]
    expect(desk(composite, { ...shipped, models: [model(other.vendorId, other.productId)] })).toEqual([
      'not-a-lock',
    ])
  })

  it('tries profiles in order, enabled models last', () => {
    const recognition = {
      profiles: [profile({ vendorId: 0x0529, productId: 1 })],
      models: [model(0x0529, 1)],
    }
    expect(desk([hidEntry(dongle)], recognition)).toEqual(['mine at /dev/hidraw0'])
    const two = { profiles: [profile({ vendorId: '0x1209', productId: 1 }), trainingProfile], models: [] }
    expect(desk([hidEntry()], two)).toEqual(['mine at /dev/hidraw0'])
  })

  it('opens the interface, usage page and usage of the profile', () => {
    const parts = [
      hidEntry({ path: 'a', interface: 0, usagePage: 0xffa0, usage: 1 }),
      hidEntry({ path: 'b', interface: 1, usagePage: 0xffa0, usage: 2 }),
    ]
    const ids = { vendorId: '0x1209', productId: 1 }
    const by = (match: Record<string, unknown>) =>
      desk(parts, { profiles: [profile({ ...ids, ...match })], models: [] })
    expect(by({})).toEqual(['mine at a'])
    expect(by({ interface: 1 })).toEqual(['mine at b'])
    expect(by({ usage: 2 })).toEqual(['mine at b'])
    expect(by({ usagePage: 0xffa0, usage: 2 })).toEqual(['mine at b'])
    expect(by({ usagePage: 0xff00 })).toEqual(['unknown -'])
  })

  it('prefers a vendor-defined interface when the profile names none', () => {
    const parts = [
      hidEntry({ path: 'a', interface: 0, usagePage: 0x0c, usage: 1 }),
      hidEntry({ path: 'b', interface: 1, usagePage: 0xff00, usage: 1 }),
    ]
    expect(desk(parts)).toEqual(['training-lock at b'])
  })
})

describe('physicalDevices', () => {
  it('joins a path that is listed once per usage into one device', () => {
    const devices = physicalDevices([hidEntry({ usage: 1 }), hidEntry({ usage: 2 })])
    expect(devices).toHaveLength(1)
    expect(devices[0]?.interfaces.map(({ usages }) => usages)).toEqual([
      [
        { page: 0xff00, usage: 1 },
        { page: 0xff00, usage: 2 },
      ],
    ])
  })

  it('distinguishes two locks with the same serial number', () => {
    const twins = ['a', 'b'].map((path) => hidEntry({ path, serialNumber: 'same' }))
    expect(physicalDevices(twins)).toHaveLength(2)
  })

  it('groups interfaces by the system’s information', () => {
    const parts = [
      hidEntry({ path: 'a', physical: '/usb/1-1', interface: 0 }),
      hidEntry({ path: 'b', physical: '/usb/1-2', interface: 1 }),
      hidEntry({ path: 'c', physical: '/usb/1-1', interface: 1 }),
    ]
    expect(physicalDevices(parts).map(({ interfaces }) => interfaces.map(({ entry }) => entry.path))).toEqual(
      [['a', 'c'], ['b']],
    )
  })

  it('pairs the interfaces of identical devices where the system gives none', () => {
    const parts = ['a0', 'a1', 'b0', 'b1'].map((path) => hidEntry({ path, interface: Number(path[1]) }))
    expect(physicalDevices(parts).map(({ interfaces }) => interfaces.map(({ entry }) => entry.path))).toEqual(
      [
        ['a0', 'a1'],
        ['b0', 'b1'],
      ],
    )
  })
})
