import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImpactGate } from '../../src-main/desk/high-impact'
import type { HighImpact } from '../../src-main/desk/high-impact'

const who = { action: 'disable' as const, operatorIdentity: 'Li Wei' }
const one = { ...who, number: '8000000017' }

let now: number
let asked: HighImpact[]
let answers: ((yes: boolean) => void)[]
let gate: ReturnType<typeof createImpactGate>

beforeEach(() => {
  now = 1_000_000
  asked = []
  answers = []
  gate = createImpactGate({
    confirm: (what) => {
      asked.push(what)
      return new Promise((done) => answers.push(done))
    },
    now: () => now,
    onIdle: () => undefined,
  })
})
afterEach(() => gate.stop())

const soon = () => new Promise((done) => setTimeout(done, 5))
const singles = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) expect(await gate.passesOne(one)).toBe(true)
}
const answer = async (yes: boolean): Promise<void> => {
  await soon()
  answers.shift()?.(yes)
}

describe('the gate', () => {
  it('never has more than fifty open, however many were agreed to before', async () => {
    for (let round = 0; round < 3; round += 1) {
      // The one that was asked about is the first of the next fifty.
      await singles(round === 0 ? 50 : 49)
      const further = gate.passesOne(one)
      await answer(true)
      expect(await further).toBe(true)
    }
    now += 9 * 60_000
    await singles(1)
    now += 2 * 60_000
    const before = asked.length
    void gate.passesJob({ ...who, rows: 60, enterprises: 1 }, null)
    await soon()
    expect(asked).toHaveLength(before + 1)
  })

  it('asks one question at a time; a yes counts for those that waited', async () => {
    await singles(50)
    const five = Array.from({ length: 5 }, () => gate.passesOne(one))
    await soon()
    expect(asked).toHaveLength(1)
    await answer(true)
    expect(await Promise.all(five)).toEqual([true, true, true, true, true])
    expect(asked).toHaveLength(1)
  })

  it('is not armed by a yes that comes after the page let go', async () => {
    const arming = gate.arm(who)
    await soon()
    gate.disarm()
    await answer(true)
    expect(await arming).toBe(false)
    await singles(50)
    void gate.passesOne(one)
    await soon()
    expect(asked.map(({ kind }) => kind)).toEqual(['arm', 'one-more'])
  })

  it('takes a dialog that cannot be shown for a no', async () => {
    gate = createImpactGate({
      confirm: () => Promise.reject(new Error('no window')),
      now: () => now,
      onIdle: () => undefined,
    })
    expect(await gate.arm(who)).toBe(false)
    expect(await gate.passesJob({ ...who, rows: 51, enterprises: 1 }, null)).toBe(false)
  })

  it('answers no to what is open and to what comes after, at its end', async () => {
    const open = gate.passesJob({ ...who, rows: 51, enterprises: 1 }, null)
    const behind = gate.arm(who)
    await soon()
    gate.stop()
    expect(await Promise.all([open, behind, gate.passesOne(one)])).toEqual([false, false, false])
    expect(asked).toHaveLength(1)
  })
})
