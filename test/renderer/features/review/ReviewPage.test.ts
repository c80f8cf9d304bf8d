// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import type { PageRequests } from '../../../../src-renderer/actions/open-page'
import { useReviewStore } from '../../../../src-renderer/stores/review-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import ReviewCard from '../../../../src-renderer/features/review/ReviewCard.vue'
import ReviewPage from '../../../../src-renderer/features/review/ReviewPage.vue'
import { always } from '../../support/bridge-double'
import type { Handlers } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { entry, job, settings, unreachable, unresolved } from '../../support/samples'
import { createTexts } from '../../support/texts'

const reset = unresolved(
  entry({
    action: 'reset-password',
    state: 'unknown',
    enterpriseGlobalId: 'E1',
    memberGlobalId: 'member-1',
    memberName: 'Chen Yu',
    request: { enterpriseGlobalId: 'E1', memberGlobalId: 'member-1', memberName: 'Chen Yu' },
  }),
  { readable: false },
)
const added = unresolved(
  entry({
    ...{ action: 'add-employee', state: 'unknown', enterpriseGlobalId: 'E1', memberName: 'Chen Yu' },
    ...{ request: { enterpriseGlobalId: 'E1', userName: 'chen', name: 'Chen Yu' } },
  }),
)

let unmount = (): void => undefined
afterEach(() => unmount())

const mountPage = async (
  handlers: Handlers = {},
  request: PageRequests['to-settle'] | null = null,
  isReadBefore = false,
) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'changes/unresolved': always<'changes/unresolved'>({ total: 1, changes: [reset] }),
    'jobs/start': () => fail({ code: 'not-confirmed', message: '' }),
    'changes/mark-result': () => fail({ code: 'not-saved', message: 'ENOSPC' }),
    ...handlers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  if (isReadBefore) await useReviewStore().load()
  if (request !== null) usePageRequestsStore().give('to-settle', request)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/employees', name: 'employees', component: { template: '<p />' } },
      { path: '/:all(.*)*', component: { template: '<p />' } },
    ],
  })
  const wrapper = mount(ReviewPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await flushPromises()
  return { double, wrapper }
}
const open = async (change = added) => {
  const { double, wrapper } = await mountPage({
    'changes/unresolved': always<'changes/unresolved'>({ total: 1, changes: [change] }),
  })
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  const card = wrapper.getComponent(ReviewCard)
  const submit = async (form: string): Promise<void> => {
    await wrapper.get(form).trigger('submit')
    await flushPromises()
  }
  const inputs = (name: string) => double.calls.filter((one) => one.name === name).map(({ input }) => input)
  return { double, wrapper, at, card, submit, inputs }
}

it('resets a password again where the app generates it', async () => {
  const { at, card } = await open(reset)
  card.vm.$emit('sendAgain', reset.entry)
  await flushPromises()
  expect(at('dialog').exists()).toBe(false)
  expect(usePageRequestsStore().waiting.employees).toEqual({
    enterpriseGlobalId: 'E1',
    memberGlobalId: 'member-1',
    name: 'Chen Yu',
    resets: true,
  })
})

it('keeps a typed password when the system dialog is canceled', async () => {
  const { double, wrapper, at, card, submit, inputs } = await open()
  card.vm.$emit('sendAgain', added.entry)
  await flushPromises()
  const password = () => wrapper.get<HTMLInputElement>('[data-testid=send-again-password] input')
  await password().setValue('Uncommon4567')
  await submit('#send-again-form')
  expect(at('dialog').text()).toContain('Not confirmed. Nothing was sent.')
  expect(password().element.value).toBe('Uncommon4567')

  double.handlers['jobs/start'] = () => succeed(job({ action: 'add-employee' }))
  await submit('#send-again-form')
  expect(at('dialog').exists()).toBe(false)
  expect(at('review-message').text()).toBe('Sent again.')
  const [canceled, sent] = inputs('jobs/start')
  expect(sent).toEqual(canceled)
  expect(sent).toMatchObject({ rows: [{ password: 'Uncommon4567' }] })
})

it.each([
  ['done', false],
  ['failed', true],
] as const)('asks as the check says that ends while it asks: %s', async (state, isAsking) => {
  const change = unresolved(
    entry({ action: 'edit-employee', state: 'unknown', memberName: 'Chen Yu', request: { name: 'Chen Yu' } }),
  )
  let answer = (): void => undefined
  const answered = new Promise<void>((done) => (answer = done))
  let isOpen = true
  const { wrapper } = await mountPage({
    'changes/unresolved': () => succeed(isOpen ? { total: 1, changes: [change] } : { total: 0, changes: [] }),
    'changes/check-results': async () => {
      await answered
      const reason = { kind: state === 'done' ? 'read-back-applied' : 'read-back-not-applied' } as const
      isOpen = false
      return succeed([{ ...change, entry: { ...change.entry, state, reason } }])
    },
  })
  const at = (testId: string) => wrapper.find(`[data-testid=${testId}]`)
  wrapper.getComponent(ReviewCard).vm.$emit('sendAgain', change.entry)
  await flushPromises()
  expect(at('send-again-warning').exists()).toBe(true)
  answer()
  await flushPromises()
  expect([at('dialog').exists(), at('send-again-warning').exists()]).toEqual([isAsking, false])
})

it('says what sending again will do, not that it was done', async () => {
  const { at, card } = await open()
  card.vm.$emit('sendAgain', added.entry)
  await flushPromises()
  expect(at('send-again-warning').text()).toContain('If not completedThe employee will be added.')
})

it('sends once while the system dialog is open', async () => {
  const { double, wrapper, card, submit, inputs } = await open()
  let answer = (): void => undefined
  double.handlers['jobs/start'] = () =>
    new Promise((done) => {
      answer = () => {
        done(succeed(job({ action: 'add-employee' })))
      }
    })
  card.vm.$emit('sendAgain', added.entry)
  await flushPromises()
  await wrapper.get('[data-testid=send-again-password] input').setValue('Uncommon4567')
  await submit('#send-again-form')
  await submit('#send-again-form')
  answer()
  await flushPromises()
  expect(inputs('jobs/start')).toHaveLength(1)
})

it('says what the lists show otherwise before a result is marked', async () => {
  const change = (key: string, seen: 'applied' | 'not-applied' | 'not-read') =>
    unresolved(entry({ entryId: `job-1.${key}`, key, action: 'enable', state: 'unknown' }), {
      look: { at: Date.now(), seen },
    })
  const changes = [change('LD8000000021', 'not-applied'), change('LD8000000022', 'applied')]
  const { wrapper } = await mountPage({
    'changes/unresolved': () => succeed({ total: 2, changes }),
    'changes/check-results': () => succeed(changes),
  })
  const warning = () => wrapper.find('[data-testid=mark-contrary]')
  const ask = async (...[marked, as]: [typeof changes, 'done' | 'failed']) => {
    wrapper.getComponent(ReviewCard).vm.$emit('mark', marked, as)
    await flushPromises()
  }
  await ask(changes.slice(0, 1), 'done')
  expect(warning().text()).toBe('The lists show this change as not completed.')
  await ask(changes.slice(0, 1), 'failed')
  expect(warning().exists()).toBe(false)
  await ask(changes.slice(1), 'failed')
  expect(warning().text()).toBe('The lists show this change as completed.')
  await ask(changes, 'done')
  expect(warning().text()).toBe('The lists show 1 of the 2 changes as not completed.')
  await ask([changes[0]!, change('LD8000000023', 'not-applied')], 'done')
  expect(warning().text()).toBe('The lists show all 2 changes as not completed.')
})

it('keeps the note of a result that could not be saved', async () => {
  const { double, wrapper, at, card, submit, inputs } = await open()
  card.vm.$emit('mark', [reset], 'done')
  await flushPromises()
  const note = () => wrapper.get<HTMLTextAreaElement>('[data-testid=mark-note] textarea')
  await note().setValue('Chen signed in.')
  await submit('#mark-form')
  expect(at('dialog').text()).toContain('Couldn’t save to disk')
  expect(note().element.value).toBe('Chen signed in.')

  double.handlers['changes/mark-result'] = () => succeed([{ ...reset.entry, state: 'done' }])
  await submit('#mark-form')
  expect(at('dialog').exists()).toBe(false)
  expect(inputs('changes/mark-result').at(-1)).toMatchObject({ note: 'Chen signed in.', as: 'done' })
})

it('says that the basis of a result is optional, and takes a result without one', async () => {
  const { double, wrapper, at, card, submit, inputs } = await open()
  double.handlers['changes/mark-result'] = () => succeed([{ ...reset.entry, state: 'done' }])
  card.vm.$emit('mark', [reset], 'done')
  await flushPromises()
  const label = wrapper
    .findAll('#mark-form label')
    .find((one) => one.find('[data-testid=mark-note]').exists())
  expect(label?.text()).toContain('Basis')
  expect(label?.text()).toContain('Optional')
  await submit('#mark-form')
  expect(at('dialog').exists()).toBe(false)
  expect(inputs('changes/mark-result')).toMatchObject([{ note: '', as: 'done' }])
})

it('does not say that nothing needs review before the changes were read', async () => {
  let answer: () => void = () => undefined
  const read = new Promise<void>((done) => (answer = done))
  const { wrapper } = await mountPage({
    'changes/unresolved': async () => {
      await read
      return succeed({ total: 0, changes: [] })
    },
  })
  const isEmptyShown = () => wrapper.find('[data-testid=review-empty]').exists()
  expect(isEmptyShown()).toBe(false)
  answer()
  await flushPromises()
  expect(isEmptyShown()).toBe(true)
})

it('says that a check failed, and checks the same changes again', async () => {
  const lock = unresolved(entry({ state: 'unknown' }))
  const { double, wrapper } = await mountPage({
    'changes/unresolved': always<'changes/unresolved'>({ total: 1, changes: [lock] }),
    'changes/check-results': () => fail(unreachable),
  })
  const shown = () => wrapper.find('[data-testid=review-failure]')
  expect(shown().text()).toContain('Couldn’t check the results.')
  double.handlers['changes/check-results'] = () => succeed([lock])
  await shown().get('button').trigger('click')
  await flushPromises()
  const checks = double.calls.filter(({ name }) => name === 'changes/check-results')
  expect(checks.map(({ input }) => input)).toEqual([
    { entryIds: [lock.entry.entryId] },
    { entryIds: [lock.entry.entryId] },
  ])
  expect(shown().exists()).toBe(false)
})

it('does not say that locks are on no list where the lists were not read', async () => {
  type Seen = NonNullable<UnresolvedChange['look']>['seen']
  const summaryOf = async (...seen: readonly Seen[]): Promise<string> => {
    const changes = seen.map((each, index) =>
      unresolved(entry({ entryId: `entry-${index}`, state: 'unknown' }), {
        look: { seen: each, at: Date.now() },
      }),
    )
    const { wrapper } = await mountPage({
      'changes/unresolved': always<'changes/unresolved'>({ total: changes.length, changes }),
      'changes/check-results': () => succeed(changes),
    })
    const text = wrapper.get('[data-testid=review-platform-lists]').text()
    unmount()
    return text
  }
  expect(await summaryOf('not-read', 'not-read')).toContain('Couldn’t read the platform’s lists.')
  expect(await summaryOf('not-visible', 'not-read', 'applied')).toContain(
    'Completed: 1 · Not listed: 1 · Not read: 1',
  )
})

it('gives the focus to the card of a job that was not among the changes read before, also after a failed read', async () => {
  const inOrder = unresolved(entry({ state: 'unknown', jobId: 'job-7', entryId: 'job-7.0' }))
  const answers = [
    succeed({ total: 1, changes: [reset] }),
    fail(unreachable),
    succeed({ total: 2, changes: [reset, inOrder] }),
  ]
  const handlers: Handlers = { 'changes/unresolved': () => answers.shift() ?? fail(unreachable) }
  const { wrapper } = await mountPage(handlers, { jobId: 'job-7' }, true)
  expect(wrapper.find('[data-job=job-7]').exists()).toBe(false)
  await wrapper.get('[data-testid=review-try-again]').trigger('click')
  await flushPromises()
  expect(wrapper.get('[data-job=job-7]').element).toBe(document.activeElement)
})

it.each(['mark', 'sendAgain'] as const)(
  'names the operator before the result is saved or sent: %s',
  async (how) => {
    const { wrapper, at, card } = await open()
    if (how === 'mark') card.vm.$emit('mark', [reset], 'done')
    else card.vm.$emit('sendAgain', added.entry)
    await flushPromises()
    expect(at('dialog').text()).toContain('Operator: Li Wei')
    wrapper.unmount()
  },
)

it('says of an assignment that locks were withdrawn', async () => {
  const request = { memberName: 'Chen Yu', addAssets: [], deleteAssets: ['LD8000000017'] }
  const change = unresolved(entry({ action: 'assign', state: 'unknown', memberName: 'Chen Yu', request }))
  const { wrapper } = await mountPage({
    'changes/unresolved': always<'changes/unresolved'>({ total: 1, changes: [change] }),
  })
  expect(wrapper.getComponent(ReviewCard).get('h2').text()).toBe('Withdraw · Chen Yu')
})

it('names a customer once, and the work order of a change', async () => {
  const customer = entry({
    action: 'create-enterprise',
    state: 'unknown',
    memberName: null,
    enterpriseName: 'North Bridge',
    workOrder: { id: 'abcdef12-1', signer: 'Office' },
  })
  const { wrapper } = await mountPage({
    'changes/unresolved': always<'changes/unresolved'>({
      total: 1,
      changes: [unresolved(customer, { readable: false })],
    }),
  })
  const header = wrapper.get('[data-testid=review-create-enterprise] header').text()
  expect(header.match(/North Bridge/g)).toHaveLength(1)
  expect(header).toContain('Work order ABCDEF12')
})

describe('several changes with different results', () => {
  const changeOf = (n: number, state: 'done' | 'failed' | 'unknown') =>
    unresolved(
      entry({
        ...{
          entryId: `e${n}`,
          key: `LD800000000${n}`,
          shellNumber: shellNumberIn(`800000000${n}`),
          jobId: 'job-9',
        },
        ...{
          state,
          reason:
            state === 'unknown' ? null : { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: '' },
        },
      }),
      { readable: false },
    )
  const card = (changes: readonly UnresolvedChange[]) =>
    mountComponent(ReviewCard, {
      group: { jobId: 'job-9', first: changes[0]!.entry, changes },
      ...{ checkingEntryIds: new Set<string>(), hasOrders: false, canList: true },
    })

  it('do not all have the result of the first', () => {
    const mixed = card([changeOf(1, 'done'), changeOf(2, 'failed'), changeOf(3, 'failed')])
    expect(mixed.get('[data-testid=review-result]').text()).toBe('Completed: 1 · Not completed: 2')
    expect(mixed.get('[data-testid=review-disable]').attributes('data-state')).toBe('failed')
    const same = card([changeOf(1, 'failed'), changeOf(2, 'failed')])
    expect(same.get('[data-testid=review-result]').text()).toBe('Marked as not completed.')
  })

  it('say how many of them are left while some are over', () => {
    const titleOf = (...changes: readonly UnresolvedChange[]) => {
      const shown = card(changes)
      const title = shown.get('h2').text()
      expect(shown.get('[data-testid=review-disable]').attributes('aria-label')).toContain(
        title.split(' · ')[1],
      )
      return title
    }
    expect(titleOf(changeOf(1, 'unknown'), changeOf(2, 'unknown'))).toBe('Disable · 2 locks')
    expect(titleOf(changeOf(1, 'done'), changeOf(2, 'unknown'))).toBe('Disable · 1 of 2 locks left')
    expect(titleOf(changeOf(1, 'done'), changeOf(2, 'failed'))).toBe('Disable · 2 locks')
  })

  it('are marked together with their number, and those that failed become a list', async () => {
    const open = card([changeOf(1, 'unknown'), changeOf(2, 'unknown'), changeOf(3, 'failed')])
    expect(open.get('[data-testid=review-completed]').text()).toBe('Mark 2 completed')
    expect(open.get('[data-testid=review-failed]').text()).toBe('Mark 2 not completed')
    expect(open.get('[data-testid=review-to-list]').text()).toBe('Make a list (1)')
    await open.get('[data-testid=review-to-list]').trigger('click')
    expect(open.emitted('toList')).toEqual([['disable', ['8000000003']]])
    expect(
      card([changeOf(1, 'failed')])
        .find('[data-testid=review-to-list]')
        .exists(),
    ).toBe(false)
  })
})

it('marks several changes under the name of all, and counts only what was found', async () => {
  const changes = ['1', '2', '3'].map((n) =>
    unresolved(entry({ entryId: n, key: `LD${n}`, shellNumber: null, jobId: 'job-9', state: 'unknown' }), {
      look: { seen: 'not-applied', at: Date.now() },
      readable: false,
    }),
  )
  const { wrapper } = await mountPage({
    'changes/unresolved': always<'changes/unresolved'>({ total: 3, changes }),
  })
  expect(wrapper.get('[data-testid=review-platform-lists]').text()).toMatch(/^Not completed: 3 · /)
  expect(wrapper.get('summary').text()).toBe('Items (3)')
  await wrapper.get('[data-testid=review-completed]').trigger('click')
  await flushPromises()
  const dialog = wrapper.get('[data-testid=dialog]').text()
  expect(dialog).toContain('Disable · 3 locks')
  expect(dialog).not.toContain('LD1')
})

it('opens with the focus on the changes of the job that it is opened for', async () => {
  const order = unresolved(
    entry({ entryId: 'order.0', jobId: 'order', action: 'order', state: 'unknown', request: {} }),
    { readable: false },
  )
  const { wrapper } = await mountPage(
    { 'changes/unresolved': always<'changes/unresolved'>({ total: 2, changes: [reset, order] }) },
    { jobId: 'order' },
  )
  expect(document.activeElement).toBe(wrapper.get('[data-testid=review-order]').element)
})
