// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import OrderList from '../../../../src-renderer/features/orders/OrderList.vue'
import type { ListedOrder } from '../../../../src-renderer/features/orders/listed-order'
import type { OrderNode } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { mountComponent, withBridge } from '../../support/mount-component'
import { registerSlice } from '../../support/samples'

const empty: Problem = { code: 'no-customer', path: ['customerId'], detail: '' }
const listed = (id: number, order: OrderNode, problems: readonly Problem[] = []): ListedOrder => ({
  id,
  order: { sequence: id, ...order },
  summary: `New purchase · ${String(order['customerName'])} · Bridge 3D · 1 year · 5 nodes`,
  problems,
})
const sold = (customerName: string, numbers: readonly string[]): OrderNode => ({
  customerName,
  orderType: 'new_buy',
  assets: [{ assetNos: numbers, products: [{ productName: 'Bridge 3D' }, { productUri: 'books' }] }],
})

const list = (rows: readonly ListedOrder[], showsErrors = false, language: Language = 'en') => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const wrapper = mountComponent(
    OrderList,
    { rows, chosen: null, reviewed: showsErrors ? null : new Set() },
    language,
  )
  return {
    wrapper,
    customer: () => wrapper.findAll('[data-testid=order-row] .customer').map((name) => name.text()),
    details: () => wrapper.findAll('[data-testid=order-row] .details').map((line) => line.text()),
  }
}

describe('OrderList', () => {
  it('shows the customer first, then the first number', () => {
    const rows = [
      listed(1, sold('North Bridge', ['LD8000000001', 'LD8000000002', 'LD8000000003'])),
      listed(2, sold('South Harbour', ['LD8000000004'])),
      listed(3, { orderType: 'delete_asset', assets: [] }),
    ]
    expect(list(rows).customer()).toEqual(['North Bridge', 'South Harbour', 'No customer yet'])
    expect(list(rows).details()).toEqual([
      'New purchase\u00A0· LD8000000001 +2\u00A0· Bridge 3D +1',
      'New purchase\u00A0· LD8000000004\u00A0· Bridge 3D +1',
      'Revoke assets\u00A0· no numbers yet',
    ])
    expect(list(rows, false, 'zh').details()[0]).toBe(
      '新购\u00A0· LD8000000001 另 2 个\u00A0· Bridge 3D 另 1 种',
    )
  })

  it('has two lines for a name, so that the ends of similar names are shown', () => {
    const name = 'China Construction First Bureau, Branch 17'
    expect(list([listed(1, sold(name, ['LD1']))]).customer()).toEqual([name])
  })

  it('filters by any number, once there are many orders', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      listed(at + 1, sold(`Customer ${String(at)}`, [`LD80000${String(at).padStart(5, '0')}`])),
    )
    const { wrapper, customer } = list(rows)
    await wrapper.get('[data-testid=find-order]').setValue('LD8000000017')
    await vi.waitFor(() => expect(customer()).toEqual(['Customer 17']))
    expect(list(rows.slice(0, 5)).wrapper.find('[data-testid=find-order]').exists()).toBe(false)
  })

  it('marks errors after the user continued, not before', () => {
    const rows = [listed(1, sold('North Bridge', ['LD1']), [empty])]
    expect(list(rows).wrapper.find('[role=img]').exists()).toBe(false)
    expect(list(rows, true).wrapper.get('[role=img]').attributes('aria-label')).toBe('1 problem')
  })
})
