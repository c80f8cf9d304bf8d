import { describe, expect, it } from 'vitest'
import { dropSurplusOrders, maxUsedOrders } from '#shared/model/branch/fold'
import { addFact, registerKey } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'

const used = (order: string, operator: string) => ({
  kind: 'order.used' as const,
  body: { order, digest: 'a'.repeat(64), at: 1, operator },
})
const stamp = (seq: number, computer = 'one') => ({ era: 0, arrivedAt: seq, seq, computer, n: seq })

describe('used work orders', () => {
  it('belong to the first computer whose event arrived, in whatever order they are read', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const registers = new Map<string, Register>()
      for (const seq of order) addFact(registers, used('o', `operator ${seq}`), stamp(seq, `computer ${seq}`))
      expect(registers.get(registerKey({ field: 'order.used', of: ['o'] }))).toMatchObject({
        value: { operator: 'operator 1' },
        stamp: { computer: 'computer 1' },
      })
    }
  })

  it('have all their uses, each once', () => {
    const registers = new Map<string, Register>()
    for (const seq of [3, 1, 2])
      addFact(registers, used('o', `operator ${seq}`), stamp(seq, `computer ${seq}`))
    addFact(registers, used('o', 'operator 2, later'), stamp(4, 'computer 2'))
    addFact(registers, used('other', 'operator 1'), stamp(5, 'computer 1'))
    const uses = [...registers.values()].filter(({ field, of }) => field === 'order.use' && of[0] === 'o')
    expect(uses.map(({ stamp: { computer, seq } }) => [computer, seq]).sort()).toEqual([
      ['computer 1', 1],
      ['computer 2', 2],
      ['computer 3', 3],
    ])
  })

  it('are dropped from the oldest on where they are too many', () => {
    const registers = new Map<string, Register>()
    for (let seq = 1; seq <= maxUsedOrders + 2; seq += 1) addFact(registers, used(`o${seq}`, ''), stamp(seq))
    dropSurplusOrders(registers)
    expect(registers.size).toBe(2 * maxUsedOrders)
    expect([...registers.values()].slice(0, 2).map(({ field, of }) => [field, of[0]])).toEqual([
      ['order.used', 'o3'],
      ['order.use', 'o3'],
    ])
  })
})
