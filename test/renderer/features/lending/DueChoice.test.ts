// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import DueChoice from '../../../../src-renderer/features/lending/DueChoice.vue'
import { createTexts } from '../../support/texts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const showOn = (time: string, dueOn: string | null = null, language: 'en' | 'zh' = 'en') => {
  vi.setSystemTime(new Date(time))
  const day = ref(dueOn)
  const wrapper = mount(DueChoice, {
    props: { modelValue: day.value, 'onUpdate:modelValue': (chosen: string | null) => (day.value = chosen) },
    global: { plugins: [createTexts(language)] },
    attachTo: document.body,
  })
  const radio = (choice: string) => wrapper.get<HTMLInputElement>(`[data-testid=due-${choice}]`)
  const choices = () =>
    wrapper
      .findAll('input[type=radio]')
      .map((input) => (input.attributes('data-testid') ?? '').replace('due-', ''))
  return {
    day,
    choose: async (choice: string) => {
      await radio(choice).setValue()
      await wrapper.setProps({ modelValue: day.value })
    },
    choices,
    press: async (choice: string) => {
      await radio(choice).trigger('pointerdown')
      await radio(choice).setValue()
      await nextTick()
    },
    field: () => wrapper.get<HTMLInputElement>('[data-testid=due-day]').element,
    selected: () => choices().filter((choice) => radio(choice).element.checked),
    labels: () => choices().map((choice) => radio(choice).element.closest('label')?.textContent.trim()),
    unmount: () => wrapper.unmount(),
  }
}

const oneWeek = (tomorrow: string, friday: string | null, week: string, weeks: string): string[] => [
  'No due date',
  `Tomorrow · ${tomorrow}`,
  ...(friday === null ? [] : [friday]),
  `1 week · ${week}`,
  `2 weeks · ${weeks}`,
  'Date…',
]

describe('the due date of a loan', () => {
  it.each([
    ['Monday', '2026-11-23T10:00', oneWeek('Tue, Nov 24', 'Friday, Nov 27', 'Mon, Nov 30', 'Mon, Dec 7')],
    ['Tuesday', '2026-11-24T10:00', oneWeek('Wed, Nov 25', 'Friday, Nov 27', 'Tue, Dec 1', 'Tue, Dec 8')],
    ['Wednesday', '2026-11-25T10:00', oneWeek('Thu, Nov 26', 'Friday, Nov 27', 'Wed, Dec 2', 'Wed, Dec 9')],
    // Friday is tomorrow.
    ['Thursday', '2026-11-26T10:00', oneWeek('Fri, Nov 27', null, 'Thu, Dec 3', 'Thu, Dec 10')],
    // The next Friday is in one week.
    ['Friday', '2026-11-27T10:00', oneWeek('Sat, Nov 28', null, 'Fri, Dec 4', 'Fri, Dec 11')],
    ['Saturday', '2026-11-28T10:00', oneWeek('Sun, Nov 29', 'Friday, Dec 4', 'Sat, Dec 5', 'Sat, Dec 12')],
    ['Sunday', '2026-11-29T10:00', oneWeek('Mon, Nov 30', 'Friday, Dec 4', 'Sun, Dec 6', 'Sun, Dec 13')],
    ['New Year’s Eve', '2026-12-31T23:59', oneWeek('Fri, Jan 1', null, 'Thu, Jan 7', 'Thu, Jan 14')],
    ['the leap day', '2028-02-29T00:00', oneWeek('Wed, Mar 1', 'Friday, Mar 3', 'Tue, Mar 7', 'Tue, Mar 14')],
    [
      'the night of the clock change',
      '2026-10-25T00:30',
      oneWeek('Mon, Oct 26', 'Friday, Oct 30', 'Sun, Nov 1', 'Sun, Nov 8'),
    ],
  ])('says each day once, and stays as chosen on %s', async (_day, time, labels) => {
    const due = showOn(time)
    expect(due.labels()).toEqual(labels)
    const common = due.choices().filter((choice) => choice !== 'none' && choice !== 'date')
    const days: (string | null)[] = []
    for (const choice of common) {
      await due.choose(choice)
      expect(due.selected()).toEqual([choice])
      days.push(due.day.value)
      // A press of “Date” keeps the day.
      await due.choose('date')
      expect(due.selected()).toEqual(['date'])
      expect(due.day.value).toBe(days.at(-1))
    }
    expect(new Set(days).size).toBe(common.length)
    expect(days).toEqual([...days].sort())
    await due.choose('none')
    expect([due.selected(), due.day.value]).toEqual([['none'], null])
    // No day is chosen for the clerk.
    await due.choose('date')
    expect([due.selected(), due.day.value]).toEqual([['date'], null])
    due.unmount()
  })

  it('says the days in Chinese', () => {
    const due = showOn('2026-11-25T10:00', null, 'zh')
    expect(due.labels()).toEqual([
      '无归还日期',
      '明天（11月26日）',
      '周五（11月27日）',
      '1 周（12月2日）',
      '2 周（12月9日）',
      '指定日期',
    ])
    due.unmount()
  })

  it('keeps its day over midnight, and then says which day it is', async () => {
    const due = showOn('2026-11-26T23:59:50')
    await due.choose('tomorrow')
    vi.setSystemTime(new Date('2026-11-27T00:00:10'))
    vi.advanceTimersByTime(15_000)
    await nextTick()
    expect(due.day.value).toBe('2026-11-27')
    expect(due.selected()).toEqual(['date'])
    expect(due.labels()).toContain('Tomorrow · Sat, Nov 28')
    due.unmount()
  })

  it('selects a common choice for a stored day', () => {
    const due = showOn('2026-11-25T10:00', '2026-11-27')
    expect(due.selected()).toEqual(['friday'])
    due.unmount()
  })
})

it('a press on “Date…” selects the day in its field, which typing replaces', async () => {
  const shown = showOn('2026-11-30T09:00:00', '2026-12-04')
  await shown.press('date')
  const { value, selectionStart, selectionEnd } = shown.field()
  expect(document.activeElement).toBe(shown.field())
  expect([value, selectionStart, selectionEnd]).toEqual(['2026-12-04', 0, value.length])
  shown.unmount()
})
