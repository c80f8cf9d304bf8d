// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { CommandInput } from '#shared/bridge/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { fail, succeed } from '#shared/outcome'
import EmployeePicker from '../../../../src-renderer/entities/employee/EmployeePicker.vue'
import { mountComponent, withBridge } from '../../support/mount-component'
import { unreachable } from '../../support/samples'

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

type PageRequest = CommandInput<'employees/find'>
let answer: (request: PageRequest) => readonly EmployeeRecord[] | null
const page = (request: PageRequest) => {
  const rows = answer(request)
  if (rows === null) return fail(unreachable)
  return succeed({ state: 'found' as const, rows, total: 3, pageNum: request.pageNum, pages: 2 })
}

const picker = () => {
  const bridge = withBridge({ 'employees/find': page })
  const wrapper = mountComponent(EmployeePicker, { enterpriseGlobalId: 'e-1', modelValue: null })
  const field = wrapper.get('[role=combobox]')
  return {
    bridge,
    wrapper,
    field,
    requests: () =>
      bridge.calls.flatMap(({ name, input }) => (name === 'employees/find' ? [input as PageRequest] : [])),
    names: () => wrapper.findAll('[data-testid=employee-option]').map((option) => option.text()),
    chosen: () => wrapper.emitted<[EmployeeRecord | null]>('update:modelValue')?.at(-1)?.[0],
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
  it('searches once for quick typing, and selects with arrows and Enter', async () => {
    const { field, requests, names, press, chosen } = picker()
    await field.setValue('c')
    await field.setValue('ch')
    await vi.advanceTimersByTimeAsync(300)
    expect(requests()).toEqual([{ enterpriseGlobalId: 'e-1', keyword: 'ch', departmentId: null, pageNum: 1 }])
    expect(names()).toEqual(['Chen 1chen1 · Design', 'Chen 2chen2 · Design'])
    await press('ArrowDown')
    await press('ArrowDown')
    const active = field.attributes('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain('Chen 2')
    await press('Enter')
    expect(chosen()?.memberGlobalId).toBe('m-2')
    expect(field.attributes('aria-expanded')).toBe('false')
  })

  it('asks for the letters of a Chinese input method in half width, and for its brackets as they are', async () => {
    const { write, requests } = picker()
    await write('ｌｉ　Ｗｅｉ１（外包）')
    expect(requests().map(({ keyword }) => keyword)).toEqual(['li Wei1（外包）'])
  })

  it('loads the next page without duplicates', async () => {
    const { press, names, write, wrapper } = picker()
    await write('chen')
    expect(wrapper.get('[data-testid=employee-more]').text()).toContain('1 left')
    for (let n = 0; n < 3; n += 1) await press('ArrowDown')
    await press('Enter')
    await flushPromises()
    expect(names()).toHaveLength(3)
    expect(wrapper.find('[data-testid=employee-more]').exists()).toBe(false)
    expect(wrapper.get('.active').text()).toContain('Chen 3')
  })

  it('selects nothing while it searches', async () => {
    const { field, press, chosen } = picker()
    await field.setValue('ch')
    await press('Enter')
    expect(chosen()).toBeUndefined()
  })

  it('reports a failed search and retries', async () => {
    answer = () => null
    const { write, wrapper, press, names } = picker()
    await write('chen')
    expect(wrapper.text()).toContain('The platform doesn’t respond')
    answer = () => [employee(1)]
    await press('ArrowDown')
    await press('Enter')
    await flushPromises()
    expect(names()).toHaveLength(1)
    expect(wrapper.text()).not.toContain('The platform doesn’t respond')
  })

  it('shows a deleted employee but does not select one', async () => {
    answer = () => [employee(1, { deleted: true })]
    const { write, press, chosen, wrapper } = picker()
    await write('chen')
    await press('ArrowDown')
    await press('Enter')
    expect(chosen()).toBeUndefined()
    expect(wrapper.text()).toContain('deleted')
  })

  it('handles Esc while the list is open, and passes it on when closed', async () => {
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

  it('clears the selection when other text is typed or the enterprise changes', async () => {
    const { wrapper, names, chosen } = picker()
    await wrapper.setProps({ modelValue: employee(1) })
    expect(wrapper.get<HTMLInputElement>('input').element.value).toBe('Chen 1')
    await wrapper.get('input').setValue('Chen')
    await vi.advanceTimersByTimeAsync(150)
    expect(chosen()).toBeNull()
    await wrapper.setProps({ modelValue: null })
    expect(wrapper.get<HTMLInputElement>('input').element.value).toBe('Chen')
    expect(names()).toEqual([])
    await wrapper.setProps({ modelValue: employee(1) })
    await wrapper.setProps({ enterpriseGlobalId: 'e-2' })
    await nextTick()
    expect(wrapper.emitted('update:modelValue')).toHaveLength(2)
  })

  it('keeps the selection and closes the list where its text comes back, as after a scan', async () => {
    const { wrapper, chosen } = picker()
    await wrapper.setProps({ modelValue: employee(1) })
    await wrapper.get('input').setValue('Chen 18000000019')
    await vi.advanceTimersByTimeAsync(100)
    await wrapper.get('input').setValue('Chen 1')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(chosen()).toBeUndefined()
    expect(wrapper.get('input').attributes('aria-expanded')).toBe('false')
  })

  it('selects its text on focus, so that typing replaces it', async () => {
    const { wrapper, field, write } = picker()
    await write('chen')
    ;(wrapper.findComponent(EmployeePicker).vm as unknown as { focus: () => void }).focus()
    const { selectionStart, selectionEnd } = field.element as HTMLInputElement
    expect([selectionStart, selectionEnd]).toEqual([0, 4])
  })
})
