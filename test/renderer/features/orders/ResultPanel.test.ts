// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { newOrder } from '#shared/model/orders/order-types'
import { succeed } from '#shared/outcome'
import { useOrdersStore } from '../../../../src-renderer/features/orders/orders-store'
import ResultPanel from '../../../../src-renderer/features/orders/result/ResultPanel.vue'
import { withBridge } from '../../support/mount-component'
import { entry, job, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

it('of an unconfirmed batch has the number that the support is asked about', () => {
  withBridge({})
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const panel = mount(ResultPanel, {
    props: {
      entry: entry({
        action: 'order',
        key: 'a-key',
        state: 'unknown',
        request: { channelOrderId: 'LD-20261129-143606', sequences: [1] },
      }),
      orders: [],
      isAsync: false,
    },
    global: { plugins: [createTexts('en'), router] },
  })
  expect(panel.text()).toContain('support with the order number')
  expect(panel.get('[data-testid=result-number]').text()).toBe('Channel order number LD-20261129-143606')
})

const marked = {
  state: 'done',
  reason: { kind: 'said-by-person', operatorIdentity: 'Wang Fang', note: 'asked support' },
  endedAt: 2,
} as const

it('a batch that a person marked as completed has no results that would be missing', () => {
  withBridge({})
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const request = { channelOrderId: 'PO-1', sequences: [1] }
  const panel = mount(ResultPanel, {
    props: { entry: entry({ action: 'order', request, ...marked }), orders: [], isAsync: false },
    global: { plugins: [createTexts('en'), router] },
  })
  expect(panel.text()).toContain('Wang Fang')
  expect(panel.find('[data-testid=result-missing]').exists()).toBe(false)
  expect(panel.find('[data-testid=result-table]').exists()).toBe(false)
})

it('a batch that was unconfirmed has the result that was marked since', async () => {
  const ended = job({ action: 'order', state: 'ended', rows: 1 })
  const open = entry({ action: 'order', jobId: ended.jobId, state: 'unknown' })
  const { emit } = withBridge({
    'jobs/start': () => succeed(ended),
    'jobs/read': () => succeed({ job: ended, rows: [open] }),
    'drafts/save-order': () => succeed(null),
    'assets/refresh': () => succeed(null),
  })
  const orders = useOrdersStore()
  orders.replaceBatch({ channelCode: 'GX', channelOrderId: 'PO-1', syncMode: 'sync', orders: [newOrder(1)] })
  await orders.send('Li Wei')
  expect(orders.entry?.state).toBe('unknown')
  emit('jobs/rows', { jobId: ended.jobId, rows: [{ entryId: open.entryId, ...marked }] })
  await vi.waitFor(() => expect(orders.entry).toMatchObject(marked))
  expect(orders.stage).toBe('sent')
})

const resultOf = (types: readonly string[], isAsync = false) => {
  withBridge({ 'enterprises/list': () => succeed(registerSlice([])) })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  return mount(ResultPanel, {
    props: {
      entry: entry({ action: 'order', state: 'done', request: { sequences: [] }, result: [], endedAt: 2 }),
      orders: types.map((orderType, at) => ({ sequence: at, orderType })),
      isAsync,
    },
    global: { plugins: [createTexts('en'), router] },
  })
    .get('h2')
    .text()
}

it.each([
  [['new_buy', 'new_buy'], 'Ordered'],
  [['delete_asset'], 'Revoked'],
  [['delete_product', 'new_buy'], 'Ordered and revoked'],
])('of %s is headed by what was done', (types, headline) => {
  expect(resultOf(types)).toBe(headline)
})

it('of a batch that is processed later says that it was accepted', () => {
  expect(resultOf(['delete_asset'], true)).toBe('Orders accepted')
})
