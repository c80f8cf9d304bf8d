// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { succeed } from '#shared/outcome'
import OrderList from '../../../../src-renderer/features/orders/OrderList.vue'
import type { ListedOrder } from '../../../../src-renderer/features/orders/listed-order'
import type { OrderNode } from '../../../../src-renderer/features/orders/order-node'
import type { Problem } from '../../../../src-renderer/features/orders/order-problems'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { draw, withBridge } from '../../support/draw'
import { registerSlice } from '../../support/samples'

const empty: Problem = { code: 'no-customer', path: ['customerId'], about: '' }
const listed = (id: number, order: OrderNode, problems: readonly Problem[] = []): ListedOrder => ({
  id,
  order: { sequence: id, ...order },
  sentence: `Sell Bridge 3D for 1 year, 5 nodes, on 1 new network lock to ${String(order['customerName'])}.`,
  problems,
})
const sold = (customerName: string, numbers: readonly string[]): OrderNode => ({
  customerName,
  orderType: 'new_buy',
  assets: [{ assetNos: numbers, products: [{ productName: 'Bridge 3D' }, { productUri: 'books' }] }],
})

const list = (rows: readonly ListedOrder[], asked = false, language: Language = 'en') => {
  withBridge({ 'register/list': () => succeed(registerSlice([])) })
  const drawn = draw(OrderList, { rows, chosen: null, asked }, language)
  return {
    drawn,
    who: () => drawn.findAll('[data-testid=order-row] .who > .only-read-aloud').map((name) => name.text()),
    details: () => drawn.findAll('[data-testid=order-row] .details').map((line) => line.text()),
  }
}

describe('the orders of a batch in their list', () => {
  it('lead with the customer, then with the first number: their sentences begin alike', () => {
    const rows = [
      listed(1, sold('North Bridge', ['LD8000000001', 'LD8000000002', 'LD8000000003'])),
      listed(2, sold('South Harbour', ['LD8000000004'])),
      listed(3, { orderType: 'delete_asset', assets: [] }),
    ]
    expect(list(rows).who()).toEqual(['North Bridge', 'South Harbour', 'No customer yet'])
    expect(list(rows).details()).toEqual([
      'Sell · LD8000000001 +2 · Bridge 3D +1',
      'Sell · LD8000000004 · Bridge 3D +1',
      'Remove locks · no number yet',
    ])
    expect(list(rows, false, 'zh').details()[0]).toBe('销售 · LD8000000001 另 2 个 · Bridge 3D 另 1 种')
  })

  it('keep the end of a name that is cut, where names that begin alike differ', () => {
    const { drawn } = list([listed(1, sold('China Construction First Bureau, Branch 17', ['LD1']))])
    expect(drawn.get('.who .end').text()).toBe('ranch 17')
  })

  it('are found by any of their numbers, once there are many', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      listed(at + 1, sold(`Customer ${String(at)}`, [`LD80000${String(at).padStart(5, '0')}`])),
    )
    const { drawn, who } = list(rows)
    await drawn.get('[data-testid=find-order]').setValue('LD8000000017')
    await nextTick()
    expect(who()).toEqual(['Customer 17'])
    expect(list(rows.slice(0, 5)).drawn.find('[data-testid=find-order]').exists()).toBe(false)
  })

  it('are called wrong when a person went on, not before', () => {
    const rows = [listed(1, sold('North Bridge', ['LD1']), [empty])]
    expect(list(rows).drawn.find('[role=img]').exists()).toBe(false)
    expect(list(rows, true).drawn.get('[role=img]').attributes('aria-label')).toBe('1 problem')
  })
})
