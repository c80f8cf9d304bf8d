// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../src-renderer/stores/settings-store'
import CustomerDialog from '../../../src-renderer/features/customers/CustomerDialog.vue'
import EmployeeForm from '../../../src-renderer/features/employees/form/EmployeeForm.vue'
import PasswordDialog from '../../../src-renderer/features/employees/password/PasswordDialog.vue'
import AppDialog from '../../../src-renderer/ui/dialog/AppDialog.vue'
import { always } from '../support/bridge-double'
import { withBridge } from '../support/mount-component'
import { entry, job, settings } from '../support/samples'
import { createTexts } from '../support/texts'

// Closing a dialog does not cancel the change that it is sending.

const chen: EmployeeRecord = {
  memberGlobalId: 'chen',
  enterpriseGlobalId: '1846372910564738291',
  userName: 'chen@nbc',
  name: 'Chen Yulan',
  departmentId: '42',
  departmentName: null,
  passwordMobile: '13800138000',
  remark: null,
  assetNums: [],
  borrowNum: null,
  onlineFlag: null,
  deleted: null,
  createdAt: 1,
  updatedAt: 1,
  readAt: 1,
}
const note = 'Closing this dialog doesn’t cancel it.'

let unmount = (): void => undefined
afterEach(() => unmount())

const open = async (component: Component, props: Record<string, unknown>) => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const ended = job({ state: 'ended', rows: 1 })
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'window/unsaved-passwords': always<'window/unsaved-passwords'>(null),
    'jobs/start': async () => {
      await answered
      return succeed(ended)
    },
    'jobs/read': () =>
      succeed({ job: ended, rows: [entry({ action: 'reset-password', state: 'done', memberName: 'Chen' })] }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const wrapper = mount(component, {
    attachTo: document.body,
    props,
    global: { plugins: [pinia, createTexts('en')] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  return {
    wrapper,
    submit: async (form: string): Promise<void> => {
      await wrapper.get(form).trigger('submit')
      await flushPromises()
    },
    close: async (): Promise<void> => {
      wrapper.findComponent(AppDialog).vm.$emit('close')
      await flushPromises()
    },
    closedTimes: () => wrapper.emitted('close')?.length ?? 0,
    answer: async (): Promise<void> => {
      answer()
      await flushPromises()
    },
  }
}

describe('a dialog that is sending', () => {
  it.each<[string, Component, Record<string, unknown>, readonly string[], Record<string, string>]>([
    [
      'a customer',
      CustomerDialog,
      { action: 'create-enterprise' },
      ['#customer-form', '#customer-confirm'],
      { 'customer-crmCustomerId': 'C-1', 'customer-customerName': 'North Bridge' },
    ],
    [
      'an employee',
      EmployeeForm,
      { employee: chen, enterpriseGlobalId: chen.enterpriseGlobalId, enterpriseName: null },
      ['#employee-form'],
      {},
    ],
  ])('%s says once that closing cancels nothing', async (_name, component, props, forms, typed) => {
    const { wrapper, submit, close, closedTimes } = await open(component, props)
    for (const [testid, text] of Object.entries(typed))
      await wrapper.get(`[data-testid=${testid}]`).setValue(text)
    for (const form of forms) await submit(form)
    await close()
    expect(closedTimes()).toBe(0)
    expect(wrapper.get('[data-testid=change-result]').text()).toContain(note)
    await close()
    expect(closedTimes()).toBe(1)
  })

  it('a generated password stays open until there is a result', async () => {
    const { wrapper, submit, close, closedTimes, answer } = await open(PasswordDialog, { employee: chen })
    await submit('#password-form')
    for (let times = 0; times < 3; times += 1) await close()
    expect(closedTimes()).toBe(0)
    expect(wrapper.get('[data-testid=change-result]').text()).toContain(note)
    await answer()
    expect(wrapper.find('[data-testid=password-handover]').exists()).toBe(true)
    await close()
    expect(wrapper.find('[data-testid=unread-secret]').exists()).toBe(true)
    expect(closedTimes()).toBe(0)
  })

  it('nothing closes at once', async () => {
    const { close, closedTimes } = await open(CustomerDialog, { action: 'create-enterprise' })
    await close()
    expect(closedTimes()).toBe(1)
  })
})
