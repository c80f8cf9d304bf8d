// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { expect, it } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { ChangeReason } from '#shared/model/changes/change'
import { succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import EmployeeForm from '../../../../src-renderer/features/employees/form/EmployeeForm.vue'
import OneTimeSecret from '../../../../src-renderer/features/employees/password/OneTimeSecret.vue'
import PasswordDialog from '../../../../src-renderer/features/employees/password/PasswordDialog.vue'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { entry, job, settings } from '../../support/samples'
import { createTexts, switchToChinese } from '../../support/texts'

const chinese = /[\u4e00-\u9fff]/
const chen = {
  memberGlobalId: 'chen',
  enterpriseGlobalId: '1846372910564738291',
  userName: 'chen@nbc',
  name: 'Chen',
  departmentId: '42',
  passwordMobile: '13800138000',
} as EmployeeRecord

const open = async (component: Component, props: Record<string, unknown>, reason: ChangeReason) => {
  const ended = job({ state: 'ended' })
  withBridge({
    'settings/read': always<'settings/read'>(settings),
    'jobs/list': always<'jobs/list'>([]),
    'jobs/start': () => succeed(ended),
    'jobs/read': () => succeed({ job: ended, rows: [entry({ state: 'failed', reason })] }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const texts = createTexts('en')
  const wrapper = mount(component, { attachTo: document.body, props, global: { plugins: [pinia, texts] } })
  await flushPromises()
  const type = (testId: string, text: string) => wrapper.get(`input[data-testid=${testId}]`).setValue(text)
  const problem = () => wrapper.get('[data-testid=dialog] .text-danger').text()
  return { wrapper, texts, type, problem }
}
const refusal = (businessCode: string): ChangeReason => ({
  kind: 'platform',
  failure: { code: 'refused', message: 'refused', businessCode, changed: 'no' },
})

it('the problem of a new password follows the language', async () => {
  const { wrapper, texts, type, problem } = await open(PasswordDialog, { employee: chen }, refusal('50003'))
  await wrapper.get('[data-testid=password-kind] [value=typed]').setValue()
  await type('employee-password', '')
  await wrapper.get('#password-form').trigger('submit')
  expect(problem()).not.toMatch(chinese)
  await switchToChinese(texts)
  expect(problem()).toMatch(chinese)
  wrapper.unmount()
})

it('what the platform rejects in a field follows the language', async () => {
  const props = { employee: chen, enterpriseGlobalId: chen.enterpriseGlobalId, enterpriseName: null }
  const { wrapper, texts, type, problem } = await open(EmployeeForm, props, refusal('40022'))
  await type('employee-name', 'Chen Yulan')
  await wrapper.get('#employee-form').trigger('submit')
  await flushPromises()
  expect(problem()).toContain('40022')
  expect(problem()).not.toMatch(chinese)
  await switchToChinese(texts)
  expect(problem()).toMatch(chinese)
  wrapper.unmount()
})

it('the button that copies a password is the primary until it has copied', async () => {
  withBridge({ 'app/copy': always<'app/copy'>(undefined as never) })
  const secret = mountComponent(OneTimeSecret, { take: () => 'Uncommon4567' })
  const isPrimary = () => secret.get('[data-testid=copy-secret]').classes('n-button--primary-type')
  expect(isPrimary()).toBe(true)
  await secret.get('[data-testid=copy-secret]').trigger('click')
  await flushPromises()
  expect(isPrimary()).toBe(false)
})
