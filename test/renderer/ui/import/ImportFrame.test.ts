// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import ImportFrame from '../../../../src-renderer/ui/import/ImportFrame.vue'
import type { ImportContent } from '../../../../src-renderer/ui/import/import-content'
import { useSheet } from '../../../../src-renderer/ui/sheets/read/use-sheet'
import { mountComponent } from '../../support/mount-component'

interface Row {
  readonly id: number
  readonly line: number
  readonly account: string
}
/** Of a store, which outlives the frame. */
const reader = () => effectScope().run(useSheet)
type Group = 'broken' | 'waiting'

const contentWith = (canCorrect: boolean, detail = ''): ImportContent<Row, Group> => ({
  fields: [
    { key: 'account', title: 'Account', label: 'Account', width: '1fr', text: ({ account }) => account },
  ],
  groupOf: () => (canCorrect ? 'broken' : 'waiting'),
  result: () => ({ text: '', detail, tone: 'quiet' }),
  hideResultBelow: 0,
  canCorrect: () => canCorrect,
  needsCorrection: () => true,
  firstField: () => 'account',
  correct: () => undefined,
})

it('a correction outlasts the job of other rows, and ends when its row cannot be corrected any more', async () => {
  const frame = mountComponent(ImportFrame, {
    testid: 'import',
    texts: 'employees.import',
    rows: [{ id: 0, line: 2, account: 'chen' }],
    reader: reader(),
    content: contentWith(true),
    groups: [],
    specs: [],
    busy: () => false,
    stage: 'running',
    isWorking: false,
    droppedFile: null,
  })
  await frame.get('[data-testid=import-row]').trigger('click')
  const input = frame.get<HTMLInputElement>('[data-testid=cell-input-account]')
  input.element.value = 'chen-2'
  await input.trigger('input')

  await frame.setProps({ stage: 'ended' })
  expect(frame.get<HTMLInputElement>('[data-testid=cell-input-account]').element.value).toBe('chen-2')

  await frame.setProps({ content: contentWith(false) })
  expect(frame.find('[data-testid=cell-input-account]').exists()).toBe(false)
  frame.unmount()
})

it('the reason of a row that cannot be corrected is in full below the rows, once the row is pressed', async () => {
  const frame = mountComponent(ImportFrame, {
    testid: 'import',
    texts: 'employees.import',
    rows: [{ id: 0, line: 2, account: 'chen' }],
    reader: reader(),
    content: contentWith(false, 'The platform rejected the account.'),
    groups: [],
    specs: [],
    busy: () => false,
    stage: 'ended',
    isWorking: false,
    droppedFile: null,
  })
  expect(frame.find('[data-testid=import-reason]').exists()).toBe(false)
  await frame.get('[data-testid=import-row]').trigger('click')
  expect(frame.get('[data-testid=import-reason]').text()).toBe('The platform rejected the account.')
  // Another file has other rows with the same places.
  await frame.setProps({ rows: [0, 1].map((id) => ({ id, line: id + 2, account: 'li' })) })
  expect(frame.find('[data-testid=import-reason]').exists()).toBe(false)
  frame.unmount()
})

it('the first row that can be corrected is opened with the text of its field selected', async () => {
  const frame = mountComponent(ImportFrame, {
    testid: 'import',
    texts: 'employees.import',
    rows: [0, 1, 2].map((id) => ({ id, line: id + 2, account: `chen-${id}` })),
    reader: reader(),
    content: { ...contentWith(true), canCorrect: ({ id }: Row) => id > 0 },
    groups: [],
    specs: [],
    busy: () => false,
    stage: undefined,
    isWorking: false,
    droppedFile: null,
  })
  await (frame.vm as unknown as { correctFirst: () => Promise<void> }).correctFirst()
  await flushPromises()
  const field = frame.get<HTMLInputElement>('[data-testid=cell-input-account]').element
  // Selecting its text gives a field the focus in the window; here only the selection can be seen.
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['chen-1', 0, 6])
  frame.unmount()
})
