// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import DayField from '../../../src-renderer/ui/DayField.vue'
import { dayAfter, dayOf, readDay } from '../../../src-renderer/ui/days'
import { createTexts } from '../support/texts'

const now = new Date(2026, 10, 21, 15).getTime()

describe('readDay', () => {
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['2026/1/5', '2026-01-05'],
    ['２０２６．１１．３０', '2026-11-30'],
    ['2026年11月30日', '2026-11-30'],
    ['20261130', '2026-11-30'],
    ['11-30', '2026-11-30'],
    ['11月21日', '2026-11-21'],
    ['1-5', '2027-01-05'],
    ['2026-02-30', null],
    ['2-30', null],
    ['30 November', null],
    ['', null],
  ])('reads %s', (typed, day) => {
    expect(readDay(typed, now)).toBe(day)
  })

  it('counts on by the calendar', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(dayOf(now)).toBe('2026-11-21')
  })
})

const draw = (language: 'en' | 'zh', day: string | null = null) => {
  const drawn = mount(DayField, {
    props: {
      modelValue: day,
      'onUpdate:modelValue': (next: string | null) => void drawn.setProps({ modelValue: next }),
      label: 'Until',
      from: '2026-11-21',
    },
    global: { plugins: [createTexts(language)] },
  })
  return drawn
}

describe('the field of a day', () => {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('asks for it in the language of the window, whatever the system’s is', () => {
    expect(draw('en').get('input').attributes('placeholder')).toBe('year-month-day')
    expect(draw('zh').get('input').attributes('placeholder')).toBe('年-月-日')
  })

  it('takes a day once it is whole, and calls it wrong only when the field is left', async () => {
    const drawn = draw('en', '2026-11-25')
    await drawn.get('input').setValue('2026-11-3')
    await drawn.get('input').setValue('2026-12-')
    expect(drawn.get('input').attributes('aria-invalid')).toBeUndefined()
    expect(drawn.props('modelValue')).toBe('2026-11-25')
    await drawn.get('input').trigger('blur')
    expect(drawn.get('input').attributes('aria-invalid')).toBe('true')
    await drawn.get('input').setValue('2026年12月1日')
    await drawn.get('input').trigger('blur')
    expect(drawn.props('modelValue')).toBe('2026-12-01')
    expect(drawn.get('input').element.value).toBe('2026-12-01')
  })

  it('takes no day that is over, and goes to the next with ↑', async () => {
    const drawn = draw('en', '2026-11-21')
    await drawn.get('input').trigger('keydown', { key: 'ArrowDown' })
    expect(drawn.props('modelValue')).toBe('2026-11-21')
    await drawn.get('input').trigger('keydown', { key: 'ArrowUp' })
    expect(drawn.props('modelValue')).toBe('2026-11-22')
    await drawn.get('input').setValue('2026-11-20')
    expect(drawn.props('modelValue')).toBe('2026-11-22')
    expect(drawn.text()).toContain('over')
  })

  it('says that no day stands in it, so that an earlier one is not taken for it', async () => {
    const drawn = draw('en', '2026-11-25')
    const unread = () => drawn.emitted('update:unread')?.at(-1)
    await drawn.get('input').setValue('11232026')
    expect(unread()).toEqual([true])
    await drawn.get('input').setValue('11-23')
    expect(unread()).toEqual([false])
    await drawn.get('input').setValue('2026-11-20')
    expect(unread()).toEqual([true])
  })
})
