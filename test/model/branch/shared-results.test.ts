import { describe, expect, it } from 'vitest'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { addFact } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import { dropSurplusResults, maxSharedResults, sharedResultsIn } from '#shared/model/branch/shared-results'

const result = (row: number, part: Partial<Extract<BranchFact, { kind: 'change.result' }>['body']> = {}) =>
  ({
    kind: 'change.result',
    body: {
      job: 'j-1',
      row,
      at: row,
      operation: 'order.lockAssets',
      operator: 'Zhang Jing',
      key: `LD${row}`,
      shellNumber: null,
      enterpriseGlobalId: 'e-1',
      enterpriseName: 'North',
      memberName: null,
      state: 'done',
      reason: null,
      businessCode: null,
      ...part,
    },
  }) satisfies BranchFact

const names = new Map([['b', 'Counter 2']])
const fold = (...facts: readonly (readonly [BranchFact, string?])[]) => {
  const registers = new Map<string, Register>()
  for (const [at, [fact, computer = 'b']] of facts.entries())
    addFact(registers, fact, { era: 0, arrivedAt: at, seq: at + 1, computer, n: at + 1 })
  return registers
}

describe('results of other desks', () => {
  it('have the computer’s name, and the last state of each change; own ones are in the journal', () => {
    const registers = fold(
      [result(1, { state: 'unknown' })],
      [result(2)],
      [result(1, { state: 'done', at: 9 })],
      [result(3, { job: 'own' }), 'a'],
      [result(4), 'c'],
    )
    expect(
      sharedResultsIn(registers, 'a', names).map(({ key, state, computer }) => [key, state, computer]),
    ).toEqual([
      ['LD1', 'done', 'Counter 2'],
      ['LD4', 'done', null],
      ['LD2', 'done', 'Counter 2'],
    ])
  })

  it('of one desk stay as it stated them, whatever another one states of the same job', () => {
    const registers = fold(
      [result(1), 'b'],
      [result(1, { state: 'failed', operator: 'forged' }), 'c'],
      [result(2, { operator: 'forged' }), 'c'],
      [result(2), 'b'],
    )
    expect(
      sharedResultsIn(registers, 'a', names)
        .filter(({ computer }) => computer === 'Counter 2')
        .map(({ key, state, operatorIdentity }) => [key, state, operatorIdentity]),
    ).toEqual([
      ['LD2', 'done', 'Zhang Jing'],
      ['LD1', 'done', 'Zhang Jing'],
    ])
  })

  it('of a later version, with an action or a state of its own, are left out', () => {
    const registers = fold(
      [result(1, { operation: 'order.new' })],
      [result(2, { state: 'new' })],
      [result(3)],
    )
    expect(sharedResultsIn(registers, 'a', names)).toHaveLength(1)
  })

  it('are as many as the newest that arrived', () => {
    const registers = fold(
      ...Array.from({ length: maxSharedResults + 10 }, (_, at) => [result(at, { at: 0 })] as const),
    )
    dropSurplusResults(registers)
    expect(registers.size).toBe(maxSharedResults)
    expect([...registers.values()][0]).toMatchObject({ of: ['j-1', '10', 'b'] })
  })
})
