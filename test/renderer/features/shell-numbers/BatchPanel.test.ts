// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import type { JournalEntry } from '#shared/model/changes/change'
import BatchPanel from '../../../../src-renderer/features/shell-numbers/BatchPanel.vue'
import { withBridge } from '../../support/mount-component'
import { entry, job } from '../../support/samples'
import { createTexts } from '../../support/texts'

let unmount = (): void => undefined
afterEach(() => unmount())

const allocated = [entry({ action: 'allocate', request: { size: 1 }, result: ['8000000002'] })]

const openPanel = (state: 'running' | 'ended', rows: readonly JournalEntry[] = allocated) => {
  withBridge({})
  const pinia = createPinia()
  setActivePinia(pinia)
  const wrapper = mount(BatchPanel, {
    props: { job: job({ state }), rows: state === 'ended' ? rows : [] },
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en')] },
  })
  unmount = () => wrapper.unmount()
  return wrapper
}
const isOnNumbers = () => document.activeElement?.closest('[data-testid=batch-numbers]') != null

it('takes the focus to the numbers that are already there', () => {
  const { vm } = openPanel('ended')
  vm.focus()
  expect(isOnNumbers()).toBe(true)
})

it('moves the focus from the heading to the numbers once they are loaded', async () => {
  const wrapper = openPanel('running')
  wrapper.vm.focus()
  expect(document.activeElement?.tagName).toBe('H2')
  await wrapper.setProps({ job: job({ state: 'ended' }), rows: allocated })
  await flushPromises()
  expect(isOnNumbers()).toBe(true)
})

it.each([
  ['failed', 'No numbers allocated'],
  ['not-sent', 'No numbers allocated'],
  ['unknown', 'Unconfirmed'],
] as const)('says what happened where there are no numbers (%s)', (state, title) => {
  const wrapper = openPanel('ended', [
    entry({ action: 'allocate', request: { size: 5 }, state, result: null }),
  ])
  expect(wrapper.get('[data-testid=batch-count]').text()).toBe(title)
})

it('speaks of no further numbers where none were allocated', () => {
  const wrapper = openPanel('ended', [
    entry({ action: 'allocate', request: { size: 5 }, state: 'unknown', result: null }),
  ])
  expect(wrapper.get('[data-testid=batch-unknown]').text()).toMatch(/^Unconfirmed: 5 numbers may have been/)
})

it('does not say that the platform returned no numbers where a person marked the allocation as completed', () => {
  const wrapper = openPanel('ended', [
    entry({
      action: 'allocate',
      request: { size: 5 },
      state: 'done',
      result: null,
      reason: { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: '' },
    }),
  ])
  expect(wrapper.get('[data-testid=batch-count]').text()).toBe('Numbers not received')
  expect(wrapper.get('[data-testid=batch-marked]').text()).toContain('Marked as allocated by Li Wei')
  expect(wrapper.text()).not.toContain('The platform returned')
})
