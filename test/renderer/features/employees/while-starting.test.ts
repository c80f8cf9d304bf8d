// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { noSheetMarks } from '../../../../src-renderer/ui/sheets/sheet'
import { expect, it, vi } from 'vitest'
import { succeed } from '#shared/outcome'
import { useImportStore } from '../../../../src-renderer/features/employees/import/import-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { employeeSlice, job } from '../../support/samples'

const enterprise = '1846372910564738291'
const columns = { userName: 0, name: 1, passwordMobile: 2, department: 3 }

it('the rows of an import stay until their job is known', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  const { calls } = withBridge({
    'window/import-rows': always<'window/import-rows'>(null),
    'window/unsaved-passwords': always<'window/unsaved-passwords'>(null),
    'employees/list': always<'employees/list'>(employeeSlice([])),
    'journal/recent': always<'journal/recent'>([]),
    'jobs/start': async () => {
      await answered
      return succeed(job({ action: 'add-employee' }))
    },
    'jobs/read': () => succeed({ job: job({ action: 'add-employee' }), rows: [] }),
  })
  const store = useImportStore()
  const take = (...names: readonly string[]): void =>
    store.importRows(
      {
        ...noSheetMarks,
        fileName: 'staff.csv',
        rows: names.map((name) => [name, name, '13800138000', '42']),
      },
      { columns, titleRows: 0 },
      enterprise,
    )
  const names = () => store.rows.map(({ values }) => values.name)
  take('chen', 'wang')
  await vi.waitFor(() => expect(store.rowSummary.sendable).toHaveLength(2))
  // Closing the window would lose them.
  const told = () => calls.filter(({ name }) => name === 'window/import-rows').at(-1)?.input
  expect(told()).toEqual({ inPage: 2, waiting: 0 })
  const sending = store.send('Li Wei')
  await vi.waitFor(() => expect(store.isStarting).toBe(true))

  take('li')
  store.clear()
  store.edit(0, 'name', 'zhao')
  store.editPassword(0, 'Uncommon4567')
  await flushPromises()
  expect(names()).toEqual(['chen', 'wang'])

  answer()
  await sending
  expect(names()).toEqual(['chen', 'wang'])
  expect(store.rows.map(({ sent }) => sent)).toEqual([
    { jobId: 'job-1', rowIndex: 0 },
    { jobId: 'job-1', rowIndex: 1 },
  ])
  expect(told()).toEqual({ inPage: 0, waiting: 0 })
})
