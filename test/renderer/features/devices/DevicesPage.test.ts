// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AttachedDevice, AttachedDevices, Trial } from '#shared/model/attached-device'
import type { ProfileCheck } from '#shared/model/lock-profile'
import { fail, succeed } from '#shared/outcome'
import DevicesPage from '../../../../src-renderer/features/devices/DevicesPage.vue'
import type { Answers } from '../../support/bridge-double'
import { draw, withBridge } from '../../support/draw'
import { shell } from '../../support/samples'

afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const device = (n: number, part: Partial<AttachedDevice> = {}): AttachedDevice => ({
  deviceId: n.toString(16).padStart(16, '0'),
  source: 'usb',
  facts: { vendorId: 0x1bc0, productId: n, product: `Elite ${n}`, manufacturer: 'S', serialNumber: null },
  interfaces: [{ interface: 0, usages: [{ page: 0xffa0, usage: 1 }] }],
  profile: null,
  nearMisses: [],
  noCard: null,
  reading: null,
  ...part,
})
const listed = (...devices: AttachedDevice[]): AttachedDevices => ({
  state: 'listed',
  problem: null,
  devices,
})
const keyboard = device(9, { noCard: 'keyboard-or-mouse' })
const fits: ProfileCheck = {
  ok: true,
  id: 'mine',
  name: { en: 'Mine', zh: '我的' },
  sends: true,
  replaces: null,
}
const trial: Trial = {
  by: 'exchange',
  interface: 0,
  reportId: 0,
  sent: '5052',
  received: ['50a2'],
  receivedCount: 1,
  decoded: {
    bytes: '50a28000',
    numberAt: { from: 2, to: 4 },
    check: { kind: 'xor8', over: { from: 0, to: 3 }, at: { from: 3, to: 4 }, expected: 'b3', carried: '00' },
    number: null,
    problem: 'wrong-check',
  },
  failure: null,
  detail: '',
  tookMs: 3.4,
}

const open = async (attached: AttachedDevices, answers: Answers = {}, language: 'en' | 'zh' = 'en') => {
  const bridge = withBridge({
    'devices/list': () => succeed(attached),
    'devices/profiles': () => succeed({ profiles: [], broken: [] }),
    'devices/check-profile': () => succeed(fits),
    'devices/arm': () => succeed({ forMs: 60_000 }),
    'devices/disarm': () => succeed(null),
    ...answers,
  })
  const page = draw(DevicesPage, {}, language)
  await flushPromises()
  const at = (testId: string) => page.find(`[data-testid="${testId}"]`)
  const press = async (testId: string) => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  const given = (name: string) => bridge.given.filter((one) => one.name === name).length
  return { ...bridge, page, at, press, given }
}

describe('the devices page', () => {
  it('counts what is there, locks and what may be one first', async () => {
    const read = device(1, {
      profile: { id: 'p', name: { en: 'P', zh: 'P' } },
      reading: { state: 'read', shellNumber: shell('8000000017') },
    })
    const { page, at } = await open(listed(keyboard, read, device(2)))
    expect(at('device-counts').text()).toBe('3 attached · 1 read as a lock · 1 unknown model')
    expect(page.findAll('[data-row]').map((row) => row.attributes('data-state'))).toEqual([
      'read',
      'unknown',
      'noLock',
    ])
  })

  it('says why a device is not read, in words', async () => {
    const near = device(1, {
      nearMisses: [
        {
          profileId: 'elite',
          name: { en: 'Elite', zh: '精锐' },
          mismatches: [{ what: 'usage-page', wanted: '0xff00', found: '0xffa0' }],
        },
      ],
    })
    const english = await open(listed(near))
    await english.press('device-1bc0:0001')
    expect(english.at('near-misses').text()).toContain(
      'Vendor matches, usage page differs: the profile wants 0xff00, the device has 0xffa0.',
    )
    document.body.innerHTML = ''
    const chinese = await open(listed(near), {}, 'zh')
    await chinese.press('device-1bc0:0001')
    expect(chinese.at('near-misses').text()).toContain('厂商一致，用途页不同：配置要 0xff00，设备是 0xffa0。')
  })

  it.each([
    [listed(), 'No device attached'],
    [{ ...listed(), state: 'failed', problem: 'no libudev' } as const, 'The devices could not be listed.'],
    [{ ...listed(), state: 'starting' } as const, 'Looking at the ports'],
  ])('has words for a list without devices', async (attached, words) => {
    const { page } = await open(attached)
    expect(page.text()).toContain(words)
  })

  it('says when the list cannot be had, and asks again', async () => {
    const { page, given } = await open(listed(), {
      'devices/list': () => fail({ code: 'internal', message: 'broken' }),
      'locks/rescan': () => succeed(null),
    })
    expect(page.find('[data-testid=devices-failed]').exists()).toBe(true)
    await page.find('[data-testid=devices-failed] button').trigger('click')
    await flushPromises()
    expect(given('devices/list')).toBe(2)
  })

  it('follows what is plugged in and pulled out', async () => {
    const { tell, page } = await open(listed(device(1)))
    tell('devices/changed', listed(device(1), device(2)))
    await flushPromises()
    expect(page.findAll('[data-row]')).toHaveLength(2)
  })

  it('offers no profile for a keyboard', async () => {
    const { press, at } = await open(listed(keyboard))
    await press('device-1bc0:0009')
    expect(at('verdict').text()).toContain('No profile')
    expect(at('new-profile').exists()).toBe(false)
  })
})

describe('the bench', () => {
  const atTheBench = async (answers: Answers = {}) => {
    const all = await open(listed(device(1), device(2)), {
      'devices/try-profile': () => succeed({ state: 'done', trial }),
      ...answers,
    })
    await all.press('device-1bc0:0001')
    await all.press('new-profile')
    return all
  }

  it('tries nothing that sends before it is armed, and says why in words', async () => {
    const { at, press, given } = await atTheBench()
    expect(at('arm-notice').text()).toMatch(/maker’s document/)
    expect(at('bench-try').exists()).toBe(false)
    await press('bench-arm')
    expect(at('armed').text()).toContain('60 s left')
    await press('bench-try')
    expect(given('devices/try-profile')).toBe(1)
  })

  it('shows the answer’s bytes, what they mean, and what is wrong with them', async () => {
    const { at, press, page } = await atTheBench()
    await press('bench-arm')
    await press('bench-try')
    expect(at('trial-verdict').text()).toContain('The check that the answer carries does not fit.')
    expect(at('trial-check').text()).toBe('xor8 does not fit: the answer carries 00, right would be b3')
    const marked = page
      .findAll('[data-testid=trial-answer] .row .byte')
      .map((byte) => byte.classes().slice(1))
    expect(marked).toEqual([
      ['is-covered'],
      ['is-covered'],
      ['is-covered', 'is-number'],
      ['is-number', 'is-check'],
    ])
  })

  it('is disarmed by choosing another device, by leaving, and after a minute', async () => {
    const { at, press, given, page } = await atTheBench()
    await press('bench-arm')
    await press('device-1bc0:0002')
    expect(given('devices/disarm')).toBe(1)
    expect(at('armed').exists()).toBe(false)
    await press('bench-arm')
    page.unmount()
    await flushPromises()
    expect(given('devices/disarm')).toBe(2)

    vi.useFakeTimers()
    const again = await atTheBench()
    await again.press('bench-arm')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(again.given('devices/disarm')).toBe(1)
    expect(again.at('armed').exists()).toBe(false)
  })

  it('asks to be armed when main refuses, whatever it thought', async () => {
    const { at, press } = await atTheBench({
      'devices/check-profile': () => succeed({ ...fits, sends: false }),
      'devices/try-profile': () => succeed({ state: 'not-armed' }),
    })
    expect(at('arm-notice').exists()).toBe(false)
    await press('bench-try')
    expect(at('arm-notice').exists()).toBe(true)
  })

  it('names each mistake at its field, and keeps what is wrong from being tried or saved', async () => {
    const { at, page } = await atTheBench({
      'devices/check-profile': () =>
        succeed({
          ok: false,
          problems: [
            { rule: 'hex-form', path: 'read.request', line: 13, column: 16, wanted: '', message: '' },
            {
              rule: 'not-one-of',
              path: 'extract.as',
              line: 20,
              column: 11,
              wanted: 'ascii, bcd',
              message: '',
            },
          ],
        }),
    })
    const request = page.find('[data-testid="field-read.request"]')
    expect(request.attributes('aria-invalid')).toBe('true')
    expect(page.find(`#${request.attributes('aria-describedby') ?? ''}`).text()).toMatch(
      /Pairs of hexadecimal/,
    )
    expect(page.text()).toContain('One of these belongs here: ascii, bcd.')
    expect(at('profile-wrong').text()).toBe('2 mistakes')
    expect(at('bench-save').attributes('disabled')).toBeDefined()
    expect(at('bench-try').attributes('disabled')).toBeDefined()
  })

  it('leads to the device that saving would send to, so that the bench is armed for it first', async () => {
    const { at, press } = await atTheBench({
      'devices/check-profile': () => succeed({ ...fits, sends: false }),
      'devices/save-profile': () => succeed({ state: 'not-armed', deviceId: device(2).deviceId }),
    })
    await press('bench-save')
    expect(at('device-1bc0:0002').attributes('aria-current')).toBe('true')
    expect(at('bench-arm').text()).toContain('1bc0:0002')
    expect(at('bench-saved').exists()).toBe(false)
  })

  it('keeps the profile when the disk did not take it', async () => {
    const { at, press, page } = await atTheBench({
      'devices/save-profile': () => fail({ code: 'not-saved', message: 'ENOSPC' }),
    })
    await press('bench-save')
    expect(page.text()).toContain('The profile was not saved.')
    expect(at('bench-saved').exists()).toBe(false)
    expect(at('bench-close').exists()).toBe(true)
  })
})
