// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import EmployeesPage from '../../../../src-renderer/features/employees/EmployeesPage.vue'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { enterprises, registerSlice, unreachable } from '../../support/samples'
import { createTexts } from '../../support/texts'

const open = async (isReading: boolean) => {
  const known = enterprises(Date.now())
  const list = { version: 1, rows: [], count: 0, total: 0, readAt: null, isComplete: false, isReading }
  const { emit } = withBridge({
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'employees/list': () => succeed({ ...list, failure: isReading ? null : unreachable }),
    'jobs/list': always<'jobs/list'>([]),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(EmployeesPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  await flushPromises()
  for (const { enterpriseGlobalId } of known) {
    emit('employees/changed', { enterpriseGlobalId, version: 1, count: 0, total: 0, isReading })
  }
  await flushPromises()
  const at = (testId: string) => wrapper.get(`[data-testid=${testId}]`)
  return { wrapper, count: at('employee-count').text(), refresh: at('refresh-employees') }
}

it.each([
  ['while they are read', true, 'Loading…', 'Refreshing…'],
  ['where no page could be read', false, '', 'Refresh'],
])('employees %s', async (_state, isReading, count, refresh) => {
  const page = await open(isReading)
  expect(page.count).toBe(count)
  expect(page.refresh.find('[aria-hidden=false]').text()).toBe(refresh)
  expect(page.refresh.attributes('disabled') !== undefined).toBe(isReading)
  expect(page.wrapper.text().includes('Couldn’t load')).toBe(!isReading)
  page.wrapper.unmount()
})
