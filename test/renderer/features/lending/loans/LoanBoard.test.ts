// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LoanSlice } from '#shared/bridge/loan-commands'
import { fail, succeed } from '#shared/outcome'
import LoanBoard from '../../../../../src-renderer/features/lending/loans/LoanBoard.vue'
import { useLoansStore } from '../../../../../src-renderer/entities/loan/loans-store'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { withBridge } from '../../../support/mount-component'
import { loan, unreachable } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

// happy-dom has no popovers.
HTMLElement.prototype.showPopover = () => undefined
HTMLElement.prototype.hidePopover = () => undefined

const now = Date.now()
const inDays = (days: number) =>
  loan({ loanId: `in ${String(days)} days`, dueOn: dayAfter(dayOf(now), days) })

// Some texts name days, and midnight may pass while the tests run.
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const openWith = async (
  loans: readonly ReturnType<typeof loan>[],
  slice: Partial<LoanSlice> = {},
  answers: Parameters<typeof withBridge>[0] = {},
) => {
  const double = withBridge({
    'assets/refresh': () => succeed(null),
    ...answers,
    'loans/list': () =>
      succeed({ rows: loans, total: loans.length, version: 1, unread: 0, missing: null, ...slice }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  const wrapper = mount(LoanBoard, {
    props: { chosen: null },
    global: { plugins: [pinia, createTexts('en')] },
  })
  await useLoansStore().load()
  await flushPromises()
  return { wrapper, double }
}

it.each([
  ['the loans due or overdue', 'due', [inDays(-3), inDays(0), inDays(1), loan()]],
  ['all loans where none is due', 'open', [inDays(1), loan()]],
])('opens with %s', async (_shown, chip, loans) => {
  const { wrapper } = await openWith(loans)
  expect(
    wrapper.findAll('[data-testid^=loans-][aria-pressed=true]').map((chip) => chip.attributes('data-testid')),
  ).toEqual([`loans-${chip}`])
  wrapper.unmount()
})

it.each([
  ['only overdue loans', [inDays(-3), inDays(1)], ['open', 'due']],
  ['only loans due today', [inDays(0), inDays(1)], ['open', 'due']],
  ['both', [inDays(-3), inDays(0)], ['open', 'due', 'overdue', 'today']],
])('offers no two filters for the same rows: %s', async (_case, loans, expected) => {
  const { wrapper } = await openWith(loans)
  const chips = wrapper.findAll('[data-testid^=loans-][data-count]')
  expect(chips.map((chip) => chip.attributes('data-testid'))).toEqual(expected.map((key) => `loans-${key}`))
  wrapper.unmount()
})

it('saves the due dates of the shown loans for a calendar', async () => {
  const saved: { kind: string; text: string }[] = []
  const save = ({ kind, bytes }: { kind: string; bytes: Uint8Array }) => {
    saved.push({ kind, text: new TextDecoder().decode(bytes) })
    return succeed({ savedAs: '/due-dates.ics' })
  }
  const { wrapper } = await openWith([inDays(1), inDays(5), loan()], {}, { 'files/save': save })
  const calendar = async () => {
    await wrapper.get('[data-testid=export-list]').trigger('click')
    await wrapper.get('[data-testid=export-ics]').trigger('click')
    await flushPromises()
  }
  await calendar()
  expect(saved.map(({ kind, text }) => [kind, text.split('BEGIN:VEVENT').length - 1])).toEqual([['ics', 2]])
  expect(wrapper.text()).toContain('Saved as /due-dates.ics')
  wrapper.unmount()

  const without = await openWith([loan()], {}, { 'files/save': save })
  await without.wrapper.get('[data-testid=export-list]').trigger('click')
  await without.wrapper.get('[data-testid=export-ics]').trigger('click')
  await flushPromises()
  expect(saved).toHaveLength(1)
  expect(without.wrapper.text()).toContain('No loan has a due date.')
  without.wrapper.unmount()
})

it('shows loans without a due date quietly', async () => {
  const { wrapper } = await openWith([loan({ loanId: 'none', dueOn: null }), inDays(2)])
  const rows = wrapper.findAll('[data-testid=loan-row]')
  expect(rows.map((row) => row.attributes('data-key'))).toEqual(['in 2 days', 'none'])
  expect(rows[0]?.text()).toContain('In 2 days')
  expect(rows[1]?.text()).not.toContain('No due date')
  expect(rows[1]?.find('[role=img]').exists()).toBe(false)
  expect(wrapper.get('[data-testid=lent-elsewhere]').text()).toBe('1 lock lent elsewhere: no due date here')
  wrapper.unmount()
})

it('says of a loan made here that it has no due date', async () => {
  const lentHere = { since: now, operatorIdentity: 'Li Wei', jobId: 'job-1' }
  const { wrapper } = await openWith([loan({ loanId: 'here', dueOn: null, lentHere }), inDays(2)])
  const here = wrapper.get('[data-testid=loan-row][data-key=here]')
  expect(here.text()).toContain('No due date')
  expect(here.find('.bold').exists()).toBe(false)
  wrapper.unmount()
})

it('does not say that there are no loans while the lists were never read', async () => {
  const { wrapper, double } = await openWith([], { unread: 2, missing: { failure: unreachable } })
  expect(wrapper.find('[data-testid=loans-empty]').exists()).toBe(false)
  expect(wrapper.text()).toContain('Couldn’t load loans')
  await wrapper.get('[data-testid=table-retry]').trigger('click')
  await flushPromises()
  expect(double.calls.map(({ name }) => name).slice(-2)).toEqual(['assets/refresh', 'loans/list'])
  wrapper.unmount()
})

it.each([
  ['loading', { unread: 1, missing: { failure: null } }, false],
  ['empty, with a notice', { unread: 1 }, true],
])('shows no loans as %s', async (_shown, slice, isEmpty) => {
  const { wrapper } = await openWith([], slice)
  expect(wrapper.find('[data-testid=loans-empty]').exists()).toBe(isEmpty)
  expect(wrapper.text().includes('not loaded')).toBe(isEmpty)
  wrapper.unmount()
})

it.each([
  ['hides', null, false],
  ['shows', { since: 0, operatorIdentity: 'Li Wei', jobId: 'j' }, true],
])('%s time and operator depending on loans made on this computer', async (_what, lentHere, isShown) => {
  const { wrapper } = await openWith([loan({ lentHere })])
  const titles = wrapper.findAll('[role=columnheader]').map((title) => title.text())
  expect([titles.includes('Since'), titles.includes('Lent by')]).toEqual([isShown, isShown])
  wrapper.unmount()
})

it.each([
  ['that the lists are unchanged', succeed(null), 'unchanged.'],
  ['why they could not be read', fail(unreachable), 'Check the network'],
])('a refresh of a loan that waits for the platform says %s', async (_what, outcome, text) => {
  const returned = { at: 1, operatorIdentity: 'Li Wei' }
  const { wrapper } = await openWith(
    [loan({ state: 'returned', returned })],
    {},
    { 'assets/refresh': () => outcome },
  )
  await wrapper.get('[data-testid=loan-row]').trigger('click')
  await flushPromises()
  expect(wrapper.get('[data-testid=loan-returned]').text()).not.toContain(text)
  await wrapper.get('[data-testid=loan-read-again]').trigger('click')
  await flushPromises()
  expect(wrapper.get('[data-testid=loan-returned]').text()).toContain(text)
  wrapper.unmount()
})
