// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { newOrder } from '#shared/model/orders/order-types'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import { withBridge } from '../../support/mount-component'

it('the review stays with its orders when the system dialog is canceled', async () => {
  const double = withBridge({
    'jobs/start': () => fail({ code: 'not-confirmed', message: '' }),
    'drafts/save-order': () => succeed(null),
  })
  const orders = useOrdersStore()
  orders.replaceBatch({
    channelCode: 'GX-EAST',
    channelOrderId: 'PO-1',
    syncMode: 'sync',
    orders: [newOrder(1)],
  })
  orders.toStage('review')
  const before = orders.batch
  await orders.send('Li Wei')
  expect(orders.stage).toBe('review')
  expect(orders.batch).toEqual(before)
  expect(orders.progress).toMatchObject({ state: 'failed', failure: { code: 'not-confirmed' } })

  await orders.send('Li Wei')
  expect(double.calls.filter(({ name }) => name === 'jobs/start')).toHaveLength(2)
})
