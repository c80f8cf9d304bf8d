// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import SearchField from '../../../../src-renderer/ui/filter/SearchField.vue'
import { mountComponent } from '../../support/mount-component'

it('accepts no more text than a search needs', () => {
  const wrapper = mountComponent(SearchField, { modelValue: '', label: 'Search' })
  expect(wrapper.get('input').attributes('maxlength')).toBe('200')
  wrapper.unmount()
})
