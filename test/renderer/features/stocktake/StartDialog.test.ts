// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import StartDialog from '../../../../src-renderer/features/stocktake/StartDialog.vue'
import type { PageRequests } from '../../../../src-renderer/actions/open-page'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { withBridge } from '../../support/mount-component'
import { createTexts } from '../../support/texts'

const open = async (selected: PageRequests['stocktake'] | null = null) => {
  const double = withBridge({
    'stocktakes/start': () => fail({ code: 'not-saved', message: 'ENOSPC' }),
    'settings/change': () => succeed(null as never),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  useSettingsStore().settings = { ...useSettingsStore().settings, operatorIdentity: 'Li Wei' }
  const wrapper = mount(StartDialog, {
    props: { selected },
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en')] },
  })
  await flushPromises()
  return { wrapper, double, sent: () => double.calls.filter(({ name }) => name === 'stocktakes/start') }
}

it('starts with the distinct locks of a pasted list, and says what is ignored', async () => {
  const { wrapper, sent } = await open()
  const submit = async () => {
    await wrapper.find('form').trigger('submit')
    await flushPromises()
  }
  await submit()
  expect(wrapper.text()).toContain('Enter a name.')
  expect(wrapper.text()).toContain('Enter at least one number.')
  expect(sent()).toEqual([])
  await wrapper.find('[data-testid=stocktake-name]').setValue(' Safe ')
  await wrapper
    .find('[data-testid=stocktake-numbers]')
    .setValue('8000000017\nLD8000000017\n8000 000 018\n8.00E+09\nhello')
  expect(wrapper.text()).toContain('2 locks')
  expect(wrapper.text()).toContain('2 invalid entries are ignored: 8.00E+09, hello')
  await submit()
  expect(sent().map(({ input }) => input)).toEqual([
    {
      scope: { kind: 'list', name: 'Safe', numbers: ['8000000017', '8000000018'] },
      operatorIdentity: 'Li Wei',
    },
  ])
  // Not saved: the dialog stays open with what was typed.
  expect(wrapper.emitted('close')).toBeUndefined()
  expect(wrapper.find<HTMLTextAreaElement>('[data-testid=stocktake-numbers]').element.value).toContain(
    'hello',
  )
  wrapper.unmount()
})

it('starts with the locks that were selected on another page, under the name of their view', async () => {
  const { wrapper, sent } = await open({ name: 'Expired', numbers: ['LD8000000017', 'LD8000000018'] })
  await wrapper.find('form').trigger('submit')
  await flushPromises()
  expect(sent().map(({ input }) => input)).toMatchObject([
    { scope: { kind: 'list', name: 'Expired', numbers: ['8000000017', '8000000018'] } },
  ])
  wrapper.unmount()
})

it('stays until it is known whether the stocktake is saved', async () => {
  const { wrapper } = await open({ name: 'Safe', numbers: ['LD8000000017'] })
  await wrapper.find('form').trigger('submit')
  await wrapper.get('dialog').trigger('cancel')
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toBeUndefined()
  await flushPromises()
  expect(wrapper.find('[data-testid=explanation]').exists()).toBe(true)
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toHaveLength(1)
  wrapper.unmount()
})
