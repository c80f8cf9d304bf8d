// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import type { Loan } from '#shared/model/changes/loan'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { CommandOutcome } from '#shared/bridge/commands'
import type { Settings } from '#shared/model/app/settings'
import { fail, succeed } from '#shared/outcome'
import { currentScanTarget } from '../../../../../src-renderer/actions/scan-target'
import { useAppStore } from '../../../../../src-renderer/stores/app-store'
import { useSettingsStore } from '../../../../../src-renderer/stores/settings-store'
import { useLoansStore } from '../../../../../src-renderer/entities/loan/loans-store'
import { useEnterprisesStore } from '../../../../../src-renderer/entities/enterprise/enterprises-store'
import LendWizard from '../../../../../src-renderer/features/lending/lend/LendWizard.vue'
import { useLendStore } from '../../../../../src-renderer/features/lending/lend/lend-store'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'
import { enterprises, entry, job, loan, record, registerSlice, settings } from '../../../support/samples'
import { createTexts } from '../../../support/texts'

const now = Date.now()
const [asset, other, borrowed, free] = ['8000000017', '8000000018', '8000000019', '8000000020']
const [{ enterpriseGlobalId } = { enterpriseGlobalId: '' }] = enterprises(now)
const chen: EmployeeRecord = {
  memberGlobalId: 'member-1',
  enterpriseGlobalId,
  userName: 'chen@nbc',
  name: 'Chen Yu',
  departmentId: null,
  departmentName: null,
  passwordMobile: null,
  remark: null,
  assetNums: null,
  borrowNum: null,
  onlineFlag: null,
  deleted: null,
  createdAt: now,
  updatedAt: now,
  readAt: now,
}

let unmount = (): void => undefined
afterEach(() => unmount())

const prepare = async (
  part: Partial<Settings> = {},
  list: { readonly isRead?: boolean; readonly isLent?: boolean; readonly areBothLent?: boolean } = {},
) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>({ ...settings, ...part }),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(now))),
    'assets/list': () =>
      succeed({
        version: 1,
        rows:
          list.isRead === false
            ? []
            : [
                record(asset, now),
                record(other, now),
                record(borrowed, now, {
                  borrowedUsbKey: true,
                  ...(list.isLent === true ? { lent: true } : { holder: null }),
                }),
                record(free, now, {
                  borrowedUsbKey: true,
                  ...(list.areBothLent === true ? { lent: true } : { holder: null }),
                }),
              ],
        total: list.isRead === false ? 0 : 4,
        readAt: list.isRead === false ? null : now,
        failure: null,
      }),
    'jobs/start': () => fail({ code: 'not-confirmed', message: '' }),
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const showPage = () =>
    mount(LendWizard, {
      attachTo: document.body,
      props: { plugged: [] },
      global: { plugins: [pinia, createTexts('en')] },
    })
  const wrapper = showPage()
  unmount = () => wrapper.unmount()
  await flushPromises()
  const lend = useLendStore()
  lend.employee = chen
  lend.tick([asset, other], true)
  lend.lock = { assetNum: borrowed, plugId: null }
  lend.dueOn = '2030-05-01'
  await flushPromises()
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const send = async (): Promise<void> => {
    await wrapper.get('form').trigger('submit')
    await flushPromises()
  }
  const sent = () => double.calls.filter(({ name }) => name === 'jobs/start').map(({ input }) => input)
  return { double, lend, wrapper, showPage, at, send, sent }
}

it('the loan stays as it was prepared when the system dialog is canceled', async () => {
  const { lend, at, send, sent } = await prepare()
  await send()
  expect(at('lend-result').text()).toContain('Not confirmed. Nothing was sent.')
  expect(at('lend-result').find('button').exists()).toBe(false)
  expect(at('lend-send').text()).toContain('2')
  await send()
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])

  // A changed selection is another loan: the message goes.
  lend.tick([other], false)
  await flushPromises()
  expect(at('lend-result').exists()).toBe(false)
})

it('a date without a day is still to be chosen after the page was left and opened again', async () => {
  const { lend, wrapper, showPage, sent } = await prepare()
  await wrapper.get('[data-testid=due-none]').setValue()
  await wrapper.get('[data-testid=due-date]').setValue()
  wrapper.unmount()
  const page = showPage()
  unmount = () => page.unmount()
  await flushPromises()
  expect(page.get<HTMLInputElement>('[data-testid=due-date]').element.checked).toBe(true)
  expect(page.get<HTMLInputElement>('[data-testid=due-day]').element.value).toBe('')
  expect(page.get('[data-testid=lend-send]').attributes('disabled')).toBeDefined()
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(sent()).toEqual([])

  // The next loan begins without a choice.
  lend.begin()
  await flushPromises()
  expect(page.get<HTMLInputElement>('[data-testid=due-none]').element.checked).toBe(true)
})

it('while the list is read for the first time, nothing says that it is empty', async () => {
  const { wrapper, at } = await prepare({}, { isRead: false })
  expect(wrapper.text()).not.toContain('no borrowed locks')
  expect(at('lend-no-assets').exists()).toBe(false)
})

it('a loan with more assets than the policy allows without a work order is not sent, and says so', async () => {
  const { double, lend, at, send, sent } = await prepare()
  double.handlers['jobs/without-order'] = always<'jobs/without-order'>(1)
  const policy = { maxRowsWithoutWorkOrder: 2 }
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  lend.tick([other], false)
  await flushPromises()
  expect(at('managed').exists()).toBe(false)
  // One asset was changed a moment ago.
  lend.tick([other], true)
  await flushPromises()
  expect(at('managed').text()).toContain('More than 2 changes in 10 minutes need a signed work order')
  expect(at('lend-send').attributes('disabled')).toBeDefined()
  await send()
  expect(sent()).toEqual([])
})

it('a sent loan names its enterprise, whichever was chosen on another page meanwhile', async () => {
  const { double, wrapper, send } = await prepare()
  double.handlers['jobs/start'] = () => new Promise<CommandOutcome<'jobs/start'>>(() => undefined)
  await send()
  const [mine, another] = enterprises(now)
  useEnterprisesStore().choose(another?.enterpriseGlobalId ?? '')
  await flushPromises()
  expect(wrapper.get('header').text()).toContain(mine?.enterpriseName)
})

it('a lock that is scanned while a sent loan is shown stays on the page and is not used', async () => {
  const { double, lend, at, send } = await prepare()
  double.handlers['jobs/start'] = () => new Promise<CommandOutcome<'jobs/start'>>(() => undefined)
  await send()
  currentScanTarget()?.(borrowed)
  await flushPromises()
  expect(at('lend-scanned').text()).toContain('8000 000 019 is not used. Choose “New loan”')
  lend.begin()
  await flushPromises()
  expect(at('lend-scanned').exists()).toBe(false)
})

it('a sent loan has all its steps behind it, although its assets are no longer there to be chosen', async () => {
  const { double, lend, wrapper, send } = await prepare()
  double.handlers['jobs/start'] = () => new Promise<CommandOutcome<'jobs/start'>>(() => undefined)
  await send()
  lend.tick([asset, other], false)
  await flushPromises()
  expect(wrapper.find('[aria-current=step]').exists()).toBe(false)
})

it.each([
  ['was interrupted', { kind: 'interrupted' }, true],
  ['a person left as unknown', { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' }, false],
] as const)('a loan that %s has a result to check, or none', async (_what, reason, isOffered) => {
  const { double, lend, at, send } = await prepare()
  const ended = job({ action: 'lend', state: 'ended', rows: 1 })
  const rows = [entry({ action: 'lend', jobId: ended.jobId, state: 'unknown', reason })]
  double.handlers['jobs/start'] = always<'jobs/start'>(ended)
  double.handlers['jobs/read'] = always<'jobs/read'>({ job: ended, rows })
  lend.dueOn = null
  await flushPromises()
  await send()
  expect(at('lend-result').text()).toContain('New loan')
  expect(at('lend-check-result').exists()).toBe(isOffered)
  expect(at('lend-result').text().includes('checked automatically')).toBe(isOffered)
})

describe('the operator of a loan', () => {
  it('is never a scanned lock number', async () => {
    const { wrapper, at, send, sent } = await prepare({ operatorIdentity: '' })
    const field = wrapper.get('input[data-testid=lend-operator]')
    await field.setValue('8000000021')
    expect(at('operator-is-number').exists()).toBe(true)
    expect(at('lend-send').attributes('disabled')).toBeDefined()
    await send()
    expect(sent()).toEqual([])
    await field.setValue(' Wang  Fang ')
    await send()
    expect(sent()).toMatchObject([{ operatorIdentity: 'Wang Fang' }])
  })

  it('is the operator at the time of sending', async () => {
    const { at, send, sent } = await prepare()
    useSettingsStore().settings = { ...settings, operatorIdentity: 'Wang Fang' }
    await flushPromises()
    expect(at('lend-sentence').text()).toContain('Wang Fang')
    await send()
    expect(sent()).toMatchObject([{ operatorIdentity: 'Wang Fang' }])
  })
})

it('a loan that was found completed by a check is confirmed by lists read after it, also on another page', async () => {
  const { double, wrapper, showPage, at, send } = await prepare()
  const ended = job({ action: 'lend', state: 'ended', rows: 1 })
  const found = entry({
    action: 'lend',
    jobId: ended.jobId,
    endedAt: Date.now() + 60_000,
    reason: { kind: 'read-back-applied' },
  })
  double.handlers['jobs/start'] = () => succeed(ended)
  double.handlers['jobs/read'] = () => succeed({ job: ended, rows: [found] })
  double.handlers['loans/set-due'] = () => fail({ code: 'not-allowed', message: '' })
  const refreshes = () => double.calls.filter(({ name }) => name === 'assets/refresh').length
  double.handlers['assets/refresh'] = always<'assets/refresh'>(null)
  await send()
  expect(at('lend-read-back').attributes('data-shown')).toBe('not-yet')
  expect(refreshes()).toBe(1)
  wrapper.unmount()
  const page = showPage()
  unmount = () => page.unmount()
  await flushPromises()
  expect(refreshes()).toBe(2)
})

it('products that are added to a loan leave its note as it is', async () => {
  const { double, send } = await prepare()
  const ended = job({ action: 'lend', state: 'ended', rows: 1 })
  double.handlers['jobs/start'] = () => succeed(ended)
  double.handlers['jobs/read'] = () =>
    succeed({ job: ended, rows: [entry({ action: 'lend', jobId: ended.jobId })] })
  double.handlers['loans/set-due'] = () => succeed(null)
  await send()
  const stated = double.calls.filter(({ name }) => name === 'loans/set-due').map(({ input }) => input)
  expect(stated).toEqual([
    { borrowedUsbKey: borrowed, memberGlobalId: chen.memberGlobalId, dueOn: '2030-05-01' },
  ])
})

it('a due date that could not be kept is not lost without a word', async () => {
  const { double, lend, at, send } = await prepare()
  const ended = job({ action: 'lend', state: 'ended', rows: 1 })
  double.handlers['jobs/start'] = () => succeed(ended)
  double.handlers['jobs/read'] = () =>
    succeed({ job: ended, rows: [entry({ action: 'lend', jobId: ended.jobId })] })
  double.handlers['loans/set-due'] = () => fail({ code: 'not-saved', message: 'ENOSPC' })
  await send()
  expect(at('lend-result').attributes('data-state')).toBe('done')
  expect(at('lend-due-failed').text()).toContain('Couldn’t save the due date')
  lend.begin()
  await flushPromises()
  expect(at('lend-due-failed').exists()).toBe(false)
})

describe('products that are added to a loan', () => {
  // None of the common days.
  const [due, later] = [dayAfter(dayOf(now), 100), dayAfter(dayOf(now), 130)]
  const prepareLent = async (part: Partial<Loan> = {}) => {
    const lent = loan({ borrowedUsbKey: borrowed, dueOn: due, ...part })
    const prepared = await prepare({}, { isLent: true })
    prepared.double.handlers['loans/list'] = always<'loans/list'>({
      version: 1,
      rows: [lent],
      total: 1,
      unread: 0,
      missing: null,
    })
    prepared.lend.begin()
    await useLoansStore().load()
    const choose = async (assetNum: string): Promise<void> => {
      await prepared.wrapper.get(`[data-testid=lend-onto-${assetNum}]`).setValue()
      await flushPromises()
    }
    return { ...prepared, choose }
  }
  const dayIn = (field: { readonly element: Element }): string => (field.element as HTMLInputElement).value

  it('are proposed its due date, which another lock does not get', async () => {
    const { lend, at, choose } = await prepareLent()
    await choose(borrowed)
    expect(dayIn(at('due-day'))).toBe(due)
    await choose(free)
    expect(lend.dueOn).toBeNull()
    // A day that was chosen for the products stays.
    lend.dueOn = later
    await choose(borrowed)
    expect(dayIn(at('due-day'))).toBe(later)
  })

  it.each([
    ['its day', later, 'Due '],
    ['that it has none', null, 'No due date.'],
  ])('have a result that says of their loan %s', async (_what, day, said) => {
    const { double, lend, at, choose, send } = await prepareLent()
    const ended = job({ action: 'lend', state: 'ended', rows: 1 })
    const sent = entry({ action: 'lend', jobId: ended.jobId, requestedAt: 1, endedAt: 2 })
    double.handlers['jobs/start'] = () => succeed(ended)
    double.handlers['jobs/read'] = () => succeed({ job: ended, rows: [sent] })
    double.handlers['loans/set-due'] = () => succeed(null)
    lend.tick([asset], true)
    await choose(borrowed)
    lend.dueOn = day
    await flushPromises()
    await send()
    expect(at('lend-read-back').attributes('data-shown')).toBe('partly')
    expect(at('lend-read-back').text()).toContain(said)
    // A day that was not saved is not said.
    lend.dueFailure = { code: 'not-allowed', message: '' }
    await flushPromises()
    expect(at('lend-read-back').text()).not.toContain(said)
  })

  it.each(['opened', 'sent'])(
    'are proposed its due date again, when the same loan was just %s',
    async (how) => {
      const { double, lend, at, choose, send } = await prepareLent()
      const ended = job({ action: 'lend', state: 'ended', rows: 1 })
      double.handlers['jobs/start'] = () => succeed(ended)
      double.handlers['jobs/read'] = () =>
        succeed({ job: ended, rows: [entry({ action: 'lend', jobId: ended.jobId })] })
      double.handlers['loans/set-due'] = () => succeed(null)
      lend.tick([asset], true)
      await choose(borrowed)
      if (how === 'sent') await send()
      const chosen = lend.lock
      lend.begin()
      lend.lock = chosen
      lend.tick([asset], true)
      await flushPromises()
      expect(dayIn(at('due-day'))).toBe(due)
    },
  )

  it('of an overdue loan need a new due date, which another lock does not', async () => {
    const { lend, wrapper, at, choose } = await prepareLent({ dueOn: '2020-05-01' })
    lend.tick([asset], true)
    await choose(borrowed)
    expect(lend.dueOn).toBeNull()
    expect(wrapper.get<HTMLInputElement>('[data-testid=due-date]').element.checked).toBe(true)
    expect(at('lend-send').attributes('disabled')).toBeDefined()
    await choose(free)
    expect(wrapper.get<HTMLInputElement>('[data-testid=due-none]').element.checked).toBe(true)
    await choose(borrowed)
    expect(wrapper.get<HTMLInputElement>('[data-testid=due-date]').element.checked).toBe(true)
  })

  it('of another loan are proposed its own due date, whatever was chosen for the first one', async () => {
    const { double, lend, wrapper, at } = await prepare({}, { isLent: true, areBothLent: true })
    double.handlers['loans/list'] = always<'loans/list'>({
      version: 1,
      rows: [
        loan({ borrowedUsbKey: borrowed, dueOn: due }),
        loan({ loanId: 'loan-2', borrowedUsbKey: free, dueOn: later }),
      ],
      total: 2,
      unread: 0,
      missing: null,
    })
    lend.begin()
    await useLoansStore().load()
    const choose = async (assetNum: string): Promise<void> => {
      await wrapper.get(`[data-testid=lend-onto-${assetNum}]`).setValue()
      await flushPromises()
    }
    await choose(borrowed)
    expect(dayIn(at('due-day'))).toBe(due)
    await at('due-none').setValue()
    await choose(free)
    expect(dayIn(at('due-day'))).toBe(later)
    lend.dueOn = dayAfter(later, 1)
    await choose(borrowed)
    expect(dayIn(at('due-day'))).toBe(due)
  })

  it('of a lent lock leave their due date to it: a lock that is lent next has none proposed', async () => {
    const { lend, choose } = await prepareLent()
    await choose(borrowed)
    lend.dueOn = later
    await flushPromises()
    await choose(free)
    expect(lend.dueOn).toBeNull()
  })

  it('get no due date of a lock that was taken back', async () => {
    const { lend, choose } = await prepareLent({ state: 'returned' })
    await choose(borrowed)
    expect(lend.dueOn).toBeNull()
  })

  it('take its due date away, if it is removed, also when the lists are read again meanwhile', async () => {
    const { double, lend, at, choose, send } = await prepareLent()
    const ended = job({ action: 'lend', state: 'ended', rows: 1 })
    double.handlers['jobs/start'] = () => succeed(ended)
    double.handlers['jobs/read'] = () =>
      succeed({ job: ended, rows: [entry({ action: 'lend', jobId: ended.jobId })] })
    double.handlers['loans/set-due'] = () => succeed(null)
    lend.tick([asset], true)
    await choose(borrowed)
    await at('due-none').setValue()
    await useLoansStore().load()
    await flushPromises()
    expect(at('lend-sentence').text()).toContain('No due date.')
    await send()
    const stated = double.calls.filter(({ name }) => name === 'loans/set-due').map(({ input }) => input)
    expect(stated).toEqual([{ borrowedUsbKey: borrowed, memberGlobalId: chen.memberGlobalId, dueOn: null }])
  })
})
