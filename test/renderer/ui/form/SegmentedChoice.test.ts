// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import SegmentedChoice from '../../../../src-renderer/ui/form/SegmentedChoice.vue'

const choice = () =>
  mount(SegmentedChoice, {
    props: {
      value: 'week',
      label: 'Due date',
      testid: 'due',
      options: [
        { value: 'week', label: 'In a week' },
        { value: 'none', label: 'No date' },
      ],
    },
    attachTo: document.body,
  })

describe('SegmentedChoice', () => {
  it('is one radio group with a name and a native radio button for each option', () => {
    const wrapper = choice()
    const group = wrapper.get('[role=radiogroup]')
    expect(group.attributes()).toMatchObject({ 'aria-label': 'Due date', 'data-testid': 'due' })
    const radios = wrapper.findAll('input[type=radio]')
    expect(
      radios.map((radio) => ({
        name: radio.element.closest('label')?.textContent,
        testid: radio.attributes('data-testid'),
        isChecked: (radio.element as HTMLInputElement).checked,
      })),
    ).toEqual([
      { name: 'In a week', testid: 'due-week', isChecked: true },
      { name: 'No date', testid: 'due-none', isChecked: false },
    ])
    // One name: a single tab stop, and arrow keys move the choice.
    expect(new Set(radios.map((radio) => radio.attributes('name'))).size).toBe(1)
    wrapper.unmount()
  })

  it('emits the chosen value', async () => {
    const wrapper = choice()
    await wrapper.get('[data-testid=due-none]').setValue()
    expect(wrapper.emitted('choose')).toEqual([['none', false]])
    wrapper.unmount()
  })

  it('says whether it was chosen by pointer: a key goes on to the next option', async () => {
    const wrapper = choice()
    await wrapper.get('[role=radiogroup]').trigger('pointerdown')
    await wrapper.get('[data-testid=due-none]').setValue()
    await wrapper.setProps({ value: 'none' })
    await wrapper.get('[data-testid=due-week]').trigger('keydown', { key: 'ArrowLeft' })
    await wrapper.get('[data-testid=due-week]').setValue()
    expect(wrapper.emitted('choose')).toEqual([
      ['none', true],
      ['week', false],
    ])
    wrapper.unmount()
  })

  it('takes the focus at the chosen option', () => {
    const wrapper = choice()
    ;(wrapper.vm as unknown as { focus: () => void }).focus()
    expect(document.activeElement?.getAttribute('data-testid')).toBe('due-week')
    wrapper.unmount()
  })
})
