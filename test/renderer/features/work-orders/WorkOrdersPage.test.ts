// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { Job } from '#shared/model/changes/job'
import type { Policy } from '#shared/model/app/policy'
import type {
  OpenedOrderFile,
  OrderResult,
  OrderSummary,
  ReportedState,
  SignedOrderEntry,
} from '#shared/model/changes/work-order'
import type { VaultState, VaultStatus } from '#shared/model/app/vault-status'
import { fail, succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import WorkOrdersPage from '../../../../src-renderer/features/work-orders/WorkOrdersPage.vue'
import { useEnterprisesStore } from '../../../../src-renderer/entities/enterprise/enterprises-store'
import { useJobsStore } from '../../../../src-renderer/stores/jobs-store'
import { useWorkOrderStore } from '../../../../src-renderer/features/work-orders/work-order-store'
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { enterprises, job, orderRow, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

const words = { en: ['apple'], zh: ['一'] }
const signer = { key: 'K', name: 'Office', words }
const resultOf = (states: readonly ReportedState[], part: Partial<OrderResult> = {}): OrderResult => ({
  ...{ id: 'order-1', action: 'disable', operatorIdentity: 'Li Wei', used: 1, made: 2, signer },
  ...{ jobId: null, journalHash: '0' },
  rows: states.map((state, at) => ({
    ...{ key: `LD800000001${at}`, employee: null, state, reason: null, businessCode: null, ended: 2 },
  })),
  ...part,
})

let unmount = (): void => undefined
afterEach(() => unmount())

const open = async (opened: OpenedOrderFile | null, policy: Policy = {}, handlers: Handlers = {}) => {
  const double = withBridge({
    'work-orders/signed': () => succeed([]),
    ...(opened === null ? {} : { 'work-orders/open': () => succeed(opened) }),
    ...handlers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  const component = { template: '<p />' }
  const routes = [
    { path: '/desk', name: 'desk', component },
    { path: '/:all(.*)*', component },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(WorkOrdersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  if (opened !== null) await useWorkOrderStore().open('a file', new Uint8Array())
  await flushPromises()
  return { double, wrapper, at: (testId: string) => document.querySelector(`[data-testid=${testId}]`) }
}
const show = async (result: OrderResult, handlers: Handlers = {}) => {
  const page = await open({ kind: 'result', result, problem: null }, {}, handlers)
  const store = useWorkOrderStore()
  if (store.result === null) throw new Error('no result')
  store.result = { ...store.result, isOwn: true, comparison: { failure: null } }
  await flushPromises()
  return page
}

describe('a result', () => {
  it('does not say that an unconfirmed row was not carried out', async () => {
    const { at } = await show(resultOf(['failed', 'not-sent', 'unconfirmed', 'completed']))
    expect(at('comparison')?.textContent).toContain(
      '2 rows were not carried out. 1 row is unconfirmed. Save the result after the review.',
    )
    expect(at('to-review')?.textContent).toContain('Mark result')
    useWorkOrderStore().noteResultSaved(useWorkOrderStore().result!)
    await flushPromises()
    expect(at('comparison')?.textContent).toContain('After the review, save the result again.')
  })

  it('says of a row marked by hand that it is, without a name that the file has not', async () => {
    const [row] = resultOf(['completed']).rows
    for (const [reason, text] of [
      ['said-by-person', 'Marked by hand'],
      ['left-unknown', 'Closed by hand: a later change replaced it'],
    ] as const) {
      const { wrapper } = await show(resultOf([], { rows: [{ ...row!, reason }] }))
      expect(wrapper.get('[data-testid=result-row]').text()).toContain(text)
      unmount()
    }
  })

  it('keeps the note of its order in sight', async () => {
    const { at } = await show(resultOf(['completed']))
    useWorkOrderStore().order = { bytes: new Uint8Array(), summary: { ...order, note: 'Ask for the seal' } }
    await flushPromises()
    expect(at('order-note')?.textContent).toBe('Ask for the seal')
  })

  it('has a title for what its rows are named by, and labels for locks alone', async () => {
    const titles = (page: Awaited<ReturnType<typeof show>>) =>
      page.wrapper.findAll('[role=columnheader]').map((cell) => cell.text())
    const locks = await show(resultOf(['completed']))
    expect(titles(locks)[0]).toBe('Number')
    expect(locks.at('order-labels')).not.toBeNull()
    unmount()
    const rows = resultOf(['completed']).rows.map((row) => ({ ...row, key: '90017', employee: 'Chen Yu' }))
    const employees = await show(resultOf([], { action: 'edit-employee', rows }))
    expect(titles(employees)[0]).toBe('Employee ID')
    expect(employees.at('order-labels')).toBeNull()
  })
})

describe('an order that was used on a computer without its key', () => {
  const used = { ...order, used: { at: 1, operatorIdentity: 'Li Wei' } }
  const problem = { code: 'order-used', message: '', at: null } as const
  const opened = { kind: 'order', order: { ...used, problem } } as const
  const { signer: _signer, ...unsigned } = resultOf(['completed', 'unconfirmed'])
  const statusOf = (state: VaultState): VaultStatus => ({ state, backend: 'test', kept: 1, unreadable: 0 })
  const openWithout = (code: 'key-not-readable' | 'key-not-storable', state: VaultState) =>
    open(
      opened,
      {},
      {
        'vault/status': () => succeed(statusOf(state)),
        'work-orders/result': () => fail({ code, message: '' }),
        'work-orders/own-result': () => succeed({ result: unsigned, isSaved: false }),
      },
    )

  it.each([
    ['key-not-readable', 'passphrase-locked', 'key-unlock'],
    ['key-not-storable', 'memory', 'key-passphrase'],
  ] as const)('shows its rows, and the way to the key (%s)', async (code, state, remedy) => {
    const { wrapper, at } = await openWithout(code, state)
    expect(wrapper.findAll('[data-testid=result-row]')).toHaveLength(2)
    expect(at('order-problem')).toBeNull()
    expect(at('result-failure')?.getAttribute('data-code')).toBe(code)
    expect(at(remedy)).not.toBeNull()
  })

  it('is not saved, and the press leads to the way to the key', async () => {
    const { wrapper, at } = await openWithout('key-not-storable', 'memory')
    await wrapper.find('[data-testid=save-result]').trigger('click')
    await flushPromises()
    expect(document.activeElement).toBe(at('key-passphrase'))
  })

  it('is signed as soon as the passphrase is known', async () => {
    const page = await openWithout('key-not-readable', 'passphrase-locked')
    page.double.handlers['work-orders/result'] = () =>
      succeed({ result: resultOf(['completed', 'unconfirmed']), bytes: new Uint8Array([1]), isSaved: false })
    page.double.emit('vault/changed', statusOf('passphrase'))
    await flushPromises()
    expect(page.at('result-failure')).toBeNull()
    expect(useWorkOrderStore().result?.bytes).toEqual(new Uint8Array([1]))
  })

  it('is signed where the passphrase comes while its rows are read', async () => {
    const page = await openWithout('key-not-readable', 'passphrase-locked')
    page.double.handlers['work-orders/own-result'] = () => {
      page.double.handlers['work-orders/result'] = () =>
        succeed({ result: resultOf(['completed']), bytes: new Uint8Array([1]), isSaved: false })
      page.double.emit('vault/changed', statusOf('passphrase'))
      return succeed({ result: unsigned, isSaved: false })
    }
    await useWorkOrderStore().open('a file', new Uint8Array())
    await flushPromises()
    expect(page.at('result-failure')).toBeNull()
    expect(useWorkOrderStore().result?.bytes).toEqual(new Uint8Array([1]))
  })
})

describe('a key that is not trusted', () => {
  const key: OpenedOrderFile = { kind: 'key', key: signer, state: 'unknown' }
  const untrusted: OpenedOrderFile = {
    kind: 'result',
    result: resultOf(['completed']),
    problem: { code: 'key-unknown', message: '' },
  }

  it.each([key, untrusted])('is offered with its words', async (file) => {
    const { at } = await open(file)
    expect(at('key-words')?.textContent).toContain('apple')
    expect(at('trust-key')).not.toBeNull()
  })

  it.each([key, untrusted])('is not offered where the policy names the keys', async (file) => {
    const { at } = await open(file, { trustedKeys: [] })
    expect(at('trust-key')).toBeNull()
    expect(document.body.textContent).toContain('Ask your IT department to add the key.')
    expect(document.body.textContent).not.toContain('six words')
  })
})

const order: OrderSummary = {
  ...{
    id: 'order-1',
    checksum: '9f2c 31aa 07be 44d1',
    action: 'lend',
    platform: 'training',
    enterprises: [],
  },
  ...{ rowCount: 1, note: '', preparedBy: 'Chen Yu', created: 1, notBefore: 1, expires: 2, signer },
  ...{ problem: null, used: null, usedElsewhere: null },
}

describe('an order whose key is not trusted', () => {
  const untrusted: OrderSummary = { ...order, problem: { code: 'key-unknown', message: '' } }
  const openIt = (isSignedHere: boolean) =>
    open(
      { kind: 'order', order: untrusted },
      {},
      {
        'work-orders/signed-file': () =>
          succeed(isSignedHere ? { order: untrusted, bytes: new Uint8Array() } : null),
      },
    )

  it('is compared with its signer', async () => {
    const { at } = await openIt(false)
    expect(at('order-problem')?.textContent).toContain('Compare the six words with the signer')
    expect(at('trust-key')).not.toBeNull()
  })

  it('is for another computer where this one signed it', async () => {
    const { at } = await openIt(true)
    expect(at('order-problem')?.textContent).toContain('This computer signed it.')
    expect(at('order-problem')?.textContent).toContain('Carry it out on another computer.')
    expect(at('key-words')).toBeNull()
    expect(at('trust-key')).toBeNull()
  })
})

describe('an order to lend', () => {
  const row = orderRow({ employee: 'Emma Clarke', assetCount: 1 })
  const openIt = (policy: Policy) =>
    open({ kind: 'order', order }, policy, { 'work-orders/check': () => succeed([row]) })

  it('is not carried out where loans need a due date, and says it beforehand', async () => {
    const limited = await openIt({ maxLoanDays: 3 })
    expect(limited.at('carry-out')?.getAttribute('aria-disabled')).toBe('true')
    expect(limited.at('no-due-date')?.textContent).toContain('Use the page Loans.')
    unmount()
    const free = await openIt({})
    expect(free.at('carry-out')?.getAttribute('aria-disabled')).toBeNull()
    expect(free.at('no-due-date')).toBeNull()
  })

  it('shows every status of a lock', async () => {
    const both = orderRow({ status: 'expired', otherStatuses: ['disabled'] })
    const { wrapper } = await open(
      { kind: 'order', order },
      {},
      { 'work-orders/check': () => succeed([both]) },
    )
    const shown = wrapper.findAll('[data-testid=order-row] [data-state]')
    expect(shown.map((tag) => tag.attributes('data-state'))).toEqual(['expired', 'disabled'])
  })

  it('says beforehand that the policy allows fewer', async () => {
    const { at } = await open(
      { kind: 'order', order },
      { maxRowsPerJob: 1 },
      {
        'work-orders/check': () => succeed([{ ...row, assetCount: 2 }]),
      },
    )
    expect(at('carry-out')?.getAttribute('aria-disabled')).toBe('true')
    expect(at('managed')?.textContent).toContain('1')
  })
})

describe('an order that is open as its time begins or ends', () => {
  const minute = 60_000
  const start = Date.UTC(2026, 10, 30, 9)
  const timed: OrderSummary = { ...order, action: 'disable', notBefore: start, expires: start + 60 * minute }
  const problemOf = (code: 'order-expired' | 'order-not-yet-valid') => ({ code, message: '' })
  /** Main allows ten minutes for clocks that differ. */
  const summaryNow = (): OrderSummary => {
    const now = Date.now()
    const isEarly = now < timed.notBefore - 10 * minute
    const isLate = now >= timed.expires + 10 * minute
    const problem = isEarly ? problemOf('order-not-yet-valid') : isLate ? problemOf('order-expired') : null
    return { ...timed, problem }
  }
  const openAt = (now: number) => {
    vi.setSystemTime(now)
    return open(
      { kind: 'order', order: summaryNow() },
      {},
      {
        'work-orders/open': () => succeed({ kind: 'order', order: summaryNow() }),
        'work-orders/check': () => succeed([orderRow({})]),
      },
    )
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
  afterEach(() => {
    unmount()
    vi.useRealTimers()
  })
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await flushPromises()
  }

  it('is called expired, and its confirmation closes', async () => {
    const { wrapper, at } = await openAt(start)
    await wrapper.get('[data-testid=carry-out]').trigger('click')
    expect(document.querySelector('dialog')).not.toBeNull()
    await pass(69 * minute)
    expect([at('order-problem'), document.querySelector('dialog') === null]).toEqual([null, false])
    await pass(minute)
    expect(at('order-problem')?.getAttribute('data-code')).toBe('order-expired')
    expect(at('order-problem')?.textContent).toContain('The work order has expired.')
    expect([at('carry-out'), document.querySelector('dialog')]).toEqual([null, null])
  })

  it('can be carried out as soon as it is valid', async () => {
    const { at, double } = await openAt(start - 20 * minute)
    expect(at('order-problem')?.getAttribute('data-code')).toBe('order-not-yet-valid')
    await pass(10 * minute)
    expect(at('order-problem')).toBeNull()
    expect(at('carry-out')?.getAttribute('aria-disabled')).toBeNull()
    expect(double.calls.filter(({ name }) => name === 'work-orders/check')).toHaveLength(1)
  })
})

describe('an order whose locks all have the wanted state', () => {
  it('is carried out for its result, and no button says that it disables 0 locks', async () => {
    const row = orderRow({
      status: 'disabled',
      unsent: { state: 'skipped', reason: 'already-in-state' },
    })
    const { at, wrapper } = await open(
      { kind: 'order', order: { ...order, action: 'disable' } },
      {},
      { 'work-orders/check': () => succeed([row]) },
    )
    expect(at('carry-out')?.textContent.trim()).toBe('Carry out without changes')
    expect(at('carry-out')?.getAttribute('aria-disabled')).toBeNull()
    await wrapper.get('[data-testid=carry-out]').trigger('click')
    const dialog = document.querySelector('dialog')?.textContent
    expect(dialog).toContain('Carry out without changes')
    expect(dialog).toContain('1 row needs no change.')
    expect(dialog).not.toContain('Disable')
  })
})

const signedOrder = (part: Partial<SignedOrderEntry> = {}): SignedOrderEntry => ({
  ...{ id: 'a1b2c3d4-0000-4000-8000-000000000000', checksum: '1234', action: 'disable', rowCount: 3 },
  ...{ preparedBy: 'Li Wei', note: '', created: 1, notBefore: 1, expires: Date.now() + 86_400_000 },
  ...{ saved: null, result: null },
  ...part,
})
const counts = { completed: 1, failed: 1, 'not-sent': 0, unconfirmed: 1, skipped: 0 }
const result = { read: 3, made: 2, signer: 'Counter', counts }
const saved = { at: 2, name: 'a.lockorder' }

describe('the page without an open work order', () => {
  it('names both ways to begin', async () => {
    const { at } = await open(null)
    expect(at('no-order')?.textContent).toContain('Carry out a work order')
    expect(at('no-order')?.textContent).toContain('Sign a work order')
    expect(at('make-order-list')).not.toBeNull()
  })

  it('lists the orders signed here, with their state and their open rows', async () => {
    const orders = [
      signedOrder({ id: '1', saved, result }),
      signedOrder({
        id: '2',
        saved,
        result: { ...result, counts: { ...counts, failed: 0, unconfirmed: 0 } },
      }),
      signedOrder({ id: '3', saved }),
      signedOrder({ id: '4' }),
      signedOrder({ id: '5', saved, expires: 5 }),
    ]
    const { wrapper, at } = await open(null, {}, { 'work-orders/signed': () => succeed(orders) })
    expect(wrapper.findAll('[data-state]').map((cell) => cell.attributes('data-state'))).toEqual(
      expect.arrayContaining(['differs', 'done', 'open', 'not-saved', 'expired']),
    )
    const rows = wrapper.findAll('[data-testid=signed-order]')
    expect(rows[0]?.text()).toMatch(/Disable 3 locks.*Result read, rows open.*2$/)
    await rows[0]?.trigger('click')
    await flushPromises()
    expect(at('signed-next')?.textContent).toBe('2 rows are open: not carried out, or unconfirmed.')
    expect(at('signed-details')?.textContent).toContain('Counter')
  })

  it('saves the same file again, and reads its state again', async () => {
    let orders = [signedOrder()]
    const asked: unknown[] = []
    const { wrapper, at } = await open(
      null,
      {},
      {
        'work-orders/signed': () => succeed(orders),
        'work-orders/save': (input) => {
          asked.push(input)
          orders = [signedOrder({ saved })]
          return succeed({ savedAs: 'a.lockorder' })
        },
      },
    )
    await wrapper.find('[data-testid=signed-order]').trigger('click')
    await flushPromises()
    at('save-signed')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(asked).toEqual([{ id: orders[0]?.id, name: 'work-order-A1B2C3D4' }])
    expect(wrapper.find('[data-testid=signed-order]').text()).toContain('Exported, no result')
  })
})

describe('an order that is no longer needed', () => {
  it.each([
    ['was never saved', {}, 'can’t be carried out'],
    ['is still out', { saved }, 'stays valid'],
    ['has its result', { saved, result }, 'counts of its result'],
  ] as const)(
    'is removed after a question that says what is lost: one that %s',
    async (_name, part, loss) => {
      const asked: unknown[] = []
      const { wrapper, at } = await open(
        null,
        {},
        {
          'work-orders/signed': () => succeed([signedOrder(part), signedOrder({ id: 'other' })]),
          'work-orders/forget': (input) => {
            asked.push(input)
            return succeed([signedOrder({ id: 'other' })])
          },
        },
      )
      await wrapper.find('[data-testid=signed-order]').trigger('click')
      await flushPromises()
      at('remove-signed')?.dispatchEvent(new Event('click'))
      await flushPromises()
      expect(at('remove-signed-loss')?.textContent).toContain(loss)
      expect(asked).toEqual([])
      at('confirm-remove-signed')?.dispatchEvent(new Event('click'))
      await flushPromises()
      expect(asked).toEqual([{ id: signedOrder().id }])
      expect(wrapper.findAll('[data-testid=signed-order]')).toHaveLength(1)
      expect(at('signed-details')).toBeNull()
    },
  )
})

describe('a returned result', () => {
  it('finds its order among those signed here', async () => {
    const order = { id: 'order-1', signer, preparedBy: 'Li Wei' } as Partial<OrderSummary> as OrderSummary
    const compared: unknown[] = []
    const returned = resultOf(['completed'])
    const { at } = await open(
      { kind: 'result', result: returned, problem: null },
      {},
      {
        'work-orders/signed-file': () => succeed({ order, bytes: new Uint8Array([7]) }),
        'work-orders/compare': (files) => {
          compared.push([...files.order])
          return succeed({ order, result: returned })
        },
      },
    )
    expect(compared).toEqual([[7]])
    expect(at('open-its-order')).toBeNull()
    expect(at('comparison')?.textContent).toContain('All rows were carried out as ordered.')
  })

  it('makes a list of the locks that are open, to sign them again', async () => {
    const returned = resultOf(['completed', 'not-sent', 'failed', 'unconfirmed'])
    const order = { id: 'order-1', signer, preparedBy: 'Li Wei' } as Partial<OrderSummary> as OrderSummary
    const { at } = await open(
      { kind: 'result', result: returned, problem: null },
      {},
      {
        'work-orders/signed-file': () => succeed({ order, bytes: new Uint8Array([7]) }),
        'work-orders/compare': () => succeed({ order, result: returned }),
      },
    )
    expect(at('comparison')?.textContent).toContain('Read the result again after the review there.')
    expect(at('list-open-rows')?.textContent).toContain('Make a list (2)')
    at('list-open-rows')?.dispatchEvent(new Event('click'))
    expect(usePageRequestsStore().waiting).toEqual({
      desk: { action: 'disable', numbers: ['8000000011', '8000000012'], reverses: null },
    })
  })
})

describe('closing an own result', () => {
  it('asks while it is on no disk', async () => {
    const { at } = await show(resultOf(['completed']))
    at('close-order')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(at('dialog')?.textContent).toContain('Close without saving the result?')
    expect(useWorkOrderStore().result).not.toBeNull()
    at('close-unsaved')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(useWorkOrderStore().result).toBeNull()
  })

  it('asks nothing once it is saved', async () => {
    const { at } = await show(resultOf(['completed']))
    useWorkOrderStore().noteResultSaved(useWorkOrderStore().result!)
    at('close-order')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(useWorkOrderStore().result).toBeNull()
  })
})

describe('another order over an own result', () => {
  it('asks as closing does, and opens it after the answer', async () => {
    const files: readonly OpenedOrderFile[] = [
      { kind: 'result', result: resultOf(['completed']), problem: null },
      { kind: 'order', order: { ...order, id: 'order-2' } },
    ]
    const { at } = await show(resultOf(['completed']), {
      'work-orders/open': ({ bytes }) => succeed(files[bytes.length]!),
      'work-orders/check': () => succeed([]),
    })
    const opening = useWorkOrderStore().open('b', new Uint8Array([2]))
    await flushPromises()
    expect(at('dialog')?.textContent).toContain('Close without saving the result?')
    at('close-unsaved')?.dispatchEvent(new Event('click'))
    await opening
    await flushPromises()
    expect(at('open-result')).toBeNull()
    expect(at('open-order')).not.toBeNull()
  })
})

describe('a saved result', () => {
  it('is only to be returned', async () => {
    const { at } = await show(resultOf(['completed']))
    expect(at('comparison')?.textContent).toContain('Save the result and return it')
    useWorkOrderStore().noteResultSaved(useWorkOrderStore().result!)
    await flushPromises()
    expect(at('comparison')?.textContent).toContain('Return the saved result')
    expect(at('comparison')?.textContent).not.toContain('Save the result')
  })
})

describe('the file of a result', () => {
  const used = { ...order, used: { at: 1, operatorIdentity: 'Li Wei' } }
  const opened = { kind: 'order', order: used } as const
  const bytesOf = (state: ReportedState) => new TextEncoder().encode(state)
  const madeOf = (state: ReportedState, isSaved = false) =>
    succeed({ result: resultOf([state]), bytes: bytesOf(state), isSaved })

  it('that is on disk is a saved one also after a second file was canceled', async () => {
    const { at } = await open(
      opened,
      {},
      { 'work-orders/result': () => madeOf('completed', true), 'files/save': () => succeed(null) },
    )
    expect(at('comparison')?.textContent).toContain('Return the saved result')
    at('save-result')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(at('comparison')?.textContent).toContain('Return the saved result')
  })

  it('that could not be saved says so in the color of a failure, until it is saved', async () => {
    const { at, double } = await open(
      opened,
      {},
      {
        'work-orders/result': () => madeOf('completed'),
        'work-orders/note-result-saved': () => succeed(null),
        'files/save': () => fail({ code: 'not-saved', message: 'EACCES' }),
      },
    )
    const save = async () => {
      at('save-result')?.dispatchEvent(new Event('click'))
      await flushPromises()
      return [...(at('result-message')?.classList ?? [])]
    }
    expect(await save()).toEqual(expect.arrayContaining(['on-danger', 'text-danger']))
    double.handlers['files/save'] = () => succeed({ savedAs: 'a.lockresult' })
    const after = await save()
    expect(after).toContain('on-sunken')
    expect(after).not.toContain('text-danger')
  })

  it('has the rows as they were when its dialog was opened', async () => {
    let answer = (): void => undefined
    const { at, double } = await open(
      opened,
      {},
      {
        'work-orders/result': () => madeOf('unconfirmed'),
        'work-orders/note-result-saved': () => succeed(null),
        'files/save': () =>
          new Promise((done) => (answer = () => done(succeed({ savedAs: 'a.lockresult' })))),
      },
    )
    at('save-result')?.dispatchEvent(new Event('click'))
    await flushPromises()
    double.handlers['work-orders/result'] = () => madeOf('completed')
    await useWorkOrderStore().makeResult()
    answer()
    await flushPromises()
    const noted = double.calls.filter(({ name }) => name === 'work-orders/note-result-saved')
    expect(noted.map(({ input }) => input)).toEqual([{ bytes: bytesOf('unconfirmed') }])
    expect(at('comparison')?.textContent).not.toContain('Return the saved result')
  })
})

describe('a result with open rows at the office', () => {
  it('has the tone of its notice', async () => {
    const { wrapper, at } = await open(
      null,
      {},
      { 'work-orders/signed': () => succeed([signedOrder({ saved, result }), signedOrder({ id: 'other' })]) },
    )
    const tones = wrapper
      .findAll('[data-testid=signed-order] [data-state]')
      .map((tag) => [tag.attributes('data-state'), tag.attributes('style')])
    const styleOf = (state: string) => tones.find(([of]) => of === state)?.[1]
    // Both wait for a person.
    expect(styleOf('differs')).toBe(styleOf('not-saved'))
    await wrapper.find('[data-testid=signed-order]').trigger('click')
    await flushPromises()
    expect(at('signed-next')?.classList.contains('warning')).toBe(true)
  })
})

describe('a running order', () => {
  const waiting = { reason: 'waiting', ended: null } as const
  const running = resultOf([], {
    jobId: 'job-1',
    rows: [
      { ...resultOf(['not-sent']).rows[0]!, ...waiting, key: 'LD1' },
      { ...resultOf(['unconfirmed']).rows[0]!, ended: null, key: 'LD2' },
      { ...resultOf(['completed']).rows[0]!, key: 'LD3' },
    ],
  })
  const showRunning = async (handlers: Handlers = {}) => {
    const page = await show(running, handlers)
    useJobsStore().jobs = new Map([['job-1', job({ state: 'running' })]])
    await flushPromises()
    return page
  }
  const statesIn = ({ wrapper }: Awaited<ReturnType<typeof show>>) =>
    wrapper.findAll('[data-testid=result-row] [data-state]').map((cell) => cell.text())

  it('says what is sent and what waits, and has no result and no time yet', async () => {
    const page = await showRunning()
    expect(statesIn(page)).toEqual(['Waiting', 'Sending', 'Completed'])
    const text = page.at('open-result')?.textContent ?? ''
    expect(text).toContain('In progress')
    for (const untrue of ['Unconfirmed', 'Not sent', 'Result of work order', 'Carried out1'])
      expect(text).not.toContain(untrue)
    useJobsStore().jobs = new Map([['job-1', job({ state: 'ended' })]])
    await flushPromises()
    expect(statesIn(page)).toEqual(['Not sent', 'Unconfirmed', 'Completed'])
    expect(page.at('open-result')?.textContent).toContain('Result of work order')
  })

  it('is paused where its job is', async () => {
    const { at } = await showRunning()
    useJobsStore().jobs = new Map([['job-1', job({ state: 'paused', pause: { kind: 'requested' } })]])
    await flushPromises()
    expect(at('order-status')?.textContent).toBe('Paused')
  })

  it('has no result to save when it is closed', async () => {
    const { at } = await showRunning()
    at('close-order')?.dispatchEvent(new Event('click'))
    await flushPromises()
    const dialog = at('dialog')
    expect(dialog?.textContent).toContain('Close a running work order?')
    expect(dialog?.textContent).toContain('It continues in the background.')
    expect(at('save-and-close')).toBeNull()
    useJobsStore().jobs = new Map([['job-1', job({ state: 'paused', pause: { kind: 'requested' } })]])
    await flushPromises()
    expect(dialog?.textContent).toContain('It stays paused until you resume it.')
    at('close-unsaved')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(useWorkOrderStore().result).toBeNull()
  })

  it('is canceled once', async () => {
    let cancels = 0
    const { at } = await showRunning({
      'jobs/cancel': () => {
        cancels += 1
        return succeed(job({ state: 'running' }))
      },
    })
    at('job-cancel')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(at('job-progress')?.textContent).toContain('Canceling…')
    expect(at('job-progress')?.textContent).not.toContain('Pausing')
    expect(at('job-cancel')?.getAttribute('aria-disabled')).toBe('true')
    at('job-cancel')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(cancels).toBe(1)
  })
})

describe('an order that runs while it is not open', () => {
  const running = (part: Partial<Job> = {}) =>
    job({
      state: 'paused',
      pause: { kind: 'interrupted' },
      workOrder: { id: 'abcdef12-1', signer: 'Office' },
      ...part,
    })

  it('is shown with its controls, and where its rows are', async () => {
    const resumed: unknown[] = []
    const { at } = await open(
      null,
      {},
      {
        'jobs/resume': (input) => {
          resumed.push(input)
          return succeed(running({ state: 'running', pause: null }))
        },
      },
    )
    expect(at('running-order')).toBeNull()
    useJobsStore().jobs = new Map([
      ['job-1', running()],
      ['job-2', job({ jobId: 'job-2', state: 'running' })],
    ])
    await flushPromises()
    const text = at('running-order')?.textContent
    expect(text).toContain('Work order ABCDEF12')
    expect(text).toContain('Disable 2 locks')
    expect(text).toContain('Open its file for its rows and its result.')
    at('job-resume')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(resumed).toEqual([{ jobId: 'job-1' }])
    expect(at('job-pause')).not.toBeNull()
  })

  it('can be canceled again where it stays paused, because the end could not be written', async () => {
    const { at } = await open(null, {}, { 'jobs/cancel': () => succeed(running()) })
    useJobsStore().jobs = new Map([['job-1', running()]])
    await flushPromises()
    at('job-cancel')?.dispatchEvent(new Event('click'))
    await flushPromises()
    expect(at('job-cancel')?.getAttribute('aria-disabled')).toBe('true')
    useJobsStore().jobs = new Map([['job-1', running({ pause: { kind: 'journal-not-writable' } })]])
    await flushPromises()
    expect(at('job-cancel')?.getAttribute('aria-disabled')).toBe('false')
  })

  it('stays when its job ends, until its result was open', async () => {
    const { at } = await open(null)
    const jobs = useJobsStore()
    const ended = running({ state: 'ended', pause: null })
    const earlier = running({ jobId: 'job-2', state: 'ended', pause: null })
    jobs.jobs = new Map([['job-1', running()]])
    jobs.jobs = new Map([
      ['job-1', ended],
      ['job-2', earlier],
    ])
    await flushPromises()
    expect(document.querySelectorAll('[data-testid=running-order]')).toHaveLength(1)
    expect(at('running-order')?.textContent).toContain('Ended. Open its file to save its result.')
    expect(at('job-pause')).toBeNull()
    const store = useWorkOrderStore()
    store.result = {
      bytes: new Uint8Array(),
      result: resultOf(['completed'], { id: 'abcdef12-1', jobId: 'job-1' }),
      isOwn: true,
      problem: null,
      comparison: { failure: null },
    }
    await flushPromises()
    store.result = null
    await flushPromises()
    expect(at('running-order')).toBeNull()
  })
})

describe('an order for an enterprise that is not added here', () => {
  const [known] = enterprises(0)
  const unknown: OrderSummary = {
    ...order,
    action: 'disable',
    enterprises: [{ enterpriseGlobalId: known!.enterpriseGlobalId, enterpriseName: null }],
  }
  const row = orderRow({ status: null, unsent: { state: 'not-sent', reason: 'not-found' } })

  it('says so with the next step, and checks its rows again once it is added', async () => {
    let isAdded = false
    const { at, wrapper } = await open(
      { kind: 'order', order: unknown },
      {},
      {
        'enterprises/list': () => succeed(registerSlice(isAdded ? [known!] : [])),
        'enterprises/add': () => succeed(null),
        'work-orders/check': () =>
          succeed([
            isAdded ? { ...row, unsent: null, status: 'enabled', enterpriseName: 'North Bridge' } : row,
          ]),
      },
    )
    expect(at('unknown-enterprise')?.textContent).toContain('This enterprise is not added here.')
    expect(at('unknown-enterprise')?.querySelector('button')?.textContent).toContain('Add enterprise')
    expect(at('carry-out')?.textContent.trim()).toBe('Carry out')
    expect(at('carry-out')?.getAttribute('aria-disabled')).toBe('true')
    isAdded = true
    await useEnterprisesStore().load()
    await flushPromises()
    expect(at('unknown-enterprise')).toBeNull()
    expect(at('carry-out')?.textContent.trim()).toBe('Disable 1 lock')
    expect(wrapper.findAll('[role=columnheader]').map((cell) => cell.text())).not.toContain('Enterprise')
    expect(document.querySelector('[data-testid=shared-values]')).toBeNull()
  })
})
