import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImpactGate, maxContinuousLocks } from '../../src-main/changes/high-impact-gate'
import type { Affected } from '#shared/model/changes/affected'
import type { ChangeAction } from '#shared/model/changes/change'
import type { HighImpact } from '../../src-main/changes/high-impact'
import { createRecentChanges } from '../../src-main/changes/recent-changes'

const who = { action: 'disable' as const, operatorIdentity: 'Li Wei' }
const one = {
  ...who,
  itemCount: 1,
  confirmationOf: (recent: number) => ({
    kind: 'single-change' as const,
    ...who,
    number: '8000000017',
    recent,
  }),
  isAlwaysConfirmed: false,
}

let now: number
let confirmations: HighImpact[]
let answers: ((yes: boolean) => void)[]
let gate: ReturnType<typeof createImpactGate>

beforeEach(() => {
  now = 1_000_000
  confirmations = []
  answers = []
  gate = createImpactGate({
    confirm: (what) => {
      confirmations.push(what)
      return new Promise((done) => answers.push(done))
    },
    recent: createRecentChanges(() => now),
    onIdle: () => undefined,
  })
})
afterEach(() => gate.stop())

const jobOf = (itemCount: number, over: { action?: ChangeAction; isAlwaysConfirmed?: boolean } = {}) => ({
  ...who,
  itemCount,
  confirmationOf: () => ({
    kind: 'locks' as const,
    ...who,
    locks: itemCount,
    enterprises: 1,
    unlisted: 0,
    isQueued: false,
  }),
  isAlwaysConfirmed: false,
  ...over,
})
const soon = () => new Promise((done) => setTimeout(done, 5))
const singles = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) expect(await gate.approve(one)).toBe(true)
}
const answer = async (yes: boolean): Promise<void> => {
  await soon()
  answers.shift()?.(yes)
}

describe('high impact gate', () => {
  it('says who is affected where a dialog is due, and asks also if that cannot be counted', async () => {
    const affected: Affected = {
      employees: 1,
      online: { count: 0, unknown: 0 },
      loans: { of: 'locks', count: 0, mayBeMore: false },
      unassigned: 0,
      unknownLocks: 0,
      products: null,
      isOld: false,
    }
    let counted = 0
    const count = () => {
      counted += 1
      return Promise.resolve(affected)
    }
    expect(await gate.approve({ ...jobOf(2), affected: count })).toBe(true)
    expect(counted).toBe(0)
    const large = gate.approve({ ...jobOf(60), affected: count })
    await answer(true)
    expect(await large).toBe(true)
    const failing = gate.approve({ ...jobOf(60), affected: () => Promise.reject(new Error('no lists')) })
    await answer(false)
    expect(await failing).toBe(false)
    expect(confirmations.map((one) => one.affected)).toEqual([affected, undefined])
  })

  it('never allows more than 50 unconfirmed changes, however many were confirmed before', async () => {
    for (let round = 0; round < 3; round += 1) {
      // The confirmed change is the first of the next 50.
      await singles(round === 0 ? 50 : 49)
      const further = gate.approve(one)
      await answer(true)
      expect(await further).toBe(true)
    }
    now += 9 * 60_000
    await singles(1)
    now += 2 * 60_000
    const before = confirmations.length
    void gate.approve(jobOf(60))
    await soon()
    expect(confirmations).toHaveLength(before + 1)
  })

  it('asks one question at a time; one confirmation covers the waiting changes', async () => {
    await singles(50)
    const five = Array.from({ length: 5 }, () => gate.approve(one))
    await soon()
    expect(confirmations).toHaveLength(1)
    await answer(true)
    expect(await Promise.all(five)).toEqual([true, true, true, true, true])
    expect(confirmations).toHaveLength(1)
  })

  it('applies a confirmation to its action and operator only', async () => {
    await singles(50)
    const further = gate.approve(one)
    await answer(true)
    expect(await further).toBe(true)
    void gate.approve(jobOf(1, { action: 'delete-employee' }))
    void gate.approve({ ...one, operatorIdentity: 'Chen Yu' })
    await soon()
    expect(confirmations).toHaveLength(2)
    await answer(false)
    await soon()
    expect(confirmations).toHaveLength(3)
  })

  it('asks again after 200 locks in continuous mode', async () => {
    const starting = gate.startContinuous(who)
    await answer(true)
    expect(await starting).toBe(true)
    await singles(maxContinuousLocks)
    const further = gate.approve(one)
    await answer(true)
    expect(await further).toBe(true)
    expect(confirmations).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'continuous', ...who, locks: 200 })),
    )
    await singles(1)
  })

  it('lets no change pass while a question is open', async () => {
    await singles(1)
    void gate.approve(jobOf(60))
    await soon()
    let hasPassed = false
    const waiting = gate.approve(one).then(() => (hasPassed = true))
    await soon()
    expect(hasPassed).toBe(false)
    await answer(true)
    await waiting
  })

  it('does not start continuous mode when the confirmation comes after the page stopped it', async () => {
    const starting = gate.startContinuous(who)
    await soon()
    gate.stopContinuous()
    await answer(true)
    expect(await starting).toBe(false)
    await singles(50)
    void gate.approve(one)
    await soon()
    expect(confirmations.map(({ kind }) => kind)).toEqual(['continuous', 'single-change'])
  })

  it('treats a dialog that cannot be shown as canceled', async () => {
    gate = createImpactGate({
      confirm: () => Promise.reject(new Error('no window')),
      recent: createRecentChanges(() => now),
      onIdle: () => undefined,
    })
    expect(await gate.startContinuous(who)).toBe(false)
    expect(await gate.approve(jobOf(51))).toBe(false)
  })

  it('cancels open and later questions when it is disposed', async () => {
    const open = gate.approve(jobOf(51))
    const queuedStart = gate.startContinuous(who)
    await soon()
    gate.stop()
    expect(await Promise.all([open, queuedStart, gate.approve(one)])).toEqual([false, false, false])
    expect(confirmations).toHaveLength(1)
  })
})
