import { describe, expect, it } from 'vitest'
import { attachedDevice } from '../../../src-main/locks/hid/attached-device'
import type { HidEntry } from '../../../src-main/locks/hid/hid-port'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import { hidEntry, profileFile } from '../support/devices'

const profile = (id: string, match: Record<string, unknown>) =>
  lockProfileSchema.parse(profileFile({ id, match: { vendorId: 0x1bc0, productId: 0x13, ...match } }))
const elite = { vendorId: 0x1bc0, productId: 0x13, product: 'Elite e', serialNumber: null }

const seen = (entries: readonly Partial<HidEntry>[], profiles: ReturnType<typeof profile>[]) => {
  const [device] = physicalDevices(entries.map((entry) => hidEntry({ ...elite, ...entry })))
  return attachedDevice(device!, {
    source: 'usb',
    recognition: { profiles, models: [] },
    card: null,
  })
}
const misses = (entries: readonly Partial<HidEntry>[], ...profiles: ReturnType<typeof profile>[]) =>
  seen(entries, profiles).nearMisses.map(({ profileId, mismatches }) => [
    profileId,
    ...mismatches.map(({ what, expected, found }) => `${what} ${expected} ${found ?? '-'}`),
  ])

describe('near misses', () => {
  it('name what differs from the profile', () => {
    expect(
      misses(
        [{}],
        profile('page', { usagePage: 0xffa0 }),
        profile('usage', { usagePage: 0xff00, usage: 7 }),
        profile('model', { productId: 0x14 }),
        profile('interface', { interface: 2 }),
        profile('name', { product: '^Elite 5$' }),
        profile('all', { productId: 0x55, interface: 1, usage: 9, product: 'x' }),
      ),
    ).toEqual([
      ['page', 'usage-page 0xffa0 0xff00'],
      ['usage', 'usage 0x0007 0x0001'],
      ['model', 'product-id 0x0014 0x0013'],
      ['interface', 'interface 2 0'],
      ['name', 'product ^Elite 5$ Elite e'],
    ])
  })

  it('exclude other vendors and the matching profile', () => {
    const other = profile('other', { vendorId: 0x0529 })
    const mine = profile('mine', {})
    const device = seen([{}], [mine, other])
    expect(device.profile?.id).toBe('mine')
    expect(device.nearMisses).toEqual([])
  })

  it('include a profile that matches but follows another', () => {
    expect(misses([{}], profile('first', {}), profile('second', {}))).toEqual([['second']])
  })

  it('use the closest interface', () => {
    const parts = [
      { path: 'a', interface: 0, usagePage: 1, usage: 2, physical: 'p' },
      { path: 'b', interface: 1, usagePage: 0xff00, usage: 1, physical: 'p' },
    ]
    expect(misses(parts, profile('x', { interface: 1, usagePage: 0xff00, usage: 2 }))).toEqual([
      ['x', 'usage 0x0002 0x0001'],
    ])
  })

  it('report missing device information', () => {
    expect(
      misses(
        [{ usagePage: null, usage: null, product: null, interface: null }],
        profile('x', { usagePage: 0xff00, interface: 0, product: 'E' }),
      ),
    ).toEqual([['x', 'interface 0 -', 'product E -', 'usage-page 0xff00 -']])
  })
})

describe('an attached device', () => {
  it.each([
    ['keyboard-or-mouse', { usagePage: 1, usage: 6 }],
    ['security-key', { usagePage: 0xf1d0, usage: 1 }],
    ['other-usages', { usagePage: 0x0c, usage: 1 }],
    ['no-usages', { usagePage: null, usage: null }],
    [null, { usagePage: 0xff00, usage: 1 }],
  ])('has no card for %s', (reason, entry) => {
    expect(seen([{ vendorId: 0x046d, ...entry }], []).noCard).toBe(reason)
  })

  it('has an ID without its path, different for each plug instance', () => {
    const ids = ['1', '2', '1'].map((instance) => seen([{ instance, path: '/home/li/hid' }], []).deviceId)
    expect(ids[0]).toMatch(/^[\da-f]{16}$/)
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).not.toBe(ids[1])
  })
})
