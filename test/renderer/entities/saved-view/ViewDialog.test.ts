// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import ViewDialog from '../../../../src-renderer/entities/saved-view/ViewDialog.vue'
import { mountComponent, withBridge } from '../../support/mount-component'

it('stays until it is known whether the view is deleted', async () => {
  let end = (_: CommandFailure): void => undefined
  withBridge({})
  const view = {
    name: ref('Expired'),
    views: ref({ views: [] }),
    remove: () => new Promise<CommandFailure>((done) => (end = done)),
  }
  const wrapper = mountComponent(ViewDialog, { kind: 'delete', view })
  await wrapper.get('form').trigger('submit')
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toBeUndefined()
  end({ code: 'not-saved', message: 'ENOSPC' })
  await flushPromises()
  expect(wrapper.find('[data-testid=explanation]').exists()).toBe(true)
  await wrapper.get('[data-testid=cancel]').trigger('click')
  expect(wrapper.emitted('close')).toHaveLength(1)
  wrapper.unmount()
})
