// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { CommandOutcome } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { ReversalPlan } from '#shared/model/changes/reversal'
import { fail, succeed } from '#shared/outcome'
import AssignLayer from '../../../../src-renderer/features/assignment/AssignLayer.vue'
import { useAssignStore } from '../../../../src-renderer/entities/assignment/assign-store'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import { useSuccessStore } from '../../../../src-renderer/stores/success-store'
import { planUndo } from '../../../../src-renderer/entities/change/plan-undo'
import { always } from '../../support/bridge-double'
import { mountComponent, withBridge } from '../../support/mount-component'
import { entry, job, record, settings } from '../../support/samples'

let unmount = (): void => undefined
afterEach(() => unmount())

const withdrawn = async (answer: CommandOutcome<'jobs/start'>) => {
  withBridge({ 'settings/read': always<'settings/read'>(settings), 'jobs/start': () => answer })
  const wrapper = mountComponent(AssignLayer, {})
  unmount = () => wrapper.unmount()
  await useSettingsStore().load()
  const store = useAssignStore()
  store.withdraw([record('8000000017', 0), record('8000000018', 0)])
  await flushPromises()
  await wrapper.get('#assign-form').trigger('submit')
  await flushPromises()
  return { store, at: (testId: string) => wrapper.find(`[data-testid=${testId}]`) }
}

it('a confirmation returns with its assets when the system dialog is canceled', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  expect(at('confirm-assign').text()).toBe('Withdraw 2 assets')
  expect(at('not-confirmed').text()).toBe('Not confirmed. Nothing was sent.')
  expect(store.now).toMatchObject({ step: 'confirm', moves: [{}, {}] })
})

it('a confirmation of more than 50 assets says that the system dialog asks, too', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  expect(at('asked-again').exists()).toBe(false)
  store.close()
  store.withdraw(Array.from({ length: 51 }, (_one, index) => record(String(8_000_000_100 + index), 0)))
  await flushPromises()
  expect(at('asked-again').text()).toBe('Confirm again in the next dialog.')
})

it('a confirmation that is opened later has no such message', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  store.close()
  store.withdraw([record('8000000017', 0)])
  await flushPromises()
  expect(at('confirm-assign').exists()).toBe(true)
  expect(at('not-confirmed').exists()).toBe(false)
})

it('another failure ends the assignment', async () => {
  const { store } = await withdrawn(fail({ code: 'not-saved', message: 'ENOSPC' }))
  expect(store.now?.step).toBe('failed')
})

it.each(['refused', 'not written'])(
  'a paused assignment can be canceled again after it was %s',
  async (how) => {
    const paused = job({ action: 'assign', rows: 2, state: 'paused', pause: { kind: 'interrupted' } })
    const double = withBridge({
      'settings/read': always<'settings/read'>(settings),
      'jobs/start': () => succeed(paused),
      'jobs/read': () => succeed({ job: paused, rows: [] }),
      'jobs/cancel': () =>
        how === 'refused' ? fail({ code: 'not-saved', message: 'ENOSPC' }) : succeed(paused),
    })
    const wrapper = mountComponent(AssignLayer, {})
    unmount = () => wrapper.unmount()
    await useSettingsStore().load()
    useAssignStore().withdraw([record('8000000017', 0), record('8000000018', 0)])
    await flushPromises()
    await wrapper.get('#assign-form').trigger('submit')
    await flushPromises()
    await wrapper.get('[data-testid=assign-cancel]').trigger('click')
    await flushPromises()
    if (how === 'not written')
      double.emit('jobs/changed', { ...paused, pause: { kind: 'journal-not-writable' } })
    await flushPromises()
    expect(wrapper.text()).not.toContain('Canceling…')
    await wrapper.get('[data-testid=assign-cancel]').trigger('click')
    expect(double.calls.filter(({ name }) => name === 'jobs/cancel')).toHaveLength(2)
  },
)

describe('a completed assignment', () => {
  const holder = { memberGlobalId: 'm-1', name: 'Emma Clarke', email: null, account: null }
  const asset = record('8000000017', 0)
  const plan: ReversalPlan = {
    action: 'assign',
    jobId: 'j',
    moves: [{ record: asset, to: holder }],
    held: [],
    notCompleted: 0,
  }

  const ended = async (state: 'done' | 'failed' | 'unknown', reason: JournalEntry['reason'] = null) => {
    const row = entry({
      action: 'assign',
      state,
      reason,
      request: { addAssets: [], deleteAssets: [asset.assetNum] },
    } as never)
    const counts = { ...job().counts, [state]: 1 }
    const end = job({ jobId: 'j', action: 'assign', rows: 1, state: 'ended', counts })
    const double = withBridge({
      'settings/read': always<'settings/read'>(settings),
      'jobs/start': () => succeed(end),
      'jobs/read': () => succeed({ job: end, rows: [row] }),
      'jobs/plan-reversal': () => succeed({ state: 'planned', plan }),
    })
    const wrapper = mountComponent(AssignLayer, {})
    unmount = () => wrapper.unmount()
    await useSettingsStore().load()
    useAssignStore().withdraw([{ ...asset, holder }])
    await flushPromises()
    await wrapper.get('#assign-form').trigger('submit')
    await flushPromises()
    return { wrapper, double, store: useAssignStore(), success: useSuccessStore() }
  }

  it('is a message without a dialog; its Undo is the inverse of the job', async () => {
    const { wrapper, store, success } = await ended('done')
    expect(wrapper.find('dialog').exists()).toBe(false)
    expect(success.current?.jobId).toBe('j')
    success.current?.undo?.(plan)
    await flushPromises()
    expect(store.now).toMatchObject({ step: 'confirm', reverses: 'j', moves: [{ to: holder }] })
  })

  it('is a dialog with the reasons when it failed', async () => {
    const { wrapper, success } = await ended('failed')
    expect(wrapper.find('[data-testid=assign-failure]').exists()).toBe(true)
    expect(success.current).toBeNull()
  })

  it('has a result to check until a person leaves it as unknown', async () => {
    const open = await ended('unknown', { kind: 'interrupted' })
    expect(open.wrapper.find('[data-testid=assign-check-result]').exists()).toBe(true)
    unmount()
    const left = await ended('unknown', { kind: 'left-unknown', operatorIdentity: 'Li Wei', note: '' })
    expect(left.wrapper.find('[data-testid=assign-failure]').exists()).toBe(true)
    expect(left.wrapper.find('[data-testid=assign-check-result]').exists()).toBe(false)
  })

  it('has no Undo while an item cannot be reversed', async () => {
    const { double } = await ended('done')
    expect(await planUndo('j')).toEqual(plan)
    const held = [{ entryId: 'e', item: asset.assetNum, reason: 'changed' as const }]
    double.handlers['jobs/plan-reversal'] = () => succeed({ state: 'planned', plan: { ...plan, held } })
    expect(await planUndo('j')).toBeNull()
    double.handlers['jobs/plan-reversal'] = () => succeed({ state: 'other-platform' })
    expect(await planUndo('j')).toBeNull()
  })
})

it('more requests than the organization allows are not sent, and the limit is named', async () => {
  const { store, at } = await withdrawn(fail({ code: 'not-confirmed', message: '' }))
  const app = useAppStore()
  app.description = {
    ...app.description!,
    policy: { ...app.policyState, policy: { maxRowsPerJob: 1 } },
  }
  const holders = ['m1', 'm2'].map((memberGlobalId) => ({ memberGlobalId, name: null }))
  store.withdraw(holders.map((holder, at) => record(`800000001${at}`, 0, { holder })))
  await flushPromises()
  expect(at('managed').text()).toContain('At most 1 at once')
  expect(at('confirm-assign').attributes('disabled')).toBeDefined()
  app.description = {
    ...app.description,
    policy: { ...app.policyState, policy: { maxRowsWithoutWorkOrder: 1 } },
  }
  await flushPromises()
  expect(at('managed').text()).toContain('More than 1 change in 10 minutes needs a signed work order')
  expect(at('confirm-assign').attributes('disabled')).toBeDefined()
})
