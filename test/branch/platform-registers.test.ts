import { beforeEach, describe, expect, it } from 'vitest'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { addFact, pendingStamp } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import { createPlatformRegisters } from '../../src-main/branch/platform-registers'
import { signEvent } from '../../src-main/branch/signed-event'
import { branchKey } from './support/branch-key'

const platform = 'https://licenses.example'
const elsewhere = 'https://other.example'
const named = (name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum: 'LD1', name },
})

let event: (n: number, name: string, at?: string) => BranchEvent
beforeEach(async () => {
  const key = await branchKey()
  event = (n, name, at = platform) =>
    signEvent(named(name), { computer: 'own', platform: at, at: 1 }, { n: n - 1, hash: '' }, key)
})

/** What has arrived of all platforms. */
const arrivedFrom = () => {
  const registers = new Map<string, Map<string, Register>>()
  let ownArrived = 0
  return {
    registers: (of: string) => registers.get(of) ?? new Map<string, Register>(),
    ownArrived: () => ownArrived,
    arrive: (name: string, ownN = ownArrived) => {
      const known = registers.get(platform) ?? new Map<string, Register>()
      registers.set(platform, known)
      addFact(known, named(name), { ...pendingStamp('other', 1), arrivedAt: 1, seq: known.size + 1 })
      ownArrived = ownN
    },
  }
}
const namesIn = (registers: ReadonlyMap<string, Register>) =>
  [...registers.values()].filter(({ field }) => field === 'lock.name').map(({ value }) => value)
const nameChange = { platform, fields: new Set(['lock.name'] as const) }

describe('the registers of a platform', () => {
  it('have own events that have not arrived, later than all that have', () => {
    const received = arrivedFrom()
    received.arrive('theirs')
    const registers = createPlatformRegisters(received, [event(1, 'mine')])
    expect(namesIn(registers.of(platform))).toEqual(['mine'])
    expect(namesIn(registers.of(elsewhere))).toEqual([])
    expect(namesIn(received.registers(platform))).toEqual(['theirs'])
  })

  it('are another list once they have changed, and the same one until then', () => {
    const registers = createPlatformRegisters(arrivedFrom(), [])
    const before = registers.of(platform)
    expect(registers.of(platform)).toBe(before)
    expect(registers.add([event(1, 'mine')])).toMatchObject([nameChange])
    expect(namesIn(registers.of(platform))).toEqual(['mine'])
    expect(namesIn(before)).toEqual([])
  })

  it('give an own event its place among the others once it has arrived', () => {
    const received = arrivedFrom()
    const registers = createPlatformRegisters(received, [event(1, 'mine'), event(2, 'mine there', elsewhere)])
    expect(namesIn(registers.of(platform))).toEqual(['mine'])
    received.arrive('theirs', 1)
    expect(registers.onReceived([])).toMatchObject([nameChange])
    expect(namesIn(registers.of(platform))).toEqual(['theirs'])
    // The second one waits on.
    expect(namesIn(registers.of(elsewhere))).toEqual(['mine there'])
    expect(registers.onReceived([])).toEqual([])
  })

  it('are read again where others have changed them', () => {
    const received = arrivedFrom()
    const registers = createPlatformRegisters(received, [])
    expect(namesIn(registers.of(platform))).toEqual([])
    received.arrive('theirs')
    expect(registers.onReceived([nameChange])).toEqual([])
    expect(namesIn(registers.of(platform))).toEqual(['theirs'])
  })
})
