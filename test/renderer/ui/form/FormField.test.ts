// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import FormField from '../../../../src-renderer/ui/form/FormField.vue'
import { createTexts } from '../../support/texts'

const fieldOf = (first?: boolean) =>
  mount(FormField, {
    global: { plugins: [createTexts('en')] },
    props: { modelValue: '', label: 'Name', testid: 'name', ...(first === undefined ? {} : { first }) },
  }).get('input')

describe('the first field of a dialog', () => {
  it('has the focus when its dialog opens, not the close button', () => {
    expect(fieldOf(true).attributes('autofocus')).toBeDefined()
    expect(fieldOf().attributes('autofocus')).toBeUndefined()
  })
})

describe('a secret field', () => {
  // Traces in the page's memory are checked in the packaged app: test/package/canaries.test.ts.
  it('emits an input event when cleared, since the browser would keep the text otherwise', async () => {
    const field = mount(FormField, {
      global: { plugins: [createTexts('en')] },
      props: { modelValue: 'hunter2', label: 'Password', testid: 'password', secret: true },
    })
    const inputs: string[] = []
    const input = field.get('input')
    input.element.addEventListener('input', () => inputs.push(input.element.value))
    await field.setProps({ modelValue: '' })
    await nextTick()
    expect(inputs).toEqual([''])
    expect(field.emitted('update:modelValue')).toEqual([['']])
  })

  it('has a button for the keys that shows the text, until the field is cleared', async () => {
    const field = mount(FormField, {
      global: { plugins: [createTexts('en')] },
      props: { modelValue: 'hunter2', label: 'Password', testid: 'password', secret: true },
    })
    const type = () => field.get('[data-testid=password]').attributes('type')
    const button = field.get('button[data-testid=password-show]')
    expect(button.attributes('aria-label')).toBe('Show text of “Password”')
    expect([type(), button.attributes('aria-pressed'), button.attributes('tabindex')]).toEqual([
      'password',
      'false',
      undefined,
    ])
    await button.trigger('click')
    expect([type(), button.attributes('aria-pressed')]).toEqual(['text', 'true'])
    await field.setProps({ modelValue: '' })
    await nextTick()
    expect(type()).toBe('password')
  })

  it('shows what is typed into it, and hides another text that takes its place', async () => {
    const field = mount(FormField, {
      global: { plugins: [createTexts('en')] },
      props: {
        modelValue: 'hunter2',
        label: 'Password',
        testid: 'password',
        secret: true,
        'onUpdate:modelValue': (modelValue: string) => field.setProps({ modelValue }),
      },
    })
    const type = () => field.get('[data-testid=password]').attributes('type')
    await field.get('button[data-testid=password-show]').trigger('click')
    await field.get('input').setValue('hunter23')
    await nextTick()
    expect([field.props('modelValue'), type()]).toEqual(['hunter23', 'text'])
    await field.setProps({ modelValue: 'of another product' })
    expect(type()).toBe('password')
  })
})
