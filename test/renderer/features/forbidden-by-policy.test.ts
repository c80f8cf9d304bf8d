// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { afterEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Permission, Policy } from '#shared/model/app/policy'
import { succeed } from '#shared/outcome'
import { useAppStore } from '../../../src-renderer/stores/app-store'
import CustomerDetails from '../../../src-renderer/features/customers/CustomerDetails.vue'
import EmployeeDetails from '../../../src-renderer/features/employees/EmployeeDetails.vue'
import OrdersPage from '../../../src-renderer/features/orders/OrdersPage.vue'
import { always } from '../support/bridge-double'
import { withBridge } from '../support/mount-component'
import { enterprises, registerSlice, settings } from '../support/samples'
import { createTexts } from '../support/texts'

const known = enterprises(Date.now())
const [enterprise] = known
const employee: EmployeeRecord = {
  ...{ memberGlobalId: 'm-1', enterpriseGlobalId: 'e-1', userName: 'chen', name: 'Chen', departmentId: null },
  ...{ departmentName: null, passwordMobile: null, remark: null, assetNums: [], borrowNum: null },
  ...{ onlineFlag: null, deleted: null, createdAt: null, updatedAt: null, readAt: 0 },
}

let unmount = (): void => undefined
afterEach(() => unmount())

const open = async (component: Component, props: Record<string, unknown>, policy: Policy) => {
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'drafts/read-order': () => succeed({ text: null }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(component, { props, global: { plugins: [pinia, createTexts('en'), router] } })
  unmount = () => wrapper.unmount()
  await flushPromises()
  return wrapper
}

it.each<[string, Component, Record<string, unknown>, Permission, string]>([
  ['deleting an employee', EmployeeDetails, { employee }, 'deletions', 'delete-employee'],
  ['a first order', OrdersPage, {}, 'orders', 'first-order'],
  ['importing orders', OrdersPage, {}, 'orders', 'import-batch'],
])('%s is disabled with the reason', async (_what, component, props, permission, button) => {
  for (const isAllowed of [true, false]) {
    const wrapper = await open(component, props, { [permission]: isAllowed })
    const { disabled } = wrapper.get(`[data-testid=${button}]`).attributes()
    expect(disabled === undefined).toBe(isAllowed)
    expect(wrapper.find('[data-testid=managed]').exists()).toBe(!isAllowed)
    unmount()
  }
})

it.each<[string, Policy, boolean]>([
  ['offers an order', {}, true],
  ['offers no order where orders are forbidden', { orders: false }, false],
  ['offers no order where the page is hidden', { hiddenPages: ['orders'] }, false],
])('an enterprise %s', async (_what, policy, isOffered) => {
  const wrapper = await open(CustomerDetails, { enterprise, refreshing: false }, policy)
  expect(wrapper.find('[data-testid=customer-order]').exists()).toBe(isOffered)
})
