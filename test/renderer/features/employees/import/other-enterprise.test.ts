// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { succeed } from '#shared/outcome'
import { useEmployeesStore } from '../../../../../src-renderer/entities/employee/employees-store'
import { useImportContent } from '../../../../../src-renderer/features/employees/import/use-import-content'
import { useImportStore } from '../../../../../src-renderer/features/employees/import/import-store'
import { noSheetMarks } from '../../../../../src-renderer/ui/sheets/sheet'
import { always } from '../../../support/bridge-double'
import { mountComponent, withBridge } from '../../../support/mount-component'
import { employee } from '../../../support/samples'

const columns = { userName: 0, name: 1, department: 2 }
const inDepartment = (enterpriseGlobalId: string, departmentName: string): EmployeeRecord => ({
  ...employee,
  enterpriseGlobalId,
  departmentId: '7',
  departmentName,
})
const departments: Readonly<Record<string, string>> = { 'E-1': 'Sales', 'E-2': 'Workshop' }

it('rows of an import keep the departments of their enterprise while another one is shown', async () => {
  withBridge({
    'window/unsaved-passwords': always<'window/unsaved-passwords'>(null),
    'employees/list': ({ enterpriseGlobalId: id }) =>
      succeed({
        version: 1,
        rows: [inDepartment(id, departments[id] ?? '')],
        count: 1,
        total: 1,
        readAt: 1,
        isComplete: true,
        isReading: false,
        failure: null,
      }),
  })
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
  const rows = [['zhao', 'Zhao Min', '7']]
  store.importRows({ ...noSheetMarks, fileName: 'staff.csv', rows }, { columns, titleRows: 0 }, 'E-1')
  await vi.waitFor(() => expect(shown.text(0)).toBe('Sales'))

  await employees.show('E-2')
  await flushPromises()
  expect(shown.text(0)).toBe('Sales')
  expect(store.departments.list.map(({ name }) => name)).toEqual(['Sales'])
})
