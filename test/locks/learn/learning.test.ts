import { describe, expect, it } from 'vitest'
import { createLearning } from '../../../src-main/locks/learn/learning'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import type { ProfileTester } from '../../../src-main/locks/profile-tester'
import { succeed } from '../../../src-shared/outcome'
import type { Reading } from '../../../src-shared/model/locks/plugged-lock'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'

const numbers = ['8123456789', '6987001234', '8555012345'] as [ShellNumber, ShellNumber, ShellNumber]
const facts = { vendorId: 1, productId: 2, product: 'Key', manufacturer: 'Maker' }

const profileOf = (id: string, request: string, more: object = {}) =>
  lockProfileSchema.parse({
    id,
    name: { en: id, zh: id },
    match: { vendorId: 9, productId: 9 },
    read: { by: 'exchange', request, ...more },
    extract: { offset: 0, length: 10, as: 'ascii' },
  })
const asking = [profileOf('ours', '4c44'), profileOf('other', '5052')]

interface Options {
  readonly hasSerial?: boolean
  readonly readAs?: (number: ShellNumber) => string | null
  readonly profiles?: readonly LockProfile[]
  readonly isProtected?: boolean
}

/**
 * Three plugged-in locks with the number in their serial numbers, or in the response to the second request;
 * `readAs` is what a profile reads.
 */
const world = (options: Options = {}) => {
  const { hasSerial = true, profiles = [], isProtected = false } = options
  const readAs = options.readAs ?? ((number: ShellNumber) => number)
  const does = {
    confirm: () => Promise.resolve(true),
    plugged: numbers as readonly string[],
    readingOf: (_deviceId: string): Reading | null => null,
  }
  const asked: object[] = []
  const sent: (readonly [string, readonly string[]])[] = []
  const tried: string[] = []
  const tester = {
    devices: () => ({
      devices: does.plugged.map((deviceId) => ({
        deviceId,
        facts,
        isProtected,
        reading: does.readingOf(deviceId),
      })),
    }),
    sample: (deviceId: string, requests: readonly LockProfile[]) => {
      sent.push([deviceId, requests.map(({ id }) => id)])
      const response = Buffer.from(`ok ${deviceId}`).toString('hex')
      return Promise.resolve(
        succeed({
          facts: { ...facts, serialNumber: hasSerial ? `SN${deviceId}` : null },
          reports: requests
            .filter(({ id }) => id === 'other')
            .map(({ id }) => ({
              ...{ kind: 'response' as const, interface: null, reportId: 0, profileId: id },
              reads: [response, response],
            })),
          skipped: [],
          hasDescriptor: true,
        }),
      )
    },
    tryProfile: (deviceId: string) => {
      tried.push(deviceId)
      return Promise.resolve(succeed({ decoded: { number: readAs(deviceId as ShellNumber) } }))
    },
  } as unknown as ProfileTester
  const learning = createLearning({
    profileTester: tester,
    profiles: () => profiles,
    confirm: (request) => {
      asked.push(request)
      return does.confirm()
    },
  })
  const addAll = async (asks: boolean, chosen: readonly ShellNumber[] = numbers) => {
    for (const number of chosen) await learning.add(number, number, asks)
    return learning.state()
  }
  return { learning, addAll, does, asked, sent, tried }
}

describe('the profile that was learned', () => {
  it('can be saved when it reads the plugged-in locks', async () => {
    const { learning, addAll } = world()
    expect(await addAll(false)).toMatchObject({ canSave: true, result: { state: 'learned' } })
    expect(learning.profile()?.profile).toMatchObject({ version: 2, read: { by: 'serial' } })
    expect(learning.profile()?.profile.learned).not.toHaveProperty('simulated')
  })

  it('is refuted by a plugged-in lock that it reads with another number, or not at all', async () => {
    for (const wrong of ['8000000000', null]) {
      const readAs = (number: ShellNumber) => (number === numbers[1] ? wrong : number)
      const { learning, addAll } = world({ readAs })
      expect(await addAll(false)).toMatchObject({ canSave: false, result: { state: 'none' } })
      expect(learning.profile()).toBeNull()
    }
  })
})

describe('the locks of the guide', () => {
  it('are removed one by one, and those left are looked at again', async () => {
    const { learning, addAll } = world()
    await learning.add(numbers[0], numbers[1], false)
    expect(await addAll(false, [numbers[2]])).toMatchObject({ result: { state: 'none' } })
    expect(await learning.remove(numbers[1])).toMatchObject({ locks: [{ number: numbers[2] }], result: null })
    expect(await addAll(false)).toMatchObject({ canSave: true })
  })

  it('have one number each, also if both are sent at once', async () => {
    const { learning } = world()
    const [first, second] = await Promise.all([
      learning.add(numbers[0], numbers[0], false),
      learning.add(numbers[1], numbers[0], false),
    ])
    expect([first.state, second.state]).toEqual(['added', 'same-number'])
    expect(await learning.add(numbers[0], numbers[1], false)).toEqual({ state: 'same-lock' })
  })

  it('have no number that another plugged-in lock was read with', async () => {
    const { learning, does } = world()
    const [own, other] = numbers
    does.readingOf = (deviceId) => (deviceId === other ? { state: 'read', shellNumber: other } : null)
    expect(await learning.add(own, other, false)).toEqual({ state: 'other-lock' })
    expect(await learning.add(other, other, false)).toMatchObject({ state: 'added' })
  })

  it('are at most twelve, and the next one is rejected with a reason', async () => {
    const { learning } = world()
    const add = (nth: number) => learning.add(`d${nth}`, String(8_100_000_000 + nth) as ShellNumber, false)
    for (let nth = 0; nth < 12; nth += 1) expect(await add(nth)).toMatchObject({ state: 'added' })
    expect(await add(12)).toMatchObject({ state: 'not-read', reason: 'not-done' })
  })

  it('may be followed by another lock in the same place', async () => {
    const { learning, does } = world()
    await learning.add(numbers[0], numbers[0], false)
    does.plugged = []
    expect(learning.state().locks).toMatchObject([{ deviceId: null }])
    does.plugged = numbers
    expect(await learning.add(numbers[0], numbers[1], false)).toMatchObject({ state: 'added' })
  })
})

describe('requests of known profiles', () => {
  const unexplained = { hasSerial: false, profiles: asking }

  it('are offered when two locks show nothing, and not before', async () => {
    const { addAll } = world(unexplained)
    expect((await addAll(false, [numbers[0]])).requests).toEqual([])
    const { requests, isAsking } = await addAll(false)
    expect(requests.map(({ bytes }) => bytes)).toEqual(['4c 44', '50 52'])
    expect(isAsking).toBe(false)
    expect((await world({ profiles: asking }).addAll(false)).requests).toEqual([])
  })

  it('are sent to no device without consent', async () => {
    const { learning, addAll, does, asked, sent } = world(unexplained)
    // Nothing was offered yet.
    expect(await learning.add(numbers[0], numbers[0], true)).toMatchObject({ state: 'not-read' })
    await addAll(false)
    does.confirm = () => Promise.resolve(false)
    expect(await learning.add(numbers[0], numbers[0], true)).toEqual({ state: 'not-confirmed' })
    does.confirm = () => Promise.reject(new Error('the window was closed'))
    expect(await learning.add(numbers[0], numbers[0], true)).toEqual({ state: 'not-confirmed' })
    expect(asked).toHaveLength(2)
    expect(sent.flatMap(([, requests]) => requests)).toEqual([])
    expect(learning.state().isAsking).toBe(false)
  })

  it('are those that the person saw, also after the profiles changed, and the profile contains its own', async () => {
    const changing = [...asking]
    const { learning, addAll, asked, sent, tried } = world({ ...unexplained, profiles: changing })
    await addAll(false)
    await learning.add(numbers[0], numbers[0], true)
    changing.push(profileOf('later', 'ff'))
    expect(await addAll(true)).toMatchObject({ canSave: true, isAsking: true })
    const shown = { kind: 'requests', facts, requests: [{ bytes: '4c 44' }, { bytes: '50 52' }] }
    expect(asked).toMatchObject([shown, shown, shown])
    expect(sent.slice(3)).toEqual(numbers.map((number) => [number, ['ours', 'other']]))
    expect(learning.profile()?.profile).toMatchObject({
      match: { vendorId: 1, productId: 2 },
      read: asking[1]?.read,
      extract: { offset: 3, length: 10, as: 'ascii' },
    })
    // A further device of the model gets nothing, not even to try the profile.
    expect(tried).toEqual([numbers[0], numbers[1], ...numbers])
    expect(learning.report(false)).toContain('Sent, as in other: 50 52')
  })

  it('are never sent to a keyboard, a mouse, a security key or a card reader', async () => {
    const { learning, addAll, asked, sent } = world({ ...unexplained, isProtected: true })
    await addAll(false)
    sent.length = 0
    expect(await learning.add(numbers[0], numbers[0], true)).toMatchObject({ reason: 'protected-device' })
    expect([asked, sent]).toEqual([[], []])
  })

  it('are not sent to a device that was unplugged while the person was asked', async () => {
    const { learning, addAll, does, sent } = world(unexplained)
    await addAll(false)
    sent.length = 0
    does.confirm = () => {
      does.plugged = []
      return Promise.resolve(true)
    }
    expect(await learning.add(numbers[0], numbers[0], true)).toMatchObject({ reason: 'gone' })
    expect(sent).toEqual([])
  })

  it('are shown in full: equal ones once, those of the manufacturer first, random bytes marked', async () => {
    const echoing = { answer: { echoes: [2, 3] }, reportId: 7, length: 32 }
    const own = lockProfileSchema.parse({
      id: 'own',
      name: { en: 'Own', zh: '自有' },
      match: { vendorId: 1, productId: 3 },
      read: { by: 'feature', request: 'a501', ...echoing },
      extract: { offset: 0, length: 10, as: 'ascii' },
    })
    const twice = profileOf('again', '4c44', { timeoutMs: 50 })
    const long = profileOf('long', '00'.repeat(65), { length: 70 })
    const suspended = {
      ...profileOf('suspended', 'ee'),
      learned: { at: '', samples: ['a'.repeat(64), 'b'.repeat(64)], suspended: true },
    }
    const profiles = [...asking, twice, long, suspended, own]
    const { requests } = await world({ hasSerial: false, profiles }).addAll(false)
    expect(requests.map(({ profile, bytes }) => [profile.en, bytes])).toEqual([
      ['Own', 'a5 01 ?? ?? ??'],
      ['ours', '4c 44'],
      ['other', '50 52'],
    ])
    expect(requests[0]).toMatchObject({ isFeature: true, reportId: 7, length: 32 })
  })
})
