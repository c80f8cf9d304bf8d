// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { useLabelPileStore } from '../../../../src-renderer/features/shell-numbers/label-pile-store'
import { useDraftsStore } from '../../../../src-renderer/stores/drafts-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import LabelsPage from '../../../../src-renderer/features/shell-numbers/LabelsPage.vue'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const openPage = async () => {
  withBridge({ 'settings/read': always<'settings/read'>(settings) })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(LabelsPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const isPrintable = (): boolean => at('labels-print').attributes('disabled') === undefined
  return { at, isPrintable }
}

it('a number that is listed several times gets one label, which the page says', async () => {
  const { at } = await openPage()
  await at('label-numbers').setValue('8000000017\n8000000018')
  expect(at('label-repeated').exists()).toBe(false)
  await at('label-numbers').setValue('8000000017\n8000000018\n8000 000 017\n8000000017')
  expect(at('label-count').text()).toBe('2 labels')
  expect(at('label-repeated').text()).toBe('2 duplicate lines are skipped.')
})

it.each(['24', '-1', '1.5'])('nothing is printed on a sheet with %s used labels of 24', async (skip) => {
  const { at, isPrintable } = await openPage()
  await at('label-numbers').setValue('8000000017')
  await at('label-skip').setValue('23')
  expect(isPrintable()).toBe(true)
  await at('label-skip').setValue(skip)
  expect(at('label-skip-invalid').text()).toBe('Enter a whole number from 0 to 23.')
  expect(isPrintable()).toBe(false)
})

it('names only labels printed that were sent to the printer', async () => {
  let end = (_: null | { canceled: true }): void => undefined
  withBridge({
    'window/print': async () => succeed(await new Promise<null | { canceled: true }>((done) => (end = done))),
  })
  const wrapper = mountComponent(LabelsPage, {})
  const pile = useLabelPileStore()
  pile.text = '8000000017'
  await vi.waitFor(() => expect(wrapper.get('[data-testid=label-count]').text()).toContain('1'))
  const print = wrapper.get<HTMLButtonElement>('[data-testid=labels-print]')
  const pdf = wrapper.get('[data-testid=labels-pdf]')
  const isWorking = () => pdf.attributes('disabled') !== undefined || wrapper.text().includes('Preparing')
  const printTo = async (outcome: null | { canceled: true }, meanwhile = ''): Promise<void> => {
    await print.trigger('click')
    await vi.waitFor(() => expect(isWorking()).toBe(true))
    pile.text += meanwhile
    end(outcome)
    await vi.waitFor(() => expect(isWorking()).toBe(false))
  }
  await printTo({ canceled: true })
  expect(wrapper.find('[data-testid=labels-printed]').exists()).toBe(false)
  await printTo(null, '\n8000000018')
  expect(wrapper.get('[data-testid=labels-printed]').text()).toContain('1 printed label is')
  wrapper.unmount()
})

it('brings back removed labels once, with what was scanned since', async () => {
  const { at } = await openPage()
  useDraftsStore().keep('printed labels', '8000000017')
  const pile = useLabelPileStore()
  pile.text = '8000000017\n8000000018\n80000'
  await flushPromises()
  await at('remove-printed').trigger('click')
  expect(pile.text).toBe('8000000018\n80000')
  pile.text += '\n8000000019'
  await flushPromises()
  await at('undo-remove-printed').trigger('click')
  expect(pile.text).toBe('8000000017\n8000000018\n80000\n8000000019')
})
