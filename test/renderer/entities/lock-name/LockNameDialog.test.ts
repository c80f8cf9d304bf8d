// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { fail } from '#shared/outcome'
import LockNameDialog from '../../../../src-renderer/entities/lock-name/LockNameDialog.vue'
import { mountComponent, withBridge } from '../../support/mount-component'
import { record } from '../../support/samples'

it('stays until it is known whether the name is saved', async () => {
  let end = (): void => undefined
  withBridge({
    'locks/set-name': async () => {
      await new Promise<void>((done) => (end = done))
      return fail({ code: 'not-saved', message: 'ENOSPC' })
    },
  })
  const wrapper = mountComponent(LockNameDialog, { record: record('8000000017', 1) })
  await wrapper.get('[data-testid=lock-name-input]').setValue('Bridge')
  await wrapper.get('form').trigger('submit')
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toBeUndefined()
  end()
  await flushPromises()
  expect(wrapper.find('[data-testid=explanation]').exists()).toBe(true)
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toHaveLength(1)
  wrapper.unmount()
})
