// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import FormField from '../../../src-renderer/ui/FormField.vue'

const fieldOf = (first?: boolean) =>
  mount(FormField, {
    props: { modelValue: '', label: 'Name', testid: 'name', ...(first === undefined ? {} : { first }) },
  }).get('input')

describe('the first field of a dialog', () => {
  it('takes the cursor when its dialog opens, and not the button that closes it', () => {
    expect(fieldOf(true).attributes('autofocus')).toBeDefined()
    expect(fieldOf().attributes('autofocus')).toBeUndefined()
  })
})

describe('the field of a secret', () => {
  // What remains in the page's memory is searched in the packed app: test/package/canaries.test.ts.
  it('tells its input that it was emptied, which would keep the letters otherwise', async () => {
    const field = mount(FormField, {
      props: { modelValue: 'hunter2', label: 'Password', testid: 'password', secret: true },
    })
    const told: string[] = []
    const input = field.get('input')
    input.element.addEventListener('input', () => told.push(input.element.value))
    await field.setProps({ modelValue: '' })
    await nextTick()
    expect(told).toEqual([''])
    expect(field.emitted('update:modelValue')).toEqual([['']])
  })
})
