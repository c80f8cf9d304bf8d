// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LockAction } from '#shared/model/changes/change'
import ContinuousSwitch from '../../../../../src-renderer/features/lock-desk/continuous/ContinuousSwitch.vue'
import { withBridge } from '../../../support/mount-component'
import { createTexts } from '../../../support/texts'

/** The test IDs of the offered buttons, and whether each is filled. */
const buttonsFor = (action: LockAction | null) => {
  withBridge({})
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { template: '<p />' } }],
  })
  const wrapper = mount(ContinuousSwitch, {
    props: { action, operator: 'Li Wei' },
    global: { plugins: [createTexts('en'), getActivePinia()!, router] },
  })
  return wrapper
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
