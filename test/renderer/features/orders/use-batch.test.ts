import { describe, expect, it } from 'vitest'
import { useBatch } from '../../../../src-renderer/features/orders/use-batch'

const sequencesOf = ({ orders }: ReturnType<typeof useBatch>) =>
  orders.value.map(({ order }) => order['sequence'])
const withOrders = (count: number) => {
  const batch = useBatch()
  for (let at = 0; at < count; at += 1) batch.add()
  return batch
}

describe('the batch', () => {
  it('numbers each new order after the highest, and chooses it', () => {
    const batch = withOrders(2)
    batch.set(['sequence'], 7)
    batch.duplicateChosen()
    expect(sequencesOf(batch)).toEqual([1, 7, 8])
    expect(batch.chosenAt.value).toBe(2)
    batch.renumber()
    expect(sequencesOf(batch)).toEqual([1, 2, 3])
  })

  it('chooses a neighbor of a removed order, and brings the order back', () => {
    const batch = withOrders(3)
    batch.remove(batch.chosen.value?.id ?? 0)
    expect([sequencesOf(batch), batch.chosenAt.value]).toEqual([[1, 2], 1])
    expect(batch.undo()).toBe(true)
    expect(sequencesOf(batch)).toEqual([1, 2, 3])
    expect(batch.undo()).toBe(false)
  })

  it('is empty after it was cleared, until that is undone', () => {
    const batch = withOrders(1)
    batch.setHeader({ channelCode: 'C1' })
    batch.stage.value = 'review'
    batch.replace()
    expect([batch.isEmpty.value, batch.head.value.channelCode, batch.stage.value]).toEqual([
      true,
      '',
      'write',
    ])
    batch.undo()
    expect([batch.isEmpty.value, batch.head.value.channelCode]).toEqual([false, 'C1'])
  })

  it('asks again about removals everywhere in another channel', () => {
    const batch = withOrders(1)
    const order = batch.chosen.value?.order ?? expect.unreachable()
    batch.confirmRevocation(order)
    batch.setHeader({ channelOrderId: '1' })
    expect(batch.confirmedRevocations.value.has(order)).toBe(true)
    batch.setHeader({ channelCode: 'C2' })
    expect(batch.confirmedRevocations.value.has(order)).toBe(false)
  })
})
