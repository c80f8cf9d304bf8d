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
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

/** The page, with these lines in its field. */
const openPage = async (numbers = '', handlers: Handlers = {}) => {
  withBridge({ 'settings/read': always<'settings/read'>(settings), ...handlers })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const pile = useLabelPileStore()
  pile.text = numbers
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
  return { at, pile, isPrintable }
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
  const { at, isPrintable } = await openPage('8000000017')
  await at('label-skip').setValue('23')
  expect(isPrintable()).toBe(true)
  await at('label-skip').setValue(skip)
  expect(at('label-skip-invalid').text()).toBe('Enter a whole number from 0 to 23.')
  expect(isPrintable()).toBe(false)
})

it('names only labels printed that were sent to the printer', async () => {
  let end = (_: null | { canceled: true }): void => undefined
  const { at, pile, isPrintable } = await openPage('8000000017', {
    'window/print': async () => succeed(await new Promise<null | { canceled: true }>((done) => (end = done))),
  })
  const printTo = async (outcome: null | { canceled: true }, meanwhile = ''): Promise<void> => {
    await at('labels-print').trigger('click')
    await vi.waitFor(() => expect(isPrintable()).toBe(false))
    pile.text += meanwhile
    end(outcome)
    await vi.waitFor(() => expect(isPrintable()).toBe(true))
  }
  await printTo({ canceled: true })
  expect(at('labels-printed').exists()).toBe(false)
  await printTo(null, '\n8000000018')
  expect(at('labels-printed').text()).toContain('1 printed label is')
})

it('brings back removed labels once, with what was scanned since', async () => {
  const { at, pile } = await openPage('8000000017\n8000000018\n80000')
  useDraftsStore().keep('printed labels', '8000000017')
  await flushPromises()
  await at('remove-printed').trigger('click')
  expect(pile.text).toBe('8000000018\n80000')
  pile.text += '\n8000000019'
  await flushPromises()
  await at('undo-remove-printed').trigger('click')
  expect(pile.text).toBe('8000000017\n8000000018\n80000\n8000000019')
})
