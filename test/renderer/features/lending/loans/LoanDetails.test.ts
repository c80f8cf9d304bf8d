// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import LoanDetails from '../../../../../src-renderer/features/lending/loans/LoanDetails.vue'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { loan, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = new Date(2026, 10, 26, 12).getTime()
const today = dayOf(now)

// Midnight may pass while the tests run.
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const openDetails = async (
  shown: ReturnType<typeof loan>,
  answers: Parameters<typeof withBridge>[0] = {},
  operatorIdentity = 'Li Wei',
) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, operatorIdentity }),
    'loans/set-returned': () => succeed(null),
    'loans/set-due': () => succeed(null),
    ...answers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const wrapper = mount(LoanDetails, {
    attachTo: document.body,
    props: { loan: shown, lockAssetId: null, reading: false },
    global: { plugins: [pinia, createTexts('en')] },
  })
  const sent = (name: string) => double.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { wrapper, sent }
}

it.each(['active', 'unconfirmed'] as const)(
  'the lock of an %s loan is taken back by one press',
  async (state) => {
    const { wrapper, sent } = await openDetails(loan({ state }))
    expect(wrapper.findAll('.details-panel button, button').map((button) => button.text())).toContain(
      'Lock is back',
    )
    await wrapper.get('[data-testid=lock-back]').trigger('click')
    await flushPromises()
    expect(sent('loans/set-returned')).toEqual([
      { borrowedUsbKey: 'LD8000000019', memberGlobalId: 'member-1', operatorIdentity: 'Li Wei' },
    ])
    wrapper.unmount()
  },
)

it('an operator who was removed since is asked for, and the lock is taken back', async () => {
  const { wrapper, sent } = await openDetails(loan(), {
    'settings/change': ({ operatorIdentity = '' }) => succeed({ ...settings, operatorIdentity }),
  })
  await useSettingsStore().change({ operatorIdentity: '' })
  await wrapper.get('[data-testid=lock-back]').trigger('click')
  await wrapper.get('[data-testid=lock-back-operator]').setValue('Chen Yu')
  expect(wrapper.get('[data-testid=lock-back-confirm]').attributes('disabled')).toBeUndefined()
  await wrapper.get('[data-testid=dialog] form').trigger('submit')
  await flushPromises()
  expect(sent('loans/set-returned')).toMatchObject([{ operatorIdentity: 'Chen Yu' }])
  wrapper.unmount()
})

it('says who takes the lock back, once an operator is set while the name was asked for', async () => {
  const { wrapper, sent } = await openDetails(
    loan(),
    { 'settings/change': ({ operatorIdentity = '' }) => succeed({ ...settings, operatorIdentity }) },
    '',
  )
  await wrapper.get('[data-testid=lock-back]').trigger('click')
  expect(wrapper.get('[data-testid=dialog]').text()).not.toContain('Chen Yu')
  await useSettingsStore().change({ operatorIdentity: 'Chen Yu' })
  await flushPromises()
  expect(wrapper.get('[data-testid=dialog]').text()).toContain('Operator: Chen Yu')
  await wrapper.get('[data-testid=dialog] form').trigger('submit')
  await flushPromises()
  expect(sent('loans/set-returned')).toMatchObject([{ operatorIdentity: 'Chen Yu' }])
  wrapper.unmount()
})

it('says who closes a loan', async () => {
  const { wrapper } = await openDetails(loan({ state: 'not-listed' }))
  expect(wrapper.get('form').text()).toContain('Operator: Li Wei')
  wrapper.unmount()
})

it('the day of an overdue loan is no mistake: its note is saved, and no other past day is taken', async () => {
  const dueOn = dayAfter(today, -4)
  const { wrapper, sent } = await openDetails(loan({ dueOn }))
  expect(wrapper.text()).not.toContain('The date is in the past.')
  await wrapper.get('[data-testid=loan-note]').setValue('Called')
  await wrapper.get('[data-testid=loan-note]').trigger('blur')
  await flushPromises()
  expect(sent('loans/set-due')).toMatchObject([{ dueOn, note: 'Called' }])
  await wrapper.get('[data-testid=due-day]').setValue(dayAfter(dueOn, -1))
  expect(wrapper.text()).toContain('The date is in the past.')
  wrapper.unmount()
})

it('a lock that is back waits for the platform: no due date is counted, and it can be taken out again', async () => {
  const returned = { at: Date.parse('2026-11-26T11:26:00'), operatorIdentity: 'Li Wei' }
  const { wrapper, sent } = await openDetails(loan({ state: 'returned', returned, dueOn: '2020-01-01' }))
  expect(wrapper.text()).toContain('Waiting for the platform')
  expect(wrapper.text()).toContain('by Li Wei')
  expect(wrapper.text()).not.toContain('overdue')
  expect(wrapper.find('[data-testid=lock-back]').exists()).toBe(false)
  await wrapper.get('[data-testid=loan-not-back]').trigger('click')
  await flushPromises()
  expect(sent('loans/set-returned')).toMatchObject([{ operatorIdentity: null }])
  wrapper.unmount()
})

it('the note and the due date save themselves: after a pause, at the end of the field, and when the loan is left', async () => {
  const { wrapper, sent } = await openDetails(loan())
  const notes = () => sent('loans/set-due').map((input) => (input as { note: string }).note)
  expect(wrapper.find('[data-testid=loan-save]').exists()).toBe(false)
  const note = wrapper.get('input[data-testid=loan-note]')
  await note.setValue('called')
  expect(notes()).toEqual([])
  await vi.waitFor(() => expect(notes()).toEqual(['called']))
  await flushPromises()
  expect(wrapper.text()).toContain('Saved.')
  await wrapper.setProps({ loan: loan({ note: 'called' }) })
  await note.setValue('called twice')
  await note.trigger('blur')
  await flushPromises()
  expect(notes().at(-1)).toBe('called twice')
  await wrapper.setProps({ loan: loan({ note: 'called twice' }) })
  await wrapper.get('[data-testid=due-week]').setValue()
  await flushPromises()
  expect(sent('loans/set-due').at(-1)).toMatchObject({ dueOn: dayAfter(today, 7) })
  await note.setValue('returns it on Monday')
  wrapper.unmount()
  expect(notes().at(-1)).toBe('returns it on Monday')
})

it('a note shows its length where it comes near the limit: more is not kept', async () => {
  const { wrapper } = await openDetails(loan())
  const note = wrapper.get<HTMLInputElement>('input[data-testid=loan-note]')
  await note.setValue('x'.repeat(400))
  expect(wrapper.text()).not.toMatch(/400 ?\/ ?500/)
  await note.setValue('x'.repeat(500))
  expect(wrapper.text()).toMatch(/500 ?\/ ?500/)
  wrapper.unmount()
})

it('a note that could not be saved stays in its field, with a way to try again', async () => {
  const { wrapper, sent } = await openDetails(loan(), {
    'loans/set-due': () => fail({ code: 'not-saved', message: 'disk full' }),
  })
  await wrapper.get('input[data-testid=loan-note]').setValue('called')
  await wrapper.get('input[data-testid=loan-note]').trigger('blur')
  await flushPromises()
  expect(wrapper.get<HTMLInputElement>('input[data-testid=loan-note]').element.value).toBe('called')
  await wrapper.get('[data-testid=loan-save]').trigger('click')
  expect(sent('loans/set-due')).toHaveLength(2)
  wrapper.unmount()
})

it('a loan is closed by a named operator, never by a scanned lock number', async () => {
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, operatorIdentity: '' }),
    'loans/close': () => succeed(null),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const wrapper = mount(LoanDetails, {
    attachTo: document.body,
    props: { loan: loan({ state: 'not-listed' }), lockAssetId: null, reading: false },
    global: { plugins: [pinia, createTexts('en')] },
  })
  const close = async (operator: string): Promise<void> => {
    await wrapper.get('input[data-testid=loan-close-operator]').setValue(operator)
    await wrapper.get('form').trigger('submit')
    await flushPromises()
  }
  const closed = () => double.calls.filter(({ name }) => name === 'loans/close').map(({ input }) => input)

  await close('8000000021')
  expect(closed()).toEqual([])
  expect(wrapper.get('[data-testid=loan-close]').attributes('disabled')).toBeDefined()
  await close('Wang Fang')
  expect(closed()).toMatchObject([{ operatorIdentity: 'Wang Fang' }])
  wrapper.unmount()
})

it('a note is saved when the window closes during typing', async () => {
  const { wrapper, sent } = await openDetails(loan())
  const note = wrapper.get('input[data-testid=loan-note]')
  await note.setValue('Case')
  expect(sent('loans/set-due')).toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  // Main did not answer yet.
  await note.setValue('Case returned')
  window.dispatchEvent(new Event('pagehide'))
  expect(sent('loans/set-due')).toMatchObject([{ note: 'Case' }, { note: 'Case returned' }])
  await flushPromises()
  const count = sent('loans/set-due').length
  await wrapper.setProps({ loan: loan({ note: 'Case returned' }) })
  wrapper.unmount()
  window.dispatchEvent(new Event('pagehide'))
  await flushPromises()
  expect(sent('loans/set-due')).toHaveLength(count)
})
