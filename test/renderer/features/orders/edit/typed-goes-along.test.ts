// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { newOrder } from '#shared/model/orders/order-types'
import type { OrderNode } from '#shared/model/orders/order-node'
import { succeed } from '#shared/outcome'
import OrderEditor from '../../../../../src-renderer/features/orders/edit/OrderEditor.vue'
import { useOrdersStore } from '../../../../../src-renderer/features/orders/orders-store'
import SegmentedChoice from '../../../../../src-renderer/ui/form/SegmentedChoice.vue'
import { withBridge } from '../../../support/mount-component'
import { licenses, record } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const lock = record('8000000017', 0)
const passwordsOf = (product: number) => ['assets', 0, 'products', product, 'passwords'] as const

const open = (order: OrderNode) => {
  withBridge({
    'drafts/save-order': () => succeed(null),
    'assets/list': () => succeed({ rows: [], total: 0, version: 1, readAt: 0, failure: null }),
    'locks/look-up-many': ({ numbers }) =>
      succeed({
        results: numbers.map(() => ({ state: 'found' as const, record: lock })),
        enterprises: 1,
        unread: 0,
        failure: null,
      }),
    'locks/licenses': () => succeed(licenses(0)),
  })
  const orders = useOrdersStore()
  orders.add({ ...newOrder(1), ...order })
  const page = mount(
    defineComponent(
      () => () =>
        h(OrderEditor, {
          order: orders.orders[0]!.order,
          problems: orders.problems.orders[0]!,
          position: 1,
        }),
    ),
    { attachTo: document.body, global: { plugins: [createTexts('en'), getActivePinia()!] } },
  )
  unmount = () => page.unmount()
  const choose = (type: string) => page.findComponent(SegmentedChoice).vm.$emit('choose', type, true)
  const typed = () => [0, 1].map((at) => orders.typedAt(passwordsOf(at)))
  return { orders, page, choose, typed }
}

it('a password that is not added yet stays with its product where another order type removes an empty one', () => {
  const { orders, choose, typed } = open({ assets: [{ products: [{}, { productName: 'B' }] }] })
  orders.type(passwordsOf(1), 'for B')
  choose('delete_product')
  expect(orders.orders[0]?.order['assets']).toEqual([{ products: [{ productName: 'B' }] }])
  expect(typed()).toEqual(['for B', ''])
})

it('nor does it go to a later product after its own was removed with what its order type must not contain', async () => {
  const { orders, page, choose, typed } = open({ assets: [{ products: [{ productName: 'A' }] }] })
  orders.type(passwordsOf(0), 'for A')
  choose('delete_asset')
  await expect.poll(() => page.find('[data-testid=discard-surplus]').exists()).toBe(true)
  await page.get('[data-testid=discard-surplus]').trigger('click')
  choose('new_buy')
  expect(orders.orders[0]?.order['assets']).toEqual([{ products: [{}] }])
  expect(typed()).toEqual(['', ''])
})

it('nor where a product of the locks is chosen no longer, and an empty one makes way for a chosen one', async () => {
  const listed = { productUri: 'gms:structure-26' }
  const { orders, page, typed } = open({
    orderType: 'delete_product',
    assets: [{ assetNos: [lock.assetNum], products: [listed, {}, { productName: 'C' }] }],
  })
  const products = () => orders.orders[0]?.order['assets']
  orders.type(passwordsOf(2), 'for C')
  await expect.poll(() => page.find('[data-testid=lock-products-open]:not([disabled])').exists()).toBe(true)
  await page.get('[data-testid=lock-products-open]').trigger('click')
  await expect.poll(() => page.find('[data-testid=lock-product]').exists()).toBe(true)
  const row = page.findAll('[data-testid=lock-product]').find((one) => one.text().includes('Structural'))!
  await row.trigger('click')
  expect(products()).toEqual([{ assetNos: [lock.assetNum], products: [{ productName: 'C' }] }])
  expect(typed()).toEqual(['for C', ''])
  orders.set(['assets', 0, 'products'], [{}, { productName: 'C' }])
  orders.type(passwordsOf(0), '')
  orders.type(passwordsOf(1), 'for C')
  await nextTick()
  await row.trigger('click')
  expect(products()).toMatchObject([{ products: [{ productName: 'C' }, listed] }])
  expect(typed()).toEqual(['for C', ''])
})
