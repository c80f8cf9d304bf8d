// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { OrderSummary } from '#shared/model/changes/work-order'
import { useOrderPaperStore } from '../../../../src-renderer/entities/work-order/order-paper-store'
import OrderPaperPage from '../../../../src-renderer/features/work-orders/OrderPaperPage.vue'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

const orderOf = (platform: string): OrderSummary => ({
  ...{ id: '0f8fad5b-d9cb-469f-a165-70867728950e', checksum: '1234', action: 'disable', platform },
  ...{ enterprises: [], rowCount: 1, note: '', preparedBy: 'Li Wei', created: 1, notBefore: 1, expires: 2 },
  signer: { key: 'K', name: 'Office', words: { en: ['apple'], zh: ['一'] } },
  problem: null,
  used: null,
  usedElsewhere: null,
})

it.each([
  ['training', 1],
  ['https://licenses.example.com', 0],
])('marks a work order of the training on paper (%s: %d)', (platform, count) => {
  withBridge({})
  const pinia = createPinia()
  setActivePinia(pinia)
  useOrderPaperStore().paper = { order: orderOf(platform), numbers: ['8000000017'], code: null }
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(OrderPaperPage, { global: { plugins: [pinia, createTexts('en'), router] } })
  expect(wrapper.findAll('[data-testid=paper-training]')).toHaveLength(count)
  wrapper.unmount()
})
