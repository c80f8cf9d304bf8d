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

const showOn = (time: string, dueOn: string | null = null) => {
  vi.setSystemTime(new Date(time))
  const day = ref(dueOn)
  const wrapper = mount(DueChoice, {
    props: { modelValue: day.value, 'onUpdate:modelValue': (chosen: string | null) => (day.value = chosen) },
    global: { plugins: [createTexts('en')] },
    attachTo: document.body,
  })
  const radio = (choice: string) => wrapper.get<HTMLInputElement>(`[data-testid=due-${choice}]`)
  return {
    day,
    choose: async (choice: string) => {
      await radio(choice).setValue()
      await wrapper.setProps({ modelValue: day.value })
    },
    selected: () => ['none', 'tomorrow', 'week', 'date'].filter((choice) => radio(choice).element.checked),
    label: (choice: string) => radio(choice).element.closest('label')?.textContent,
    unmount: () => wrapper.unmount(),
  }
}

describe('the due date of a loan', () => {
  it.each([
    ['Monday', '2026-11-23T10:00', 'Tomorrow · Tue 24', 'End of week · Fri 27', '2026-11-27'],
    ['Tuesday', '2026-11-24T10:00', 'Tomorrow · Wed 25', 'End of week · Fri 27', '2026-11-27'],
    ['Wednesday', '2026-11-25T10:00', 'Tomorrow · Thu 26', 'End of week · Fri 27', '2026-11-27'],
    ['Thursday', '2026-11-26T10:00', 'Tomorrow · Fri 27', 'End of week · Fri 27', '2026-11-27'],
    ['Friday', '2026-11-27T10:00', 'Tomorrow · Sat 28', 'End of next week · Fri, Dec 4', '2026-12-04'],
    ['Saturday', '2026-11-28T10:00', 'Tomorrow · Sun 29', 'End of next week · Fri, Dec 4', '2026-12-04'],
    ['Sunday', '2026-11-29T10:00', 'Tomorrow · Mon 30', 'End of next week · Fri, Dec 4', '2026-12-04'],
    ['New Year’s Eve', '2026-12-31T23:59', 'Tomorrow · Fri, Jan 1', 'End of week · Fri, Jan 1', '2027-01-01'],
    ['the leap day', '2028-02-29T00:00', 'Tomorrow · Wed, Mar 1', 'End of week · Fri, Mar 3', '2028-03-03'],
  ])('stays as chosen on %s', async (_day, time, tomorrow, week, friday) => {
    const due = showOn(time)
    expect([due.label('tomorrow'), due.label('week')]).toEqual([tomorrow, week])
    for (const choice of ['week', 'tomorrow', 'week', 'date', 'week', 'none', 'week']) {
      await due.choose(choice)
      expect(due.selected()).toEqual([choice])
    }
    expect(due.day.value).toBe(friday)
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
    expect(due.label('tomorrow')).toBe('Tomorrow · Sat 28')
    due.unmount()
  })

  it('selects a common choice for a stored day', () => {
    const due = showOn('2026-11-25T10:00', '2026-11-27')
    expect(due.selected()).toEqual(['week'])
    due.unmount()
  })
})
