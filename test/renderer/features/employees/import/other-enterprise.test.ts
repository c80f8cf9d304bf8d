// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { succeed } from '#shared/outcome'
import { useEmployeesStore } from '../../../../../src-renderer/entities/employee/employees-store'
import ImportPanel from '../../../../../src-renderer/features/employees/import/ImportPanel.vue'
import { useImportContent } from '../../../../../src-renderer/features/employees/import/use-import-content'
import { useImportStore } from '../../../../../src-renderer/features/employees/import/import-store'
import ImportFrame from '../../../../../src-renderer/ui/import/ImportFrame.vue'
import { noSheetMarks } from '../../../../../src-renderer/ui/sheets/sheet'
import { always } from '../../../support/bridge-double'
import { mountComponent, withBridge } from '../../../support/mount-component'
import { employee, employeeSlice } from '../../../support/samples'

const sheet = { ...noSheetMarks, fileName: 'staff.csv', rows: [['zhao', 'Zhao Min', '7']] }
const layout = { columns: { userName: 0, name: 1, department: 2 }, titleRows: 0 }
const withEmployees = (employeesOf: (enterpriseGlobalId: string) => readonly EmployeeRecord[]) =>
  withBridge({
    'window/unsaved-passwords': always<'window/unsaved-passwords'>(null),
    'employees/list': ({ enterpriseGlobalId }) => succeed(employeeSlice(employeesOf(enterpriseGlobalId))),
  })
const inDepartment = (enterpriseGlobalId: string, departmentName: string): EmployeeRecord => ({
  ...employee,
  enterpriseGlobalId,
  departmentId: '7',
  departmentName,
})
const departments: Readonly<Record<string, string>> = { 'E-1': 'Sales', 'E-2': 'Workshop' }

it('another file for the shown rows goes to the enterprise that the heading names', async () => {
  withEmployees(() => [])
  const panel = mountComponent(ImportPanel, { enterpriseGlobalId: 'E-1' })
  const take = async (): Promise<void> => {
    panel.getComponent(ImportFrame).vm.$emit('take', sheet, layout)
    await flushPromises()
  }
  const store = useImportStore()
  await take()
  await panel.setProps({ enterpriseGlobalId: 'E-2' })
  expect(panel.get('[data-testid=import-into]').text()).toContain('E-1')
  await take()
  expect(store.enterpriseGlobalId).toBe('E-1')
  store.clear()
  await flushPromises()
  expect(panel.get('[data-testid=import-into]').text()).toContain('E-2')
  await take()
  expect(store.enterpriseGlobalId).toBe('E-2')
})

it('rows of an import keep the departments of their enterprise while another one is shown', async () => {
  withEmployees((id) => [inDepartment(id, departments[id] ?? '')])
  const shown: { text: (row: number) => string } = { text: () => '' }
  mountComponent(
    {
      setup: () => {
        const content = useImportContent()
        const store = useImportStore()
        const field = () => content.value.fields.find(({ key }) => key === 'department')
        shown.text = (at) => {
          const row = store.rows[at]
          return row === undefined ? '' : (field()?.text(row) ?? '')
        }
        return () => null
      },
    },
    {},
  )
  const store = useImportStore()
  const employees = useEmployeesStore()
  await employees.show('E-1')
  store.importRows(sheet, layout, 'E-1')
  await vi.waitFor(() => expect(shown.text(0)).toBe('Sales'))

  await employees.show('E-2')
  await flushPromises()
  expect(shown.text(0)).toBe('Sales')
  expect(store.departments.list.map(({ name }) => name)).toEqual(['Sales'])
})
