// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import ImportCell from '../../../../src-renderer/ui/import/ImportCell.vue'
import type { ImportField } from '../../../../src-renderer/ui/import/import-content'
import { mountComponent } from '../../support/mount-component'

interface Row {
  readonly id: number
  readonly account: string
  readonly problem: string
}

const account: ImportField<Row> = {
  key: 'account',
  title: 'Account',
  label: 'Account',
  width: '1fr',
  text: (row) => row.account,
  message: (row) => (row.problem === '' ? null : { text: row.problem, tone: 'danger' }),
}

it.each([false, true])(
  'keeps what is being typed while its row is checked again (secret: %s)',
  async (isSecret) => {
    const row: Row = { id: 0, account: 'chen', problem: '' }
    const cell = mountComponent(ImportCell, {
      field: { ...account, isSecret },
      row,
      editing: true,
      first: true,
    })
    const input = cell.get('input')
    input.element.value = 'chen-2'
    await input.trigger('input')
    await cell.setProps({ row: { ...row, problem: 'taken' } })
    expect(input.attributes('title')).toBe('taken')
    expect(input.element.value).toBe('chen-2')
    cell.unmount()
  },
)

it('shows the value that its row has after a correction', async () => {
  const row: Row = { id: 0, account: ' chen ', problem: '' }
  const cell = mountComponent(ImportCell, { field: account, row, editing: true, first: true })
  expect(cell.get('input').element.value).toBe(' chen ')
  await cell.setProps({ row: { ...row, account: 'chen' } })
  expect(cell.get('input').element.value).toBe('chen')
  cell.unmount()
})
