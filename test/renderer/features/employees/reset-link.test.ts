// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import EmployeesPage from '../../../../src-renderer/features/employees/EmployeesPage.vue'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { employee, enterprises, job, registerSlice, settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

const list = { version: 1, rows: [], count: 0, total: 0, readAt: 1, isComplete: true, isReading: false }

it.each([
  ['listed', [employee]],
  ['not listed', []],
])('another page begins a reset with a generated password: an employee that is %s', async (_, rows) => {
  const [first] = enterprises(Date.now())
  const enterpriseGlobalId = first?.enterpriseGlobalId ?? ''
  const { memberGlobalId } = employee
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: 'Li Wei' }),
    'settings/change': always<'settings/change'>(settings),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(Date.now()))),
    'employees/list': () => succeed({ ...list, rows, total: rows.length, failure: null }),
    'jobs/list': always<'jobs/list'>([]),
    'jobs/start': always<'jobs/start'>(job({ action: 'reset-password' })),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  usePageRequestsStore().give('employees', {
    enterpriseGlobalId,
    memberGlobalId,
    name: 'Chen Yu',
    resets: true,
  })
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const wrapper = mount(EmployeesPage, {
    attachTo: document.body,
    global: {
      plugins: [pinia, createTexts('en'), createRouter({ history: createMemoryHistory(), routes })],
    },
  })
  await flushPromises()
  const operator = wrapper.find<HTMLInputElement>('[data-testid=password-form] input[type=text]')
  if (operator.exists()) await operator.setValue('Li Wei')
  await wrapper.get('[data-testid=password-form]').trigger('submit')
  await flushPromises()
  const [sent] = double.calls.filter(({ name }) => name === 'jobs/start')
  expect(sent?.input).toMatchObject({
    action: 'reset-password',
    rows: [{ memberGlobalId, password: expect.stringMatching(/^[a-zA-Z\d]{16}$/) as unknown }],
  })
  wrapper.unmount()
})
