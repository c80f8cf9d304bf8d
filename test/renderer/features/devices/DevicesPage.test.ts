// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AttachedDevice, AttachedDevices, Trial } from '#shared/model/locks/attached-device'
import type { LearnState, LookedAtLock } from '#shared/model/locks/learned-model'
import type { ProfileCheck } from '#shared/model/locks/lock-profile'
import { fail, succeed } from '#shared/outcome'
import DevicesPage from '../../../../src-renderer/features/devices/DevicesPage.vue'
import { useLearnStore } from '../../../../src-renderer/features/devices/learn/learn-store'
import type { Handlers } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
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
  isProtected: false,
  noCard: null,
  reading: null,
  pluggedAt: n * 1000,
  ...part,
})
const listed = (...devices: AttachedDevice[]): AttachedDevices => ({
  state: 'listed',
  problem: null,
  devices,
})
const looked: Omit<LookedAtLock, 'number' | 'deviceId'> = {
  responses: null,
  texts: 1,
  featureReports: 0,
  inputReports: 0,
  skipped: 0,
  hasDescriptor: true,
}
const keyboard = device(9, { isProtected: true, noCard: 'keyboard-or-mouse' })
const fits: ProfileCheck = {
  ok: true,
  id: 'mine',
  name: { en: 'Mine', zh: '我的' },
  sends: true,
  replaces: null,
  isOnProbation: false,
  maker: { state: 'unsigned' as const },
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

const open = async (attached: AttachedDevices, handlers: Handlers = {}, language: 'en' | 'zh' = 'en') => {
  const bridge = withBridge({
    'devices/list': () => succeed(attached),
    'devices/profiles': () => succeed({ profiles: [], broken: [] }),
    'devices/check-profile': () => succeed(fits),
    'devices/allow-sending': () => succeed({ forMs: 60_000 }),
    'devices/stop-sending': () => succeed(null),
    ...handlers,
  })
  const page = mountComponent(DevicesPage, {}, language)
  await flushPromises()
  const at = (testId: string) => page.find(`[data-testid="${testId}"]`)
  const press = async (testId: string) => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  const callsOf = (name: string) => bridge.calls.filter((one) => one.name === name).length
  return { ...bridge, page, at, press, callsOf }
}

describe('DevicesPage', () => {
  it('counts devices, locks and possible locks first', async () => {
    const read = device(1, {
      profile: { id: 'p', name: { en: 'P', zh: 'P' } },
      reading: { state: 'read', shellNumber: shell('8000000017') },
    })
    const { page, at } = await open(listed(keyboard, read, device(2)))
    expect(at('device-counts').text()).toBe('3 devices · 1 lock · 1 new model')
    expect(page.findAll('[data-row]').map((row) => row.attributes('data-state'))).toEqual([
      'read',
      'unknown',
      'noLock',
    ])
  })

  it('counts a new model once, however many of its locks are plugged in', async () => {
    const { at } = await open(listed(device(1), device(1, { deviceId: '00000000000000ff' }), device(2)))
    expect(at('device-counts').text()).toBe('3 devices · 2 new models')
  })

  it('shows no ID that only the app knows', async () => {
    const { page, press } = await open(listed(device(1)))
    await press('device-1bc0:0001')
    expect(page.get('[data-testid=device-detail]').text()).not.toContain(device(1).deviceId)
  })

  it('explains why a device is not read', async () => {
    const near = device(1, {
      nearMisses: [
        {
          profileId: 'elite',
          name: { en: 'Elite', zh: '精锐' },
          mismatches: [{ what: 'usage-page', expected: '0xff00', found: '0xffa0' }],
        },
      ],
    })
    const english = await open(listed(near))
    await english.press('device-1bc0:0001')
    expect(english.at('near-misses').text()).toContain('Usage page differs: profile 0xff00, device 0xffa0.')
    document.body.innerHTML = ''
    const chinese = await open(listed(near), {}, 'zh')
    await chinese.press('device-1bc0:0001')
    expect(chinese.at('near-misses').text()).toContain('用途页不同：配置 0xff00，设备 0xffa0。')
  })

  it.each([
    [listed(), 'No devices'],
    [{ ...listed(), state: 'failed', problem: 'no libudev' } as const, 'Couldn’t list devices.'],
    [{ ...listed(), state: 'starting' } as const, 'Scanning ports'],
  ])('explains an empty list', async (attached, words) => {
    const { page } = await open(attached)
    expect(page.text()).toContain(words)
  })

  it('reports a failed list and retries', async () => {
    const { page, callsOf } = await open(listed(), {
      'devices/list': () => fail({ code: 'internal', message: 'broken' }),
      'locks/rescan': () => succeed(null),
    })
    expect(page.find('[data-testid=devices-failed]').exists()).toBe(true)
    const rescans = page.findAll('button').filter((button) => button.text() === 'Rescan')
    expect(rescans).toHaveLength(1)
    await rescans[0]?.trigger('click')
    await flushPromises()
    expect(callsOf('devices/list')).toBe(2)
  })

  it('follows plugging and unplugging', async () => {
    const { emit, page } = await open(listed(device(1)))
    emit('devices/changed', listed(device(1), device(2)))
    await flushPromises()
    expect(page.findAll('[data-row]')).toHaveLength(2)
  })

  it('keeps the learned locks when the guide is opened again, until one is saved', async () => {
    const empty = { model: null, locks: [], result: null, canSave: false, requests: [], isAsking: false }
    const { press, callsOf, page } = await open(listed(device(1)), {
      'learn/state': () => succeed(empty),
      'learn/start': () => succeed(empty),
      'learn/save': () => succeed({ id: 'learned-1' }),
    })
    await press('learn-open')
    await press('learn-open')
    useLearnStore().close()
    await press('learn-open')
    expect(callsOf('learn/start')).toBe(0)
    expect(document.activeElement).toBe(page.get('[data-testid=learn-number]').element)
    await useLearnStore().save()
    await press('learn-open')
    expect(callsOf('learn/start')).toBe(1)
  })

  describe('learns a number', () => {
    const empty = { model: null, locks: [], result: null, canSave: false, requests: [], isAsking: false }
    const twin = device(3, { facts: device(2).facts })
    /** The guide with these locks. `added` has the device and the number of each lock that it learned. */
    const openGuide = async (learning: LearnState, ...locks: AttachedDevice[]) => {
      const added: (readonly [string, string])[] = []
      const opened = await open(listed(...locks), {
        'learn/state': () => succeed(learning),
        'learn/add': ({ deviceId, number }) => {
          added.push([deviceId, number])
          return succeed({ state: 'not-read', reason: 'gone', detail: '' })
        },
      })
      const { page, press, emit } = opened
      await press('learn-open')
      const type = (text: string) => page.get('[data-testid=learn-number]').setValue(text)
      const submit = async () => {
        await page.get('[data-testid=learn] form').trigger('submit')
        await flushPromises()
      }
      const plug = async (...now: AttachedDevice[]) => {
        emit('devices/changed', listed(...now))
        await flushPromises()
      }
      const choices = () => page.findAll('[data-testid=learn-which]')
      return { ...opened, added, type, submit, plug, choices }
    }
    const [first, second] = ['8123456789', '6987001234'] as const

    it('without a question where one lock may have it', async () => {
      const { added, type, submit, choices } = await openGuide(empty, keyboard, device(1))
      await type(first)
      await submit()
      expect(choices()).toEqual([])
      expect(added).toEqual([[device(1).deviceId, first]])
    })

    it.each([
      [false, 'Plug in a lock of this model.'],
      [true, 'Save the profile, or plug in one more lock of this model.'],
    ])('and then says what comes next; enough to save it: %s', async (canSave, next) => {
      const { vendorId, productId } = device(1).facts
      const locks = [{ ...looked, number: shell(first), deviceId: device(1).deviceId }]
      const { page } = await openGuide({ ...empty, model: { vendorId, productId }, locks, canSave })
      expect(page.get('[data-testid=learn-device]').text()).toBe(next)
    })

    it('and keeps the next one, typed while the first is read', async () => {
      const { deviceId, facts } = device(1)
      const { vendorId, productId } = facts
      const locks = [{ ...looked, number: shell(first), deviceId }]
      let finish: () => void = () => undefined
      const { page, press } = await open(listed(device(1)), {
        'learn/state': () => succeed(empty),
        'learn/add': () =>
          new Promise((done) => {
            const learning = { ...empty, model: { vendorId, productId }, locks }
            finish = () => done(succeed({ state: 'added', learning }))
          }),
      })
      await press('learn-open')
      const field = page.get<HTMLInputElement>('[data-testid=learn-number]')
      await field.setValue(first)
      await page.get('[data-testid=learn] form').trigger('submit')
      await field.setValue(second)
      finish()
      await flushPromises()
      expect(page.findAll('[data-testid=learn-lock]')).toHaveLength(1)
      expect(field.element.value).toBe(second)
    })

    it('and no longer says why a lock was not added once another number or lock may be', async () => {
      const { page, type, submit, plug } = await openGuide(empty, device(1))
      const isSaid = () => page.find('[data-testid=learn-rejected]').exists()
      await type(first)
      await submit()
      expect(isSaid()).toBe(true)
      await type(second)
      expect(isSaid()).toBe(false)
      await submit()
      expect(isSaid()).toBe(true)
      await plug(device(1), device(4))
      expect(isSaid()).toBe(false)
    })

    it('for none of two locks of a model and a later one of another model, until one is chosen', async () => {
      const { added, type, submit, plug, choices } = await openGuide(empty, device(2), twin)
      await plug(device(2), twin, device(4))
      await type(first)
      await submit()
      expect(added).toEqual([])
      expect(choices()).toHaveLength(3)
      expect(document.activeElement).toBe(choices()[0]?.element)
      await choices()[1]?.setValue(true)
      await submit()
      expect(added).toEqual([[twin.deviceId, first]])
    })

    it('for none while a lock of another model may have it, also after the model is known', async () => {
      const { deviceId, facts } = device(1)
      const { vendorId, productId } = facts
      const known = { ...looked, number: shell('8000000011'), deviceId }
      const learning = { ...empty, model: { vendorId, productId }, locks: [known] }
      const sister = device(5, { facts })
      const { added, type, submit, choices } = await openGuide(learning, device(1), sister, device(4))
      await type(first)
      await submit()
      expect(added).toEqual([])
      expect(choices()).toHaveLength(2)
    })

    it('for the lock that was selected in the list, until another one is plugged in', async () => {
      const { added, press, type, submit, plug } = await openGuide(empty, device(1), device(2))
      await press('device-1bc0:0001')
      await plug(device(1), device(2), device(4))
      await type(first)
      await submit()
      expect(added).toEqual([])
      await press('device-1bc0:0002')
      await submit()
      expect(added).toEqual([[device(2).deviceId, first]])
    })

    it('for a lock that is chosen once for each number', async () => {
      const { added, press, type, submit } = await openGuide(empty, device(1), device(2))
      await press('device-1bc0:0001')
      await type(first)
      await submit()
      await type(second)
      await submit()
      expect(added).toEqual([[device(1).deviceId, first]])
    })

    it('for none that was selected before the guide was open', async () => {
      const { added, press, type, submit } = await openGuide(empty, device(1), device(2))
      useLearnStore().close()
      await flushPromises()
      await press('device-1bc0:0001')
      await press('learn-open')
      await type(first)
      await submit()
      expect(added).toEqual([])
    })

    it('for none where the lock that may have it was unplugged meanwhile', async () => {
      const { added, type, submit, plug, choices } = await openGuide(empty, device(2), twin)
      await type(first)
      await plug(twin)
      await submit()
      expect(added).toEqual([])
      expect(choices()).toHaveLength(1)
      await type(second)
      await submit()
      expect(added).toEqual([[twin.deviceId, second]])
    })
  })

  it('tells devices apart that look the same', async () => {
    const twin = device(3, { facts: device(2).facts })
    const { page } = await open(listed(device(1), device(2), twin))
    const texts = page.findAll('[data-testid=detected]').map((part) => part.text())
    expect(texts.map((text) => text.split(' · ')[1])).toEqual([undefined, '1 of 2', '2 of 2'])
  })

  it('offers no profile for a keyboard', async () => {
    const { press, at } = await open(listed(keyboard))
    await press('device-1bc0:0009')
    expect(at('device-profile').text()).toContain('No matching profile')
    expect(at('new-profile').exists()).toBe(false)
  })
})

describe('the profile tester', () => {
  const openTester = async (handlers: Handlers = {}) => {
    const all = await open(listed(device(1), device(2)), {
      'devices/try-profile': () => succeed({ state: 'done', trial }),
      ...handlers,
    })
    await all.press('device-1bc0:0001')
    await all.press('new-profile')
    return all
  }

  it('sends nothing before sending is allowed, and explains why', async () => {
    const { at, press, callsOf } = await openTester()
    expect(at('allow-sending-notice').text()).toMatch(/manufacturer’s documentation/)
    expect(at('profile-tester-test').exists()).toBe(false)
    await press('allow-sending')
    expect(at('sending-allowed').text()).toContain('60 s left')
    await press('profile-tester-test')
    expect(callsOf('devices/try-profile')).toBe(1)
  })

  it('shows the bytes of the response, their meaning and errors', async () => {
    const { at, press, page } = await openTester()
    await press('allow-sending')
    await press('profile-tester-test')
    expect(at('trial-result').text()).toContain('The check value doesn’t match.')
    expect(at('trial-check').text()).toBe('xor8 mismatch: received 00, expected b3')
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

  it('stops allowing sending on another device, on leaving, and after a minute', async () => {
    const { at, press, callsOf, page } = await openTester()
    await press('allow-sending')
    await press('device-1bc0:0002')
    expect(callsOf('devices/stop-sending')).toBe(1)
    expect(at('sending-allowed').exists()).toBe(false)
    await press('allow-sending')
    page.unmount()
    await flushPromises()
    expect(callsOf('devices/stop-sending')).toBe(2)

    vi.useFakeTimers()
    const again = await openTester()
    await again.press('allow-sending')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(again.callsOf('devices/stop-sending')).toBe(1)
    expect(again.at('sending-allowed').exists()).toBe(false)
  })

  it('asks to allow sending when main refuses', async () => {
    const { at, press } = await openTester({
      'devices/check-profile': () => succeed({ ...fits, sends: false }),
      'devices/try-profile': () => succeed({ state: 'not-armed' }),
    })
    expect(at('allow-sending-notice').exists()).toBe(false)
    await press('profile-tester-test')
    expect(at('allow-sending-notice').exists()).toBe(true)
  })

  it('shows each problem at its field, and blocks testing and saving', async () => {
    const { at, page } = await openTester({
      'devices/check-profile': () =>
        succeed({
          ok: false,
          problems: [
            { rule: 'hex-form', path: 'read.request', line: 13, column: 16, expected: '', message: '' },
            {
              rule: 'not-one-of',
              path: 'extract.as',
              line: 20,
              column: 11,
              expected: 'ascii, bcd',
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
    expect(page.text()).toContain('Expected one of: ascii, bcd.')
    expect(at('profile-wrong').text()).toBe('2 problems')
    expect(at('profile-save').attributes('disabled')).toBeDefined()
    expect(at('profile-tester-test').attributes('disabled')).toBeDefined()
  })

  it('links to the device that saving would send to, so that sending is allowed for it first', async () => {
    const { at, press } = await openTester({
      'devices/check-profile': () => succeed({ ...fits, sends: false }),
      'devices/save-profile': () => succeed({ state: 'not-armed', deviceId: device(2).deviceId }),
    })
    await press('profile-save')
    expect(at('device-1bc0:0002').attributes('aria-current')).toBe('true')
    expect(at('allow-sending').text()).toContain('1bc0:0002')
    expect(at('profile-saved').exists()).toBe(false)
  })

  it('keeps the profile when the disk fails', async () => {
    const { at, press, page } = await openTester({
      'devices/save-profile': () => fail({ code: 'not-saved', message: 'ENOSPC' }),
    })
    await press('profile-save')
    expect(page.text()).toContain('Couldn’t save the profile.')
    expect(at('profile-saved').exists()).toBe(false)
    expect(at('profile-tester-close').exists()).toBe(true)
  })
})
