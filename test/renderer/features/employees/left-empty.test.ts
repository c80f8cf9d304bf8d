// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { employee, settings } from '../../support/samples'
import EditReversalDialog from '../../../../src-renderer/entities/employee/EditReversalDialog.vue'
import EmployeeForm from '../../../../src-renderer/features/employees/form/EmployeeForm.vue'
import ImportConfirm from '../../../../src-renderer/features/employees/import/ImportConfirm.vue'

afterEach(() => {
  document.body.innerHTML = ''
})

const open = async (component: Parameters<typeof mountComponent>[0], props: Record<string, unknown>) => {
  withBridge({ 'settings/read': always<'settings/read'>(settings) })
  const page = mountComponent(component, props)
  await flushPromises()
  return page
}
const form = (edited: EmployeeRecord | null) =>
  open(EmployeeForm, { employee: edited, enterpriseGlobalId: 'E-1', enterpriseName: null })

describe('a field that is left empty', () => {
  it('is named in the confirmation of former values, and what stays as it is', async () => {
    const page = await open(EditReversalDialog, {
      jobId: 'job-1',
      row: {
        enterpriseGlobalId: 'E-1',
        memberGlobalId: 'member-1',
        memberName: 'Chen Yu',
        userName: 'chen@nbc',
        name: 'Chen Yu',
        passwordMobile: '',
        remark: 'Night shift',
        departmentId: null,
      },
    })
    const lines = page.findAll('tr').map((line) => line.text().trim())
    expect(lines).toContain('Mobile for password recoveryEmpty. The platform may clear it.')
    expect(lines).toContain('RemarkNight shift')
    expect(lines).toContain('DepartmentStays as it is')
  })

  it('has its consequence below it in the form of an employee', async () => {
    const edited = await form(employee)
    expect(edited.text()).toContain('For password recovery only. Left empty, the platform may clear it.')
    expect(edited.text().split('Left empty, the platform may clear it.')).toHaveLength(3)
    // There is no remark to be cleared.
    expect((await form({ ...employee, remark: null })).text().split('Left empty')).toHaveLength(2)
    expect((await form(null)).text()).toContain('Without it, no recovery by mobile.')
  })

  it.each([
    [0, null],
    [2, '2 employees have no mobile for password recovery.'],
  ])('is counted before an import is sent: %s mobile numbers', async (withoutMobile, text) => {
    const page = await open(ImportConfirm, {
      count: 3,
      warnings: 0,
      generatedCount: 0,
      withoutMobile,
      enterprise: 'North Bridge',
      operator: 'Li Wei',
    })
    const line = page.find('[data-testid=import-no-mobile]')
    expect(line.exists() ? line.text() : null).toBe(text)
  })
})
