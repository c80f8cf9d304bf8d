// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import LoanBoard from '../../../../src-renderer/features/lending/LoanBoard.vue'
import { useLoansStore } from '../../../../src-renderer/features/lending/loans-store'
import { dayAfter, dayOf } from '../../../../src-renderer/ui/days'
import { withBridge } from '../../support/mount-component'
import { loan } from '../../support/samples'
import { createTexts } from '../../support/texts'

const inDays = (days: number) =>
  loan({ loanId: `in ${String(days)} days`, dueOn: dayAfter(dayOf(Date.now()), days) })

it.each([
  ['the loans due or overdue', 'due', [inDays(-3), inDays(0), inDays(1), loan()]],
  ['all loans where none is due', 'open', [inDays(1), loan()]],
])('opens with %s', async (_shown, chip, loans) => {
  withBridge({ 'loans/list': () => succeed({ rows: loans, total: loans.length, version: 1, unread: 0 }) })
  const pinia = createPinia()
  setActivePinia(pinia)
  const wrapper = mount(LoanBoard, {
    props: { chosen: null },
    global: { plugins: [pinia, createTexts('en')] },
  })
  await useLoansStore().load()
  await flushPromises()
  expect(wrapper.findAll('[aria-pressed=true]').map((chip) => chip.attributes('data-testid'))).toEqual([
    `loans-${chip}`,
  ])
  wrapper.unmount()
})
