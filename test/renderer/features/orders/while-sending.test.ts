// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { newOrder } from '#shared/model/orders/order-types'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../support/mount-component'
import { entry, job } from '../../support/samples'

const batch = (channelOrderId: string) => ({
  channelCode: 'GX-EAST',
  channelOrderId,
  syncMode: 'sync' as const,
  orders: [newOrder(1)],
})

it('the batch being sent cannot be edited, replaced or left', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  withBridge({
    'jobs/start': async () => {
      await answered
      return succeed(job({ action: 'order', state: 'ended', rows: 1 }))
    },
    'jobs/read': () =>
      succeed({ job: job({ action: 'order', state: 'ended', rows: 1 }), rows: [entry({ state: 'done' })] }),
    'drafts/save-order': () => succeed(null),
    'assets/refresh': () => succeed(null),
  })
  const orders = useOrdersStore()
  orders.replaceBatch(batch('PO-1'))
  orders.toStage('review')
  const before = orders.batch
  const sending = orders.send('Li Wei')
  await flushPromises()

  orders.replaceBatch(batch('PO-2'))
  orders.clear()
  orders.undo()
  orders.add()
  orders.duplicateChosen()
  orders.remove(orders.orders[0]?.id ?? 0)
  orders.setHeader({ channelOrderId: 'PO-3' })
  orders.set(['address'], 'x')
  orders.renumber()
  orders.toStage('write')
  expect(orders.batch).toEqual(before)
  expect(orders.stage).toBe('review')

  answer()
  await sending
  expect(orders.stage).toBe('sent')
  expect(orders.batch).toEqual(before)

  // The next batch starts from the result.
  orders.replaceBatch(batch('PO-4'))
  expect(orders.batch.channelOrderId).toBe('PO-4')
})
