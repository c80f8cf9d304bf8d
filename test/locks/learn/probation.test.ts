import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttachedDevices } from '../../../src-shared/model/locks/attached-device'
import type { PluggedLock } from '../../../src-shared/model/locks/plugged-lock'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import {
  testerOnProbation,
  watchDoubleNumbers,
  withProbation,
  withoutSuspended,
} from '../../../src-main/locks/learn/probation'
import { findRejectReason } from '../../../src-main/changes/jobs/send-batch'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import type { ProfileRepository } from '../../../src-main/locks/profiles/profile-repository'
import { fail, succeed } from '../../../src-shared/outcome'

const profile = (): LockProfile =>
  lockProfileSchema.parse({
    id: 'learned-1bc0-8100',
    name: { en: 'Key', zh: 'Key' },
    learned: { at: '', samples: ['a'.repeat(64), 'b'.repeat(64)] },
    match: { vendorId: 1, productId: 2 },
    read: { by: 'serial' },
  })
const numbers = ['8000000011', '8000000012', '8000000013', '8000000014'] as ShellNumber[]
const lockOf = (shellNumber: ShellNumber): PluggedLock => ({
  plugId: shellNumber,
  source: 'usb',
  device: { vendorId: 1, productId: 2, product: null, manufacturer: null, serialNumber: null },
  profile: { id: 'learned-1bc0-8100', name: { en: 'Key', zh: 'Key' } },
  reading: { state: 'read', shellNumber },
  pluggedAt: 0,
})
const attached = (): AttachedDevices => ({
  state: 'listed',
  problem: null,
  devices: numbers.map(lockOf).map(({ plugId, source, device: facts, profile: by, reading }) => ({
    deviceId: plugId,
    source,
    facts,
    interfaces: [],
    profile: by,
    nearMisses: [],
    isProtected: false,
    noCard: null,
    reading,
    pluggedAt: 0,
  })),
})
const world = (saved: Awaited<ReturnType<ProfileRepository['update']>> = succeed(null)) => {
  const profiles = {
    profiles: [profile()] as readonly LockProfile[],
    update: (_id: string, change: (text: string) => string) => {
      const text = change(JSON.stringify(profiles.profiles[0]))
      if (saved.ok) profiles.profiles = [lockProfileSchema.parse(JSON.parse(text))]
      return Promise.resolve(saved)
    },
  }
  const plugged = { locks: numbers.map(lockOf) }
  const source: LockSource = {
    list: () => plugged.locks,
    onChange: (listener) => {
      listener(plugged.locks)
      return () => undefined
    },
    rescan: () => undefined,
    recognize: () => undefined,
    identify: (plugId) => Promise.resolve(succeed(plugId as ShellNumber)),
    stop: () => Promise.resolve(),
  }
  const suspended: string[] = []
  const locks = withProbation(source, profiles, (id) => suspended.push(id))
  const tester = testerOnProbation(
    {
      devices: attached,
      onDevices: (listener) => {
        listener(attached())
        return () => undefined
      },
      tryProfile: () => Promise.reject(new Error('not tested')),
      sample: () => Promise.reject(new Error('not tested')),
    },
    profiles,
  )
  const read = () =>
    locks.list().flatMap(({ reading }) => (reading.state === 'read' ? [reading.shellNumber] : []))
  const identified = async (number: ShellNumber) => {
    const outcome = await locks.identify(number, new AbortController().signal)
    return outcome.ok ? outcome.value : outcome.error.code
  }
  return { profiles, plugged, source, locks, tester, read, identified, suspended }
}
/** A number that no plugged-in lock gives. */
const onNoLock = '8999999999' as ShellNumber
const [first, second, third, fourth] = numbers as [ShellNumber, ShellNumber, ShellNumber, ShellNumber]

describe('a learned profile on probation', () => {
  it('gives no number that was not compared, neither to show nor for a change', async () => {
    const { locks, read, identified } = world()
    expect(read()).toEqual([])
    expect(await identified(first)).toBe('not-compared')
    expect(await locks.compare(first, first)).toEqual({ ok: true, value: 'agrees' })
    expect(read()).toEqual([first])
    expect(await identified(first)).toBe(first)
    expect(await identified(second)).toBe('not-compared')
  })

  it('is trusted after three different locks, not after one compared three times', async () => {
    const { locks, read } = world()
    for (const number of [first, first, first, second]) await locks.compare(number, number)
    expect(read()).toEqual([first, second])
    await locks.compare(third, third)
    expect(read()).toEqual([first, second, third, fourth])
  })

  it('is suspended by a number that differs', async () => {
    const { locks, profiles, read, suspended } = world()
    expect(await locks.compare(first, first)).toEqual({ ok: true, value: 'agrees' })
    expect(suspended).toEqual([])
    expect(await locks.compare(second, onNoLock)).toEqual(succeed('differs-once'))
    expect(suspended).toEqual([])
    expect(read()).toEqual([first])
    expect(await locks.compare(second, onNoLock)).toEqual(succeed('differs'))
    expect(suspended).toEqual([profiles.profiles[0]?.id])
    expect(withoutSuspended(profiles.profiles)).toEqual([])
  })

  it('is not suspended by one mistyped number of a lock, whatever happens in between', async () => {
    const { locks, read, suspended, plugged } = world()
    for (const number of [first, second]) {
      expect(await locks.compare(number, onNoLock)).toEqual(succeed('differs-once'))
    }
    expect(await locks.compare(first, first)).toEqual(succeed('agrees'))
    expect(await locks.compare(first, onNoLock)).toEqual(succeed('differs-once'))
    expect(read()).toEqual([first])
    // Plugging the lock in again gives no further correction.
    plugged.locks = [{ ...lockOf(second), plugId: 'again' }]
    expect(await locks.compare('again', onNoLock)).toEqual(succeed('differs'))
    expect(suspended).toHaveLength(1)
  })

  it('recognizes the number of another plugged-in lock, which neither agrees nor suspends', async () => {
    const { locks, read, suspended, plugged } = world()
    for (const number of [second, third, second]) {
      expect(await locks.compare(first, number)).toEqual(succeed('other-lock'))
    }
    await locks.compare(second, second)
    expect(await locks.compare(first, second)).toEqual(succeed('other-lock'))
    expect([suspended, read()]).toEqual([[], [second]])
    plugged.locks = [lockOf(first)]
    expect(await locks.compare(first, second)).toEqual(succeed('differs-once'))
  })

  it('is not said to be suspended where that could not be saved, and gives no number', async () => {
    const { locks, read, suspended } = world(fail({ code: 'not-saved', message: 'ENOSPC' }))
    await locks.compare(first, onNoLock)
    for (const number of [first, onNoLock]) {
      expect(await locks.compare(first, number)).toEqual(fail({ code: 'not-saved', message: 'ENOSPC' }))
    }
    expect(suspended).toEqual([])
    expect(read()).toEqual([])
  })

  it('has no change sent for its lock until that lock was compared', async () => {
    const { locks } = world()
    expect(await findRejectReason(first, first, locks)).toEqual({ kind: 'lock-unreadable' })
    await locks.compare(first, first)
    expect(await findRejectReason(first, first, locks)).toBeNull()
    expect(await findRejectReason(second, second, locks)).toEqual({ kind: 'lock-unreadable' })
  })

  it('gives no number to the page Devices, neither in its list nor in its changes', async () => {
    const { locks, tester } = world()
    const notRead = (): unknown[] => {
      const seen: AttachedDevices[] = [tester.devices()]
      tester.onDevices((changed) => seen.push(changed))
      return seen.map(({ devices }) =>
        devices.map(({ reading }) =>
          reading?.state === 'failed' && reading.candidate === null ? reading.reason : reading?.state,
        ),
      )
    }
    const none = numbers.map(() => 'not-compared')
    expect(notRead()).toEqual([none, none])
    await locks.compare(first, first)
    expect(notRead()).toEqual([
      ['read', ...none.slice(1)],
      ['read', ...none.slice(1)],
    ])
  })

  it('gives no number to listeners', () => {
    const { locks } = world()
    const states: string[] = []
    locks.onChange((changed) => states.push(...changed.map(({ reading }) => reading.state)))
    expect(states).toEqual(numbers.map(() => 'failed'))
  })

  it('gives no number of a lock that took the place of another while it was read', async () => {
    const { plugged, source, identified } = world()
    source.identify = () => {
      plugged.locks = [{ ...lockOf(second), plugId: 'another' }]
      return Promise.resolve(succeed(second))
    }
    expect(await identified(first)).toBe('not-compared')
  })

  it('gives no number after the profile was deleted or suspended, before the lock is read again', async () => {
    const { profiles, locks, read, identified } = world()
    for (const number of [first, second, third]) await locks.compare(number, number)
    expect(read()).toHaveLength(4)
    for (let times = 0; times < 2; times += 1) await locks.compare(fourth, onNoLock)
    expect(read()).toEqual([])
    expect(await identified(first)).toBe('not-compared')
    profiles.profiles = []
    expect(read()).toEqual([])
    expect(await identified(first)).toBe('not-compared')
  })
})

describe('a number that two devices give', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const watch = (doubled: Partial<PluggedLock>) => {
    const { profiles, plugged } = world()
    plugged.locks = [lockOf(first), { ...lockOf(first), plugId: 'other', ...doubled }, lockOf(second)]
    const listeners = new Set<() => void>()
    const suspended: string[] = []
    const stop = watchDoubleNumbers({
      source: {
        list: () => plugged.locks,
        onChange: (listener) => {
          const call = () => listener(plugged.locks)
          listeners.add(call)
          return () => listeners.delete(call)
        },
      },
      profiles,
      onSuspended: (id) => suspended.push(id),
    })
    const change = (locks: PluggedLock[]) => {
      plugged.locks = locks
      for (const listener of listeners) listener()
    }
    return { change, suspended, profiles, stop }
  }

  it('suspends the learned profile once, whatever reads the other device', async () => {
    for (const other of [{}, { profile: { id: 'shipped', name: { en: 'S', zh: 'S' } } }]) {
      const { suspended, profiles, change } = watch(other)
      await vi.advanceTimersByTimeAsync(1_100)
      expect(suspended).toEqual(['learned-1bc0-8100'])
      expect(profiles.profiles[0]?.learned?.suspended).toBe(true)
      change([lockOf(first), lockOf(first)])
      await vi.advanceTimersByTimeAsync(1_100)
      expect(suspended).toHaveLength(1)
    }
  })

  it('is no reason while a lock moves to another port, or for shipped profiles', async () => {
    const moved = watch({})
    await vi.advanceTimersByTimeAsync(500)
    moved.change([lockOf(first)])
    const shipped = { profile: { id: 'shipped', name: { en: 'S', zh: 'S' } } }
    const stopped = watch({})
    stopped.stop()
    moved.change([lockOf(first), { ...lockOf(second), ...shipped }, { ...lockOf(second), ...shipped }])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([moved.suspended, stopped.suspended]).toEqual([[], []])
  })
})
