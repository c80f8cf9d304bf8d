// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import EmployeeForm from '../../../../src-renderer/features/employees/form/EmployeeForm.vue'
import EmployeesPage from '../../../../src-renderer/features/employees/EmployeesPage.vue'
import VirtualTable from '../../../../src-renderer/ui/table/VirtualTable.vue'
import PasswordDialog from '../../../../src-renderer/features/employees/password/PasswordDialog.vue'
import { useDeletionsStore } from '../../../../src-renderer/features/employees/delete/deletions-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { employeeSlice, enterprises, entry, job, registerSlice, settings } from '../../support/samples'
import { createTexts } from '../../support/texts'

// The system dialog is canceled: everything entered is still there.

const now = Date.now()
const [{ enterpriseGlobalId } = { enterpriseGlobalId: '' }] = enterprises(now)
const employee = (memberGlobalId: string): EmployeeRecord => ({
  memberGlobalId,
  enterpriseGlobalId,
  userName: `${memberGlobalId}@nbc`,
  name: `Name of ${memberGlobalId}`,
  departmentId: '42',
  departmentName: null,
  passwordMobile: '13800138000',
  remark: null,
  assetNums: [],
  borrowNum: null,
  onlineFlag: null,
  deleted: null,
  createdAt: now,
  updatedAt: now,
  readAt: now,
})
const employees = ['chen', 'wang', 'li'].map(employee)
const [chen, wang] = employees
const declined = () => fail({ code: 'not-confirmed' as const, message: '' })

let unmount = (): void => undefined
afterEach(() => unmount())

const open = async (component: Component, props: Record<string, unknown> = {}) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'journal/recent': always<'journal/recent'>([]),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(now))),
    'employees/list': always<'employees/list'>(employeeSlice(employees, now)),
    'jobs/list': always<'jobs/list'>([]),
    'jobs/start': declined,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  const wrapper = mount(component, {
    attachTo: document.body,
    props,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const type = (testId: string, text: string) => wrapper.get(`input[data-testid=${testId}]`).setValue(text)
  const valueOf = (testId: string) =>
    wrapper.get<HTMLInputElement>(`input[data-testid=${testId}]`).element.value
  const submit = async (form: string): Promise<void> => {
    await wrapper.get(form).trigger('submit')
    await flushPromises()
  }
  const sent = () => double.calls.flatMap(({ name, input }) => (name === 'jobs/start' ? [input] : []))
  return { double, wrapper, at, type, valueOf, submit, sent }
}

describe('adding an employee', () => {
  it('keeps every field, also a typed password', async () => {
    const { at, wrapper, type, valueOf, submit, sent } = await open(EmployeeForm, {
      employee: null,
      enterpriseGlobalId,
      enterpriseName: null,
    })
    await type('employee-account', 'zhao')
    await type('employee-name', 'Zhao Min')
    await type('employee-department-number', '42')
    await wrapper.get('[data-testid=password-kind] [value=typed]').setValue()
    await type('employee-password', 'Uncommon4567')
    await submit('#employee-form')
    expect(at('change-result').text()).toContain('Not confirmed. Nothing was sent.')
    expect(at('change-result').find('[data-testid=explanation]').exists()).toBe(true)
    expect(at('change-result').find('.text-danger').exists()).toBe(false)
    expect([valueOf('employee-account'), valueOf('employee-name'), valueOf('employee-password')]).toEqual([
      'zhao',
      'Zhao Min',
      'Uncommon4567',
    ])
    await submit('#employee-form')
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toEqual(sent()[0])
  })
})

describe('an employee whose result is unconfirmed', () => {
  const started = job({ action: 'add-employee', state: 'ended', rows: 1 })
  const openUnconfirmed = async (edited: EmployeeRecord | null = null) => {
    const opened = await open(EmployeeForm, { employee: edited, enterpriseGlobalId, enterpriseName: null })
    const { double } = opened
    const action = edited === null ? 'add-employee' : 'edit-employee'
    const become = (state: 'unknown' | 'failed'): void => {
      const row = entry({ action, jobId: started.jobId, state, enterpriseGlobalId })
      double.handlers['jobs/read'] = () => succeed({ job: started, rows: [row] })
    }
    double.handlers['jobs/start'] = () => succeed(started)
    double.handlers['jobs/check-results'] = always<'jobs/check-results'>(started)
    become('unknown')
    return { ...opened, become }
  }

  it('is not added again, until a check shows that nothing was added', async () => {
    const { at, wrapper, type, valueOf, submit, sent, become } = await openUnconfirmed()
    await type('employee-account', 'zhao')
    await type('employee-name', 'Zhao Min')
    await type('employee-department-number', '42')
    const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    await submit('#employee-form')
    expect(at('change-check-result').exists()).toBe(true)
    // In a small window, it would be below what the dialog shows.
    expect(shown.mock.contexts).toContain(at('change-result').element)
    shown.mockRestore()
    expect(at('confirm').exists()).toBe(false)
    expect(at('cancel').text()).toBe('Close')
    await submit('#employee-form')
    expect(sent()).toHaveLength(1)

    become('failed')
    await at('change-check-result').trigger('click')
    await flushPromises()
    expect(wrapper.get('[data-testid=confirm]').attributes('disabled')).toBeUndefined()
    expect(valueOf('employee-name')).toBe('Zhao Min')
  })

  it('keeps its generated password, until the person wants to lose it', async () => {
    const { at, wrapper, type, submit } = await openUnconfirmed()
    await type('employee-account', 'zhao')
    await type('employee-name', 'Zhao Min')
    await type('employee-department-number', '42')
    await submit('#employee-form')
    expect(at('unread-secret').exists()).toBe(false)
    await at('cancel').trigger('click')
    expect(at('unread-secret').text()).toContain('If you close now, the password must be reset.')
    expect([at('cancel').text(), wrapper.emitted('close')]).toEqual(['Discard password', undefined])
    await at('cancel').trigger('click')
    expect(wrapper.emitted('close')).toHaveLength(1)
  })

  it('keeps its generated password also after the kind of password was switched', async () => {
    const { at, wrapper, type, submit } = await openUnconfirmed()
    await type('employee-account', 'zhao')
    await type('employee-name', 'Zhao Min')
    await type('employee-department-number', '42')
    await submit('#employee-form')
    await wrapper.get('[data-testid=password-kind] [value=typed]').setValue()
    await at('cancel').trigger('click')
    expect(at('unread-secret').exists()).toBe(true)
    expect(wrapper.emitted('close')).toBeUndefined()
  })

  it('is not changed again', async () => {
    const { at, type, submit, sent } = await openUnconfirmed(chen)
    await type('employee-name', 'Chen Yulan')
    await submit('#employee-form')
    expect(at('confirm').exists()).toBe(false)
    await submit('#employee-form')
    expect(sent()).toHaveLength(1)
  })
})

describe('editing an employee', () => {
  it('keeps the changed fields', async () => {
    const { at, type, valueOf, submit } = await open(EmployeeForm, {
      employee: chen,
      enterpriseGlobalId,
      enterpriseName: null,
    })
    await type('employee-name', 'Chen Yulan')
    await submit('#employee-form')
    expect(at('change-result').text()).toContain('Not confirmed. Nothing was sent.')
    expect(valueOf('employee-name')).toBe('Chen Yulan')
  })
})

describe('resetting a password', () => {
  it('sends nothing again while the result is unconfirmed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { at, double, submit, sent } = await open(PasswordDialog, { employee: chen })
    const ended = job({ action: 'reset-password', state: 'ended', rows: 1 })
    const row = entry({ action: 'reset-password', jobId: ended.jobId, state: 'unknown', enterpriseGlobalId })
    double.handlers['jobs/start'] = () => succeed(ended)
    double.handlers['jobs/read'] = () => succeed({ job: ended, rows: [row] })
    await submit('#password-form')
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(at('change-result').text()).toContain('Unconfirmed')
    expect(at('confirm').exists()).toBe(false)
    await submit('#password-form')
    expect(sent()).toHaveLength(1)
  })

  it('keeps the typed password', async () => {
    const { at, wrapper, type, valueOf, submit } = await open(PasswordDialog, { employee: chen })
    await wrapper.get('[data-testid=password-kind] [value=typed]').setValue()
    await type('employee-password', 'Uncommon4567')
    await submit('#password-form')
    expect(at('change-result').text()).toContain('Not confirmed. Nothing was sent.')
    expect(valueOf('employee-password')).toBe('Uncommon4567')
  })
})

describe('deleting employees', () => {
  it('returns to the confirmation with the selection', async () => {
    const { wrapper, at, submit, sent } = await open(EmployeesPage)
    wrapper.findComponent(VirtualTable).vm.$emit('update:selected', new Set(['chen', 'wang']))
    await flushPromises()
    await at('delete-picked').trigger('click')
    expect(at('not-confirmed').exists()).toBe(false)
    await submit('#delete-form')
    expect(at('delete-form').text()).toContain('Name of wang')
    expect(at('not-confirmed').text()).toBe('Not confirmed. Nothing was sent.')
    expect(at('deletion').exists()).toBe(false)
    await at('cancel').trigger('click')
    expect(at('delete-picked').text()).toContain('2')
    expect(sent()).toHaveLength(1)
  })

  it('keeps the failed employees when a retry is canceled', async () => {
    const { double } = await open(EmployeesPage)
    const deletions = useDeletionsStore()
    const ended = job({ action: 'delete-employee', state: 'ended' })
    const failed = entry({
      action: 'delete-employee',
      jobId: ended.jobId,
      enterpriseGlobalId,
      memberGlobalId: 'wang',
      state: 'failed',
    })
    double.handlers['jobs/start'] = () => succeed(ended)
    double.handlers['jobs/read'] = () => succeed({ job: ended, rows: [failed] })
    if (wang === undefined) throw new Error('no employee')
    await deletions.remove([wang], 'Li Wei')
    expect(deletions.retryable).toHaveLength(1)

    double.handlers['jobs/start'] = declined
    await deletions.retry('Li Wei')
    expect(deletions.failure?.code).toBe('not-confirmed')
    expect(deletions.retryable).toHaveLength(1)
  })
})
