// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LockAction } from '#shared/model/changes/change'
import { fail } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useContinuousStore } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-store'
import ContinuousSwitch from '../../../../../src-renderer/features/lock-desk/continuous/ContinuousSwitch.vue'
import { withBridge } from '../../../support/mount-component'
import { always } from '../../../support/bridge-double'
import { settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const show = (action: LockAction | null) => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { template: '<p />' } }],
  })
  return mount(ContinuousSwitch, {
    props: { action, operator: 'Li Wei' },
    global: { plugins: [createTexts('en'), getActivePinia()!, router] },
  })
}

/** The test IDs of the offered buttons, and whether each is filled. */
const buttonsFor = (action: LockAction | null) => {
  withBridge({})
  return show(action)
    .findAll('[data-testid^=continuous-start-]')
    .map((button) => [button.attributes('data-testid'), !button.classes('n-button--ghost')])
}

it('offers a choice without a primary action, or one primary action', () => {
  expect(buttonsFor(null)).toEqual([
    ['continuous-start-disable', false],
    ['continuous-start-enable', false],
  ])
  expect(buttonsFor('disable')).toEqual([['continuous-start-disable', true]])
  expect(buttonsFor('enable')).toEqual([['continuous-start-enable', true]])
})

it('a failure that opens the panel is read there until the panel is closed', async () => {
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'continuous/start': () => fail({ code: 'not-saved', message: '' }),
  })
  await useSettingsStore().load()
  const wrapper = show('disable')
  const panel = wrapper.get('[popover]')
  // The browser tells of it before the panel is shown, and again in a later task.
  const toggle = async (newState: 'open' | 'closed'): Promise<void> => {
    await panel.trigger('beforetoggle', { newState })
    await panel.trigger('toggle', { newState })
  }
  Object.assign(panel.element, { showPopover: () => void toggle('open') })
  await wrapper.get('[data-testid=continuous-start-disable]').trigger('click')
  await flushPromises()
  expect(wrapper.text()).toContain('Couldn’t start continuous mode.')

  await toggle('closed')
  expect(useContinuousStore().failure).toBeNull()
  wrapper.unmount()
})
