// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import DataSection from '../../../../src-renderer/features/settings/DataSection.vue'
import { mountComponent, withBridge } from '../../support/mount-component'

it('says that training was not reset because a change is being sent', async () => {
  const double = withBridge({
    'data/describe': () => succeed({ path: '/home/counter/lock-desk', training: true }),
    'training/reset': () => succeed({ state: 'busy', inFlight: 1, jobs: 0 }),
  })
  const wrapper = mountComponent(DataSection, {})
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  await at('reset-training').trigger('click')
  await at('confirm-reset').trigger('click')
  await flushPromises()
  expect(at('reset-busy').text()).toContain('Not reset')
  // The question stays, to be answered again.
  double.handlers['training/reset'] = () => succeed({ state: 'switched' })
  await at('confirm-reset').trigger('click')
  await flushPromises()
  expect([at('reset-busy').exists(), at('confirm-reset').exists()]).toEqual([false, false])
  wrapper.unmount()
})
