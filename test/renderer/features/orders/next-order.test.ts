// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { newOrder } from '#shared/model/orders/order-types'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import OrdersPage from '../../../../src-renderer/features/orders/OrdersPage.vue'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { enterprises, entry, job, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const [first, second] = enterprises(1).map(({ enterpriseGlobalId }) => enterpriseGlobalId)

const openPage = async (answers: Parameters<typeof withBridge>[0] = {}) => {
  const ended = job({ action: 'order', state: 'ended', rows: 1 })
  withBridge({
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(1))),
    'drafts/read-order': () => succeed({ text: null }),
    'drafts/save-order': () => succeed(null),
    'jobs/start': () => succeed(ended),
    'jobs/read': () => succeed({ job: ended, rows: [entry({ action: 'order', state: 'done' })] }),
    'assets/refresh': () => succeed(null),
    ...answers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const page = mount(OrdersPage, {
    global: { plugins: [pinia, createTexts('en'), router], stubs: { EditStep: true } },
  })
  unmount = () => page.unmount()
  await flushPromises()
  const orders = useOrdersStore()
  const begin = async (enterpriseGlobalId = ''): Promise<void> => {
    usePageRequestsStore().give('orders', { enterpriseGlobalId })
    await flushPromises()
  }
  const customers = () => orders.batch.orders.map((order) => order['enterpriseGlobalId'])
  return { page, orders, begin, customers }
}

it('an order that is begun elsewhere joins an unsent batch, and never one that was sent', async () => {
  const { orders, begin, customers } = await openPage()
  orders.replaceBatch({ channelCode: 'GX', channelOrderId: 'PO-1', syncMode: 'sync', orders: [newOrder(1)] })
  await begin(first)
  expect(customers()).toEqual([undefined, first])

  await orders.send('Li Wei')
  expect(orders.stage).toBe('sent')
  await begin(second)
  expect(orders.stage).toBe('write')
  expect(orders.batch.channelOrderId).toBe('')
  expect(orders.batch.orders).toMatchObject([{ sequence: 1, enterpriseGlobalId: second }])
})

it('an order that is begun while a batch is being sent says why it is not there, and the result stays', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const { page, orders, begin, customers } = await openPage({
    'jobs/start': async () => {
      await answered
      return succeed(job({ action: 'order', state: 'ended', rows: 1 }))
    },
  })
  orders.replaceBatch({ channelCode: 'GX', channelOrderId: 'PO-1', syncMode: 'sync', orders: [newOrder(1)] })
  orders.toStage('review')
  const sending = orders.send('Li Wei')
  await begin(first)
  expect(customers()).toEqual([undefined])
  expect(page.get('[data-testid=files-message]').text()).toBe('Orders are being sent. Try again afterwards.')
  answer()
  await sending
  await flushPromises()
  expect(orders.stage).toBe('sent')
  expect(page.find('[data-testid=files-message]').exists()).toBe(false)
})
