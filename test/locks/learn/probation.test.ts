import { describe, expect, it } from 'vitest'
import type { PluggedLock } from '../../../src-shared/model/locks/plugged-lock'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import { withProbation, withoutSuspended } from '../../../src-main/locks/learn/probation'
import type { LockSource } from '../../../src-main/locks/lock-source'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import { succeed } from '../../../src-shared/outcome'

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
const world = () => {
  const profiles = {
    profiles: [profile()] as readonly LockProfile[],
    textOf: () => Promise.resolve(succeed(JSON.stringify(profiles.profiles[0]))),
    save: (text: string) => {
      profiles.profiles = [lockProfileSchema.parse(JSON.parse(text))]
      return Promise.resolve(succeed({ id: 'learned-1bc0-8100' }))
    },
  }
  const source: LockSource = {
    list: () => numbers.map(lockOf),
    onChange: () => () => undefined,
    rescan: () => undefined,
    recognize: () => undefined,
    identify: (plugId) => Promise.resolve(succeed(plugId as ShellNumber)),
    stop: () => Promise.resolve(),
  }
  const locks = withProbation(source, profiles)
  const read = () =>
    locks.list().flatMap(({ reading }) => (reading.state === 'read' ? [reading.shellNumber] : []))
  const identified = async (number: ShellNumber) => {
    const outcome = await locks.identify(number, new AbortController().signal)
    return outcome.ok ? outcome.value : outcome.error.code
  }
  return { profiles, locks, read, identified }
}
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
    const { locks, profiles } = world()
    expect(await locks.compare(first, fourth)).toEqual({ ok: true, value: 'differs' })
    expect(withoutSuspended(profiles.profiles)).toEqual([])
  })
})
