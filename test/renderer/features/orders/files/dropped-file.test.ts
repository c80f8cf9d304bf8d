// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import ImportProblems from '../../../../../src-renderer/features/orders/files/ImportProblems.vue'
import OrdersPage from '../../../../../src-renderer/features/orders/OrdersPage.vue'
import { newOrder } from '#shared/model/orders/order-types'
import { useOrdersStore } from '../../../../../src-renderer/features/orders/orders-store'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { enterprises, registerSlice, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const drop = async (name: string, text: string): Promise<void> => {
  const event = new Event('drop', { cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([text], name)] } })
  window.dispatchEvent(event)
  await flushPromises()
}

it('a dropped sheet without an open order is answered with a message', async () => {
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(1))),
    'drafts/read-order': () => succeed({ text: null }),
    'drafts/save-order': () => succeed(null),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(OrdersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router], stubs: { EditStep: true } },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const orders = useOrdersStore()

  await drop('numbers.csv', 'number\n8000000017\n')
  expect(orders.dropped).toBeNull()
  expect(wrapper.get('[data-testid=import-failure]').text()).not.toBe('')
  expect(document.querySelector('dialog[open]')?.textContent).toContain('numbers.csv')
  wrapper.findComponent(ImportProblems).vm.$emit('close')
  await flushPromises()

  orders.add(newOrder(1))
  await flushPromises()
  await drop('numbers.csv', 'number\n8000000017\n')
  expect(orders.dropped?.name).toBe('numbers.csv')
})
