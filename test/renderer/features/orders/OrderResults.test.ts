// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import type { OrderNode } from '#shared/model/orders/order-node'
import OrderResults from '../../../../src-renderer/features/orders/result/OrderResults.vue'
import { resultsOf } from '../../../../src-renderer/features/orders/result/batch-results'
import { mountComponent, withBridge } from '../../support/mount-component'
import { registerSlice } from '../../support/samples'

const order = (sequence: number, customerName: string): OrderNode => ({
  sequence,
  customerName,
  orderType: 'new_buy',
  assets: [{ assetNos: ['LD8000000001', 'LD8000000002'], products: [{ productName: 'Bridge 3D' }] }],
})

it('names the customer, products and locks of each order as far as the batch does', () => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const results = resultsOf({
    request: { sequences: [1, 2, 2] },
    result: [
      { sequence: 1, licenseOrderId: 'LO-1', customerId: '7' },
      { sequence: 9, licenseOrderId: 'LO-9', customerId: '8' },
    ],
  })
  const orders = [order(1, 'North Bridge'), order(2, 'South Harbour'), order(2, 'West Mill')]
  const page = mountComponent(OrderResults, { results, orders })
  const rows = page.findAll('[data-testid=result-row]').map((row) => row.text())
  expect(rows).toHaveLength(4)
  for (const text of ['North Bridge', 'Bridge 3D', 'LD8000000001 +1', 'LO-1']) expect(rows[0]).toContain(text)
  for (const row of rows.slice(1)) expect(row).not.toMatch(/Harbour|Mill|Bridge/)
})

it('has no column of numbers where no order has one, so that the customer is not cut beside it', () => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const results = resultsOf({
    request: { sequences: [1] },
    result: [{ sequence: 1, licenseOrderId: 'LO-1' }],
  })
  const headings = (orders: readonly OrderNode[]): string[] =>
    mountComponent(OrderResults, { results, orders })
      .findAll('[role=columnheader]')
      .map((heading) => heading.text())
  const numbered = order(1, 'North Bridge')
  expect(headings([numbered])).toContain('Asset number')
  expect(headings([{ ...numbered, assets: [{ products: [{ productName: 'Bridge 3D' }] }] }])).not.toContain(
    'Asset number',
  )
})
