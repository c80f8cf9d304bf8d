// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placesKey } from '../../../../src-renderer/ui/place/use-place'
import type { Places } from '../../../../src-renderer/ui/place/use-place'
import AppPopover from '../../../../src-renderer/ui/dialog/AppPopover.vue'
import DayField from '../../../../src-renderer/ui/form/DayField.vue'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { readDay } from '../../../../src-renderer/ui/value/days'
import { createTexts } from '../../support/texts'

// happy-dom has no popovers.
HTMLElement.prototype.hidePopover = () => undefined

const now = new Date(2026, 10, 21, 15).getTime()

describe('readDay', () => {
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['2026/1/5', '2026-01-05'],
    ['２０２６．１１．３０', '2026-11-30'],
    ['2026年11月30日', '2026-11-30'],
    ['2026。11。30', '2026-11-30'],
    ['20261130', '2026-11-30'],
    ['11-30', '2026-11-30'],
    ['11月21日', '2026-11-21'],
    ['1-5', '2027-01-05'],
    // The next one that exists.
    ['2-29', '2028-02-29'],
    ['2026-02-30', null],
    ['2-30', null],
    ['30 November', null],
    ['', null],
  ])('reads %s', (typed, day) => {
    expect(readDay(typed, now)).toBe(day)
  })

  it('counts by the calendar', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(dayOf(now)).toBe('2026-11-21')
  })
})

const mountComponent = (language: 'en' | 'zh', day: string | null = null) => {
  const wrapper = mount(DayField, {
    props: {
      modelValue: day,
      'onUpdate:modelValue': (next: string | null) => void wrapper.setProps({ modelValue: next }),
      label: 'Until',
      from: '2026-11-21',
    },
    global: { plugins: [createTexts(language)] },
  })
  return wrapper
}

it('breaks no date of its hint', async () => {
  const field = mountComponent('en')
  await field.get('input').setValue('3')
  await field.get('input').trigger('blur')
  const hint = field.get('[aria-live]')
  expect(hint.text()).toContain('such as 11-30.')
  expect(hint.findAll('.nowrap').map((date) => date.text())).toEqual(['2026-11-30', '11-30'])
})

it('comes back with a text that is no date', async () => {
  let take = (): unknown => undefined
  let kept: unknown
  const places: Places = {
    kept: () => kept,
    add: (_, part) => {
      take = part.take
      return () => undefined
    },
  }
  const open = () =>
    mount(DayField, {
      props: { modelValue: '2026-11-25', label: 'Until' },
      global: { plugins: [createTexts('en')], provide: { [placesKey as symbol]: places } },
    })
  await open().get('input').setValue('next week')
  kept = take()
  const second = open()
  expect(second.get('input').element.value).toBe('next week')
  expect(second.emitted('update:invalid')).toEqual([[true]])
  await second.get('input').setValue('2026-11-26')
  kept = take()
  expect(open().get('input').element.value).toBe('2026-11-25')
})

describe('a date of a filter', () => {
  it('may be empty, and hides the date in words', async () => {
    const wrapper = mount(DayField, {
      props: {
        modelValue: '2026-11-25',
        'onUpdate:modelValue': (next: string | null) => void wrapper.setProps({ modelValue: next }),
        label: 'From',
        isFilter: true,
      },
      global: { plugins: [createTexts('en')] },
    })
    const message = () => wrapper.get('[aria-live=polite]')
    expect(message().classes()).toContain('visually-hidden')
    await wrapper.get('input').setValue('')
    expect(wrapper.props('modelValue')).toBeNull()
    await wrapper.get('input').setValue('2026-11-3x')
    await wrapper.get('input').trigger('blur')
    expect(wrapper.props('modelValue')).toBeNull()
    expect(message().classes()).not.toContain('visually-hidden')
    await wrapper.get('input').setValue('2026-12-01')
    expect(wrapper.props('modelValue')).toBe('2026-12-01')
    // No day that the field does not show filters.
    await wrapper.get('input').setValue('12/2')
    expect(wrapper.props('modelValue')).toMatch(/-12-02$/)
    await wrapper.get('input').setValue('12/2026')
    expect(wrapper.props('modelValue')).toBeNull()
    expect(wrapper.get('input').element.value).toBe('12/2026')
  })
})

describe('DayField', () => {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('shows its placeholder in the language of the window', () => {
    expect(mountComponent('en').get('input').attributes('placeholder')).toBe('year-month-day')
    expect(mountComponent('zh').get('input').attributes('placeholder')).toBe('年-月-日')
  })

  it('accepts a complete date, and reports an invalid one only on blur', async () => {
    const wrapper = mountComponent('en', '2026-11-25')
    await wrapper.get('input').setValue('2026-11-3')
    await wrapper.get('input').setValue('2026-12-')
    expect(wrapper.get('input').attributes('aria-invalid')).toBeUndefined()
    expect(wrapper.props('modelValue')).toBe('2026-11-25')
    await wrapper.get('input').trigger('blur')
    expect(wrapper.get('input').attributes('aria-invalid')).toBe('true')
    await wrapper.get('input').setValue('2026年12月1日')
    await wrapper.get('input').trigger('blur')
    expect(wrapper.props('modelValue')).toBe('2026-12-01')
    expect(wrapper.get('input').element.value).toBe('2026-12-01')
  })

  it('has a calendar: a day is chosen with the mouse or the keyboard, none before the first valid one', async () => {
    const wrapper = mountComponent('en', '2026-11-25')
    wrapper.getComponent(AppPopover).vm.$emit('toggle', true)
    await nextTick()
    const grid = () => wrapper.get('[role=grid]')
    expect(grid().attributes('aria-label')).toBe('November 2026')
    expect(wrapper.get('[data-testid=day-2026-11-20]').attributes('disabled')).toBeDefined()
    expect(wrapper.get('[data-testid=day-2026-11-25]').attributes('tabindex')).toBe('0')
    await grid().trigger('keydown', { key: 'ArrowDown' })
    expect(grid().attributes('aria-label')).toBe('December 2026')
    expect(wrapper.get('[data-testid=day-2026-12-02]').attributes('tabindex')).toBe('0')
    await grid().trigger('keydown', { key: 'PageUp' })
    await grid().trigger('keydown', { key: 'PageUp' })
    expect(wrapper.get('[data-testid=day-2026-11-21]').attributes('tabindex')).toBe('0')
    await wrapper.get('[data-testid=month-after]').trigger('click')
    await wrapper.get('[data-testid=day-2026-12-24]').trigger('click')
    expect(wrapper.props('modelValue')).toBe('2026-12-24')
    expect(wrapper.get('input').element.value).toBe('2026-12-24')
  })

  it('opens the calendar of a past day at the first valid one', async () => {
    const wrapper = mountComponent('en', '2026-10-03')
    wrapper.getComponent(AppPopover).vm.$emit('toggle', true)
    await nextTick()
    expect(wrapper.get('[data-testid=day-2026-11-21]').attributes('tabindex')).toBe('0')
  })

  it('says which forms it reads', async () => {
    const wrapper = mountComponent('en')
    await wrapper.get('input').setValue('next week')
    await wrapper.get('input').trigger('blur')
    for (const form of wrapper.text().match(/[\d-]{5,10}/g) ?? []) expect(readDay(form, now)).not.toBeNull()
    expect(wrapper.text()).toContain('2026-11-30 or 20261130')
  })

  it('rejects past days, and steps with ↑', async () => {
    const wrapper = mountComponent('en', '2026-11-21')
    await wrapper.get('input').trigger('keydown', { key: 'ArrowDown' })
    expect(wrapper.props('modelValue')).toBe('2026-11-21')
    await wrapper.get('input').trigger('keydown', { key: 'ArrowUp' })
    expect(wrapper.props('modelValue')).toBe('2026-11-22')
    await wrapper.get('input').setValue('2026-11-20')
    expect(wrapper.props('modelValue')).toBe('2026-11-22')
    expect(wrapper.text()).toContain('in the past')
  })

  it('reports an unreadable text, so that an earlier date is not used', async () => {
    const wrapper = mountComponent('en', '2026-11-25')
    const unread = () => wrapper.emitted('update:invalid')?.at(-1)
    await wrapper.get('input').setValue('11232026')
    expect(unread()).toEqual([true])
    await wrapper.get('input').setValue('11-23')
    expect(unread()).toEqual([false])
    await wrapper.get('input').setValue('2026-11-20')
    expect(unread()).toEqual([true])
  })
})
