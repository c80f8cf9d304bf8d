// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import EmployeesPage from '../../../../../src-renderer/features/employees/EmployeesPage.vue'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { employeeSlice, enterprises, registerSlice, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const filesRead = vi.hoisted((): string[] => [])
vi.mock('../../../../../src-renderer/ui/sheets/read/read-sheet', () => ({
  readSheet: ({ name }: File) => {
    filesRead.push(name)
    return new Promise(() => undefined)
  },
}))

it('a file dropped on the list opens the import with it', async () => {
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'journal/recent': always<'journal/recent'>([]),
    'jobs/list': always<'jobs/list'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(1))),
    'employees/list': always<'employees/list'>(employeeSlice([])),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(EmployeesPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  await flushPromises()
  expect(wrapper.find('[data-testid=import-panel]').exists()).toBe(false)
  const event = new Event('drop', { cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File(['a'], 'new.csv')] } })
  window.dispatchEvent(event)
  await flushPromises()
  expect(wrapper.find('[data-testid=import-panel]').exists()).toBe(true)
  expect(filesRead).toEqual(['new.csv'])
  wrapper.unmount()
})
