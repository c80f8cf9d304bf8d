import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BranchFact } from '#shared/model/branch/branch-event'
import {
  dropSurplusLoans,
  loansIn,
  maxClosedLoans,
  namesIn,
  registersOfLoans,
  registersOfNames,
} from '#shared/model/branch/fold'
import { addFact, addRegister } from '#shared/model/branch/registers'
import type { Register, Stamp } from '#shared/model/branch/registers'
import { loanIdOf } from '#shared/model/changes/loan'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { testSeed } from '../../support/test-seed'

const about = {
  borrowedUsbKey: '8000000021',
  memberGlobalId: 'm-1',
  enterpriseGlobalId: 'e-1',
  enterpriseName: 'North Bridge',
  memberName: 'Chen Yu',
  assets: [{ assetNum: 'LD1', assetId: null }],
  lentHere: { since: 1, operatorIdentity: 'Li Wei', jobId: 'j-1' },
}
const open: LoanFact = { ...about, dueOn: null, note: '', returned: null, closed: null }
const due = (dueOn: string | null): BranchFact => ({ kind: 'loan.due', body: { loan: about, dueOn } })
const closedAt = (at: number): BranchFact => ({
  kind: 'loan.closed',
  body: { loan: { ...open, closed: { at, operatorIdentity: 'Li Wei' } } },
})
const stamp = (seq: number, computer = 'a'): Stamp => ({ era: 0, arrivedAt: seq, seq, computer, n: seq })
const fold = (
  facts: readonly (readonly [BranchFact, Stamp])[],
  onto: readonly Register[] = [],
): Map<string, Register> => {
  const registers = new Map<string, Register>()
  for (const register of onto) addRegister(registers, register)
  for (const [fact, at] of facts) addFact(registers, fact, at)
  return registers
}

describe('loans', () => {
  it('keep the due date of one desk and the note of another', () => {
    const note: BranchFact = { kind: 'loan.note', body: { loan: about, note: 'scratched' } }
    expect(
      loansIn(
        fold([
          [note, stamp(2, 'b')],
          [due('2026-11-30'), stamp(1)],
        ]),
        'a',
      ),
    ).toMatchObject([{ dueOn: '2026-11-30', note: 'scratched', closed: null }])
  })

  it('end with their closing: what arrives later belongs to the next loan of the lock', () => {
    const registers = fold([
      [due('2026-11-30'), stamp(1)],
      [closedAt(10), stamp(2, 'b')],
      [due('2026-12-24'), stamp(3)],
    ])
    expect(loansIn(registers, 'a')).toMatchObject([
      { closed: { at: 10 } },
      { dueOn: '2026-12-24', closed: null },
    ])
  })

  it('are closed once, although two desks see that the lists agree, and the second does not end the next loan', () => {
    const registers = fold([
      [closedAt(10), stamp(2, 'b')],
      [due('2026-12-24'), stamp(3)],
      [closedAt(10), stamp(4, 'c')],
    ])
    expect(loansIn(registers, 'a')).toMatchObject([{ closed: { at: 10 } }, { dueOn: '2026-12-24' }])
  })

  it('were lent here only where this computer says so', () => {
    expect(loansIn(fold([[due(null), stamp(1)]]), 'a')).toMatchObject([{ lentHere: { jobId: 'j-1' } }])
    expect(loansIn(fold([[due(null), stamp(1)]]), 'b')).toMatchObject([{ lentHere: null }])
  })

  it('keep only the newest closed ones, and every open one', () => {
    const facts: LoanFact[] = [
      open,
      ...Array.from({ length: maxClosedLoans + 2 }, (_, at) => ({
        ...open,
        borrowedUsbKey: `80${at}`,
        closed: { at: 1, operatorIdentity: 'Li Wei' },
      })),
    ]
    const kept = loansIn(fold([], registersOfLoans(facts)), 'a')
    expect(kept).toEqual([open, ...facts.slice(3)])
  })

  it('do not grow without end, and a dropped one does not open again', () => {
    const facts: (readonly [BranchFact, Stamp])[] = Array.from({ length: maxClosedLoans + 2 }, (_, at) => [
      closedAt(at + 10),
      stamp(at + 10),
    ])
    const registers = fold([[due('2026-11-30'), stamp(1)], ...facts])
    const before = loansIn(registers, 'a')
    dropSurplusLoans(registers)
    expect(registers.size).toBe(maxClosedLoans)
    expect(loansIn(registers, 'a')).toEqual(before)
    const few = fold([[due('2026-11-30'), stamp(1)]])
    dropSurplusLoans(few)
    expect(loansIn(few, 'a')).toHaveLength(1)
  })

  /** How the file was changed before it was a fold. */
  const replaced = (facts: readonly LoanFact[], changed: LoanFact): LoanFact[] => [
    ...facts.filter((one) => one.closed !== null || loanIdOf(one) !== loanIdOf(changed)),
    changed,
  ]
  it('of a file are what one computer writes, in the same order, as before events', () => {
    const step = fc.record({
      lock: fc.constantFrom('80', '81'),
      change: fc.constantFrom('due', 'note', 'returned', 'closed'),
      text: fc.constantFrom('2026-11-30', '2026-12-24'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let before: LoanFact[] = []
        let now: LoanFact[] = []
        for (const [at, { lock, change, text }] of steps.entries()) {
          const of = { ...about, borrowedUsbKey: lock }
          const act = { at, operatorIdentity: 'Li Wei' }
          const fact =
            before.find((one) => one.closed === null && one.borrowedUsbKey === lock) ??
            ({ ...open, borrowedUsbKey: lock } satisfies LoanFact)
          const changed = {
            due: { ...fact, dueOn: text },
            note: { ...fact, note: text },
            returned: { ...fact, returned: act },
            closed: { ...fact, closed: act },
          }[change]
          const said: BranchFact = {
            due: { kind: 'loan.due' as const, body: { loan: of, dueOn: text } },
            note: { kind: 'loan.note' as const, body: { loan: of, note: text } },
            returned: { kind: 'loan.returned' as const, body: { loan: of, returned: act } },
            closed: { kind: 'loan.closed' as const, body: { loan: { ...fact, closed: act } } },
          }[change]
          before = replaced(before, changed)
          now = loansIn(fold([[said, stamp(1)]], registersOfLoans(now)), '')
          expect(now.map((one) => ({ ...one, lentHere: about.lentHere }))).toEqual(before)
        }
      }),
      { numRuns: 200, seed: testSeed },
    )
  })
})

describe('names of locks', () => {
  const lock = { enterpriseGlobalId: 'e-1', assetNum: 'LD1' }
  const name = (text: string): BranchFact => ({ kind: 'lock.name', body: { ...lock, name: text } })
  const note = (text: string): BranchFact => ({ kind: 'lock.note', body: { ...lock, note: text } })

  it('keep the name of one desk and the note of another', () => {
    expect(
      namesIn(
        fold([
          [name('Press'), stamp(1)],
          [note('shelf'), stamp(2, 'b')],
        ]),
      ),
    ).toEqual([{ ...lock, name: 'Press', note: 'shelf' }])
  })

  it('are gone where name and note are empty, on every desk', () => {
    const kept = registersOfNames([{ ...lock, name: 'Press', note: '' }])
    expect(namesIn(fold([], kept))).toHaveLength(1)
    expect(namesIn(fold([[name(''), stamp(1)]], kept))).toEqual([])
  })

  it('of a file keep their order, and a changed one is the last', () => {
    const names = ['LD1', 'LD2', 'LD3'].map((assetNum) => ({
      enterpriseGlobalId: 'e-1',
      assetNum,
      name: assetNum,
      note: '',
    }))
    expect(namesIn(fold([], registersOfNames(names)))).toEqual(names)
    expect(
      namesIn(fold([[note('x'), stamp(1)]], registersOfNames(names))).map(({ assetNum }) => assetNum),
    ).toEqual(['LD2', 'LD3', 'LD1'])
  })
})
