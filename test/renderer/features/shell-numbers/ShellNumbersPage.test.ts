// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { Policy } from '#shared/model/app/policy'
import { fail } from '#shared/outcome'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import ShellNumbersPage from '../../../../src-renderer/features/shell-numbers/ShellNumbersPage.vue'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const openPage = async (policy: Policy = {}) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'jobs/list': always<'jobs/list'>([]),
    'jobs/start': () => fail({ code: 'not-confirmed', message: '' }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(ShellNumbersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const submit = async (form: string): Promise<void> => {
    await wrapper.get(form).trigger('submit')
    await flushPromises()
  }
  return { double, wrapper, at, submit }
}

it('a confirmation returns with its count when the system dialog is canceled', async () => {
  const { double, wrapper, at, submit } = await openPage()
  await wrapper.get('form input').setValue('120')
  await submit('form')
  expect(at('not-confirmed').exists()).toBe(false)
  await submit('#allocate-form')
  expect(at('allocate-confirm').text()).toContain('120')
  expect(at('not-confirmed').text()).toBe('Not confirmed. Nothing was sent.')

  await submit('#allocate-form')
  const sent = double.calls.filter(({ name }) => name === 'jobs/start')
  expect(sent).toHaveLength(2)
  expect(sent[1]?.input).toEqual(sent[0]?.input)
})

it('names no quantity on its button while there is none', async () => {
  const { wrapper, at } = await openPage()
  await wrapper.get('form input').setValue('99999999999')
  expect(at('allocate').text()).toBe('Allocate numbers')
  await wrapper.get('form input').setValue('1')
  expect(at('allocate').text()).toBe('Allocate 1 number')
})

it('offers no allocation where the policy forbids orders, and says so', async () => {
  for (const orders of [true, false]) {
    const { at, submit } = await openPage({ orders })
    expect(at('allocate').attributes('disabled') === undefined).toBe(orders)
    expect(at('managed').exists()).toBe(!orders)
    await submit('form')
    expect(at('allocate-confirm').exists()).toBe(orders)
    unmount()
  }
})

it('names the limits of an allocation', async () => {
  const { wrapper } = await openPage()
  expect(wrapper.get('form').text()).toContain('1 to 100,000.')
  await wrapper.get('form input').setValue('0')
  await wrapper.get('form input').trigger('blur')
  expect(wrapper.get('form').text()).toContain('Enter a whole number from 1 to 100,000.')
})
