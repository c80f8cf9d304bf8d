// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import NativeSelect from '../../../../src-renderer/ui/form/NativeSelect.vue'
import { mountComponent } from '../../support/mount-component'

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }))

describe('a native select', () => {
  it('says which option was picked from its list, but not those that keys pass through', async () => {
    const wrapper = mountComponent(NativeSelect, { modelValue: 'a', options })
    const select = wrapper.get('select')
    const choose = (value: string) => {
      select.element.value = value
      return select.trigger('change')
    }
    await select.trigger('keydown', { key: 'ArrowDown' })
    await choose('b')
    expect(wrapper.emitted('update:modelValue')).toEqual([['b']])
    expect(wrapper.emitted('pick')).toBeUndefined()
    await new Promise((done) => setTimeout(done, 5))
    await select.trigger('keydown', { key: 'Enter' })
    await choose('c')
    expect(wrapper.emitted('pick')).toEqual([['c']])
    wrapper.unmount()
  })
})
