// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import EnterpriseField from '../../../src-renderer/app/EnterpriseField.vue'
import type { EnterpriseChoice } from '../../../src-renderer/app/find-enterprises'
import { draw } from '../support/draw'

const choices: readonly EnterpriseChoice[] = Array.from({ length: 10_000 }, (_, at) => ({
  value: `62${String(at + 1).padStart(5, '0')}`,
  label: `North Bridge ${String(at + 1)}`,
  channelCode: 'CRM-EAST',
  channelCustomerId: `RM-${String(at + 1)}`,
}))

const field = (props: { instead?: string; noneNext?: string; modelValue?: string } = {}) => {
  const drawn = draw(EnterpriseField, {
    choices,
    label: 'Enterprise',
    testid: 'enterprise-picker',
    modelValue: '6200003',
    'onUpdate:modelValue': (value: string) => drawn.setProps({ modelValue: value }),
    ...props,
  })
  const input = drawn.get<HTMLInputElement>('[role=combobox]')
  const settled = async () => {
    for (let turn = 0; turn < 4; turn++) await nextTick()
  }
  return {
    drawn,
    input,
    names: () => drawn.findAll('[role=option] .name').map((option) => option.text()),
    active: () => document.getElementById(input.attributes('aria-activedescendant') ?? '')?.textContent,
    chosen: () => drawn.emitted<[string]>('update:modelValue')?.at(-1)?.[0],
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

describe('the field of an enterprise', () => {
  it('shows who is chosen, and draws no list before it is opened', () => {
    const { drawn, input } = field()
    expect(input.element.value).toBe('North Bridge 3')
    expect(input.attributes('aria-label')).toBe('Enterprise')
    expect(drawn.findAll('[role=option]')).toHaveLength(0)
  })

  it('takes what is called exactly so with Enter, of ten thousand', async () => {
    const { input, names, write, press, chosen, active } = field()
    await write('rm-77')
    expect(names()[0]).toBe('North Bridge 77')
    expect(active()).toContain('CRM-EAST / RM-77 · 6200077')
    await press('Enter')
    expect(chosen()).toBe('6200077')
    expect(input.element.value).toBe('North Bridge 77')
    expect(input.attributes('aria-expanded')).toBe('false')
  })

  it('opens where the chosen one is, draws a screenful, and tells where in the list its cursor is', async () => {
    const { drawn, press, active, chosen, names } = field()
    await press('ArrowDown')
    expect(active()).toContain('North Bridge 3')
    expect(names().length).toBeLessThan(40)
    await press('ArrowDown')
    const option = drawn.get('[role=option].active')
    expect([option.attributes('aria-posinset'), option.attributes('aria-setsize')]).toEqual(['4', '10000'])
    await press('Enter')
    expect(chosen()).toBe('6200004')
  })

  it('keeps who was chosen where Esc or leaving closes it', async () => {
    const { input, press, write, chosen } = field()
    await write('north bridge 9')
    await press('Escape')
    expect(input.element.value).toBe('North Bridge 3')
    await write('north bridge 9')
    await input.trigger('blur')
    expect([input.element.value, chosen()]).toEqual(['North Bridge 3', undefined])
  })

  it('says what to do where nothing fits, and Enter takes nothing', async () => {
    const { drawn, input, press, write, chosen } = field({ noneNext: 'Fill in a number below.' })
    await write('south')
    const said = 'Nothing found for “south”. Fill in a number below.'
    expect(drawn.get('[role=status]').text()).toBe(said)
    expect(drawn.get('[data-testid=enterprise-none]').isVisible()).toBe(true)
    // Nothing is named that is not there: neither a list nor a row of it.
    for (const name of ['aria-controls', 'aria-activedescendant'])
      expect(input.attributes(name)).toBeUndefined()
    expect(input.attributes('aria-expanded')).toBe('false')
    await press('Enter')
    expect(chosen()).toBeUndefined()
  })

  it('offers what may stand in place of one first, and only while nothing is typed', async () => {
    const { names, press, write, chosen, input } = field({ instead: 'All enterprises' })
    await press('ArrowDown')
    expect(names()[0]).toBe('All enterprises')
    await write('north')
    expect(names()[0]).toBe('North Bridge 1')
    await write('')
    await press('ArrowDown', 'Enter')
    expect([chosen(), input.element.value]).toEqual(['', 'All enterprises'])
  })
})
