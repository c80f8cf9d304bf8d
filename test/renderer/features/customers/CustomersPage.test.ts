// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import CustomerDialog from '../../../../src-renderer/features/customers/CustomerDialog.vue'
import CustomerDetails from '../../../../src-renderer/features/customers/CustomerDetails.vue'
import CustomersPage from '../../../../src-renderer/features/customers/CustomersPage.vue'
import QueryDialog from '../../../../src-renderer/features/customers/QueryDialog.vue'
import AppMenu from '../../../../src-renderer/ui/dialog/AppMenu.vue'
import VirtualTable from '../../../../src-renderer/ui/table/VirtualTable.vue'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { enterprises, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

it('the next customer is bound without the numbers of the last one', async () => {
  const known = enterprises(1)
  withBridge({
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'customers/query': () => succeed([]),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const page = mount(CustomersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => page.unmount()
  await flushPromises()
  const given = () => page.findComponent(CustomerDialog).props('given')

  await page.get('[data-testid=query-customer]').trigger('click')
  page.findComponent(QueryDialog).vm.$emit('bind', { channelCode: 'GX', channelCustomerId: 'C-1' })
  await flushPromises()
  expect(given()).toEqual({ channelCode: 'GX', channelCustomerId: 'C-1' })
  page.findComponent(CustomerDialog).vm.$emit('show', known[0]?.enterpriseGlobalId)
  await flushPromises()
  expect(page.findComponent(CustomerDialog).exists()).toBe(false)

  page.getComponent(AppMenu).vm.$emit('choose', 'bind-customer')
  await flushPromises()
  expect(given()).toEqual({})
})

it('a customer that another page shows is shown also while an import is open', async () => {
  const known = enterprises(1)
  withBridge({
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'customers/query': () => succeed([]),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const page = mount(CustomersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => page.unmount()
  await flushPromises()
  await page.get('[data-testid=import-enterprises]').trigger('click')
  expect(page.find('[data-testid=customers-table]').exists()).toBe(false)
  usePageRequestsStore().give('customers', { enterpriseGlobalId: known[0]?.enterpriseGlobalId ?? '' })
  await flushPromises()
  expect(page.find('[data-testid=customers-table]').exists()).toBe(true)
})

it('an enterprise that is removed slowly closes no details of another one', async () => {
  const known = enterprises(2)
  let answer = (): void => undefined
  withBridge({
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'enterprises/remove': async () => {
      await new Promise<void>((done) => (answer = done))
      return succeed(null)
    },
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const page = mount(CustomersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router], stubs: { CustomerDetails: true } },
  })
  unmount = () => page.unmount()
  await flushPromises()
  const details = () => page.findComponent(CustomerDetails)
  const open = async (at: number) => {
    page.getComponent(VirtualTable).vm.$emit('choose', known[at], known[at]?.enterpriseGlobalId)
    await flushPromises()
  }
  await open(0)
  details().vm.$emit('remove')
  await flushPromises()
  await open(1)
  answer()
  await flushPromises()
  expect(details().props('enterprise').enterpriseGlobalId).toBe(known[1]?.enterpriseGlobalId)
  details().vm.$emit('remove')
  await flushPromises()
  answer()
  await flushPromises()
  expect(details().exists()).toBe(false)
})
