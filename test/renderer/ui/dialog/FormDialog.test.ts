// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import FormDialog from '../../../../src-renderer/ui/dialog/FormDialog.vue'
import { mountComponent } from '../../support/mount-component'

let wrapper: ReturnType<typeof mountComponent> | undefined
afterEach(() => wrapper?.unmount())

it('does not say that Esc discards what it is saving', async () => {
  const closed = vi.fn()
  const props = { title: 'Name', formId: 'name', confirm: 'Save', guardsInput: true, isSaving: true }
  wrapper = mountComponent(() => h(FormDialog as never, { ...props, onClose: closed }, () => h('input')), {})
  await wrapper.get('input').setValue('Front desk')
  await wrapper.get('dialog').trigger('cancel')
  expect(wrapper.find('[data-testid=input-warned]').exists()).toBe(false)
  expect(closed).not.toHaveBeenCalled()
})
