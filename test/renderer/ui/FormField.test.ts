// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
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
