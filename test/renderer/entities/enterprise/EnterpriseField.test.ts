// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import EnterpriseField from '../../../../src-renderer/entities/enterprise/EnterpriseField.vue'
import type { EnterpriseChoice } from '../../../../src-renderer/entities/enterprise/find-enterprises'
import { mountComponent } from '../../support/mount-component'

const choices: readonly EnterpriseChoice[] = Array.from({ length: 10_000 }, (_, at) => ({
  value: `62${String(at + 1).padStart(5, '0')}`,
  label: `North Bridge ${String(at + 1)}`,
  channelCode: 'CRM-EAST',
  channelCustomerId: `RM-${String(at + 1)}`,
}))

const field = (props: { emptyOption?: string; noneNext?: string; modelValue?: string } = {}) => {
  const wrapper = mountComponent(EnterpriseField, {
    choices,
    label: 'Enterprise',
    testid: 'enterprise-picker',
    modelValue: '6200003',
    'onUpdate:modelValue': (value: string) => wrapper.setProps({ modelValue: value }),
    ...props,
  })
  const input = wrapper.get<HTMLInputElement>('[role=combobox]')
  const settled = async () => {
    for (let turn = 0; turn < 4; turn++) await nextTick()
  }
  return {
    wrapper,
    input,
    names: () => wrapper.findAll('[role=option] .name').map((option) => option.text()),
    active: () => document.getElementById(input.attributes('aria-activedescendant') ?? '')?.textContent,
    chosen: () => wrapper.emitted<[string]>('update:modelValue')?.at(-1)?.[0],
    press: async (...keys: string[]) => {
      for (const key of keys) {
        await input.trigger('keydown', { key })
        await settled()
      }
    },
    write: async (text: string) => {
      await input.setValue(text)
      await settled()
    },
  }
}

describe('the enterprise field', () => {
  it('shows the selected enterprise, and renders no list before it opens', () => {
    const { wrapper, input } = field()
    expect(input.element.value).toBe('North Bridge 3')
    expect(input.attributes('aria-label')).toBe('Enterprise')
    expect(wrapper.findAll('[role=option]')).toHaveLength(0)
  })

  it('selects the exact match of ten thousand with Enter', async () => {
    const { input, names, write, press, chosen, active } = field()
    await write('rm-77')
    expect(names()[0]).toBe('North Bridge 77')
    expect(active()).toContain('CRM-EAST / RM-77 · 6200077')
    await press('Enter')
    expect(chosen()).toBe('6200077')
    expect(input.element.value).toBe('North Bridge 77')
    expect(input.attributes('aria-expanded')).toBe('false')
  })

  it('opens at the selected one, renders one screen, and exposes the cursor position', async () => {
    const { wrapper, press, active, chosen, names } = field()
    await press('ArrowDown')
    expect(active()).toContain('North Bridge 3')
    expect(names().length).toBeLessThan(40)
    await press('ArrowDown')
    const option = wrapper.get('[role=option].active')
    expect([option.attributes('aria-posinset'), option.attributes('aria-setsize')]).toEqual(['4', '10000'])
    await press('Enter')
    expect(chosen()).toBe('6200004')
  })

  it('keeps the selection when Esc or leaving closes it', async () => {
    const { input, press, write, chosen } = field()
    await write('north bridge 9')
    await press('Escape')
    expect(input.element.value).toBe('North Bridge 3')
    await write('north bridge 9')
    await input.trigger('blur')
    expect([input.element.value, chosen()]).toEqual(['North Bridge 3', undefined])
  })

  it('shows a next step where nothing matches, and Enter selects nothing', async () => {
    const { wrapper, input, press, write, chosen } = field({ noneNext: 'Fill in a number below.' })
    await write('south')
    const message = 'No results for “south”. Fill in a number below.'
    expect(wrapper.get('[role=status]').text()).toBe(message)
    expect(wrapper.get('[data-testid=enterprise-none]').isVisible()).toBe(true)
    // References neither a list nor a row that is not rendered.
    for (const name of ['aria-controls', 'aria-activedescendant'])
      expect(input.attributes(name)).toBeUndefined()
    expect(input.attributes('aria-expanded')).toBe('false')
    await press('Enter')
    expect(chosen()).toBeUndefined()
  })

  it('offers the alternative entry first, only while nothing is typed', async () => {
    const { names, press, write, chosen, input } = field({ emptyOption: 'All enterprises' })
    await press('ArrowDown')
    expect(names()[0]).toBe('All enterprises')
    await write('north')
    expect(names()[0]).toBe('North Bridge 1')
    await write('')
    await press('ArrowDown', 'Enter')
    expect([chosen(), input.element.value]).toEqual(['', 'All enterprises'])
  })
})
