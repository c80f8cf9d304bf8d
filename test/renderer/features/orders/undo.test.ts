// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { newOrder } from '#shared/model/orders/order-types'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../support/mount-component'
import { entry, job } from '../../support/samples'

beforeEach(() => {
  withBridge({ 'drafts/save-order': () => succeed(null) })
})

const batch = (channelOrderId: string, ...sequences: number[]) => ({
  channelCode: 'GX-EAST',
  channelOrderId,
  syncMode: 'sync' as const,
  orders: sequences.map((sequence) => newOrder(sequence)),
})
const sequences = (): unknown[] => useOrdersStore().batch.orders.map(({ sequence }) => sequence)

it('brings a replaced batch back, with what was written since', () => {
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1', 1, 2))
  orders.replaceBatch(batch('PO-2', 11, 12))
  orders.set(['address'], 'x')
  orders.add(newOrder(13))
  orders.undo()
  expect(sequences()).toEqual([1, 2, 11, 13])
  expect(orders.batch.channelOrderId).toBe('PO-1')
  expect(orders.before).toBeNull()
})

it('brings an order back in its place, beside edited and new ones', () => {
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1', 1, 2, 3))
  orders.remove(orders.orders[1]?.id ?? 0)
  orders.chosenId = orders.orders[1]?.id ?? null
  orders.set(['address'], 'x')
  orders.setHeader({ channelOrderId: 'PO-3' })
  orders.add(newOrder(4))
  orders.undo()
  expect(sequences()).toEqual([1, 2, 3, 4])
  expect(orders.batch.orders[2]).toMatchObject({ address: 'x' })
  expect(orders.batch.channelOrderId).toBe('PO-3')
})

it('brings only what was cleared back where nothing was written since', () => {
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1', 1))
  orders.clear()
  orders.undo()
  expect(orders.batch).toEqual(batch('PO-1', 1))
})

it('offers nothing to bring back where a file was opened without orders before: it would take those of the file', () => {
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1', 1, 2))
  expect(orders.before).toBeNull()
  orders.undo()
  expect(sequences()).toEqual([1, 2])
})

it.each(['new batch', 'the same again'])('brings no batch back that was sent: %s', async (next) => {
  const ended = job({ action: 'order', state: 'ended', rows: 1 })
  withBridge({
    'drafts/save-order': () => succeed(null),
    'jobs/start': () => succeed(ended),
    'jobs/read': () => succeed({ job: ended, rows: [entry({ action: 'order', state: 'done' })] }),
    'assets/refresh': () => succeed(null),
  })
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1', 1, 2))
  await orders.send('Li Wei')
  if (next === 'new batch') orders.clear()
  else orders.replaceBatch(batch('', 1, 2))
  expect(orders.before).toBeNull()
  const now = sequences()
  orders.undo()
  expect(sequences()).toEqual(now)
  expect(orders.batch.channelOrderId).toBe('')
})
