import { describe, expect, it } from 'vitest'
import { dropSurplusOrders, maxUsedOrders } from '#shared/model/branch/fold'
import { addFact } from '#shared/model/branch/registers'
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
      expect([...registers.values()]).toMatchObject([
        { value: { operator: 'operator 1' }, stamp: { computer: 'computer 1' } },
      ])
    }
  })

  it('are dropped from the oldest on where they are too many', () => {
    const registers = new Map<string, Register>()
    for (let seq = 1; seq <= maxUsedOrders + 2; seq += 1) addFact(registers, used(`o${seq}`, ''), stamp(seq))
    dropSurplusOrders(registers)
    expect(registers.size).toBe(maxUsedOrders)
    expect([...registers.values()][0]?.of).toEqual(['o3'])
  })
})
