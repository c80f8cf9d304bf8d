// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { CommandInput } from '#shared/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { fail, succeed } from '#shared/outcome'
import EmployeePicker from '../../../src-renderer/app/EmployeePicker.vue'
import { draw, withBridge } from '../support/draw'
import { unreachable } from '../support/samples'

const employee = (n: number, part: Partial<EmployeeRecord> = {}): EmployeeRecord => ({
  memberGlobalId: `m-${n}`,
  enterpriseGlobalId: 'e-1',
  userName: `chen${n}`,
  name: `Chen ${n}`,
  departmentId: '7',
  departmentName: 'Design',
  passwordMobile: null,
  remark: null,
  assetNums: null,
  borrowNum: null,
  onlineFlag: null,
  deleted: false,
  createdAt: null,
  updatedAt: null,
  readAt: 0,
  ...part,
})

type Asked = CommandInput<'employees/find'>
let answer: (asked: Asked) => readonly EmployeeRecord[] | null
const page = (asked: Asked) => {
  const rows = answer(asked)
  if (rows === null) return fail(unreachable)
  return succeed({ state: 'found' as const, rows, total: 3, pageNum: asked.pageNum, pages: 2 })
}

const picker = () => {
  const bridge = withBridge({ 'employees/find': page })
  const drawn = draw(EmployeePicker, { enterpriseGlobalId: 'e-1', modelValue: null })
  const field = drawn.get('[role=combobox]')
  return {
    bridge,
    drawn,
    field,
    asked: () => bridge.given.map(({ input }) => input as Asked),
    names: () => drawn.findAll('[data-testid=employee-option]').map((option) => option.text()),
    chosen: () => drawn.emitted<[EmployeeRecord | null]>('update:modelValue')?.at(-1)?.[0],
    press: (key: string) => field.trigger('keydown', { key }),
    write: async (text: string) => {
      await field.setValue(text)
      await vi.advanceTimersByTimeAsync(300)
      await flushPromises()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  answer = ({ pageNum }) => (pageNum === 1 ? [employee(1), employee(2)] : [employee(2), employee(3)])
})
afterEach(() => vi.useRealTimers())

describe('the employee picker', () => {
  it('asks once for what was typed fast, and takes with the arrows and Enter', async () => {
    const { field, asked, names, press, chosen } = picker()
    await field.setValue('c')
    await field.setValue('ch')
    await vi.advanceTimersByTimeAsync(300)
    expect(asked()).toEqual([{ enterpriseGlobalId: 'e-1', keyword: 'ch', departmentId: null, pageNum: 1 }])
    expect(names()).toEqual(['Chen 1chen1 · Design', 'Chen 2chen2 · Design'])
    await press('ArrowDown')
    await press('ArrowDown')
    const active = field.attributes('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain('Chen 2')
    await press('Enter')
    expect(chosen()?.memberGlobalId).toBe('m-2')
    expect(field.attributes('aria-expanded')).toBe('false')
  })

  it('pages on, and has nobody twice', async () => {
    const { press, names, write, drawn } = picker()
    await write('chen')
    expect(drawn.get('[data-testid=employee-more]').text()).toContain('1 left')
    for (let n = 0; n < 3; n += 1) await press('ArrowDown')
    await press('Enter')
    await flushPromises()
    expect(names()).toHaveLength(3)
    expect(drawn.find('[data-testid=employee-more]').exists()).toBe(false)
    expect(drawn.get('.active').text()).toContain('Chen 3')
  })

  it('does not take anybody while it still searches', async () => {
    const { field, press, chosen } = picker()
    await field.setValue('ch')
    await press('Enter')
    expect(chosen()).toBeUndefined()
  })

  it('says why it found nothing out, and tries again', async () => {
    answer = () => null
    const { write, drawn, press, names } = picker()
    await write('chen')
    expect(drawn.text()).toContain('could not be reached')
    answer = () => [employee(1)]
    await press('ArrowDown')
    await press('Enter')
    await flushPromises()
    expect(names()).toHaveLength(1)
    expect(drawn.text()).not.toContain('could not be reached')
  })

  it('shows a deleted employee, and does not take one', async () => {
    answer = () => [employee(1, { deleted: true })]
    const { write, press, chosen, drawn } = picker()
    await write('chen')
    await press('ArrowDown')
    await press('Enter')
    expect(chosen()).toBeUndefined()
    expect(drawn.text()).toContain('deleted')
  })

  it('keeps Esc for itself while the list is open, and gives it on when it is closed', async () => {
    const { write, field } = picker()
    const outside = vi.fn()
    document.body.addEventListener('keydown', outside)
    await write('chen')
    await field.trigger('keydown', { key: 'Escape' })
    expect(field.attributes('aria-expanded')).toBe('false')
    expect(outside).not.toHaveBeenCalled()
    await field.trigger('keydown', { key: 'Escape' })
    expect(outside).toHaveBeenCalledOnce()
  })

  it('lets go of who is chosen when something else is typed, or the enterprise changes', async () => {
    const { drawn, names, chosen } = picker()
    await drawn.setProps({ modelValue: employee(1) })
    expect(drawn.get<HTMLInputElement>('input').element.value).toBe('Chen 1')
    await drawn.get('input').setValue('Chen')
    expect(chosen()).toBeNull()
    await drawn.setProps({ modelValue: null })
    expect(drawn.get<HTMLInputElement>('input').element.value).toBe('Chen')
    expect(names()).toEqual([])
    await drawn.setProps({ modelValue: employee(1) })
    await drawn.setProps({ enterpriseGlobalId: 'e-2' })
    await nextTick()
    expect(drawn.emitted('update:modelValue')).toHaveLength(2)
  })

  it('selects what stands in the field when it is focused, so that the next name takes its place', async () => {
    const { drawn, field, write } = picker()
    await write('chen')
    ;(drawn.findComponent(EmployeePicker).vm as unknown as { focus: () => void }).focus()
    const { selectionStart, selectionEnd } = field.element as HTMLInputElement
    expect([selectionStart, selectionEnd]).toEqual([0, 4])
  })
})
