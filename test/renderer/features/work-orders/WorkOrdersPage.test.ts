// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { Policy } from '#shared/model/app/policy'
import type { OpenedOrderFile, OrderResult, ReportedState } from '#shared/model/changes/work-order'
import { succeed } from '#shared/outcome'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import WorkOrdersPage from '../../../../src-renderer/features/work-orders/WorkOrdersPage.vue'
import { useWorkOrderStore } from '../../../../src-renderer/features/work-orders/work-order-store'
import { withBridge } from '../../support/mount-component'
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

const open = async (opened: OpenedOrderFile, policy: Policy = {}) => {
  withBridge({ 'work-orders/open': () => succeed(opened) })
  const pinia = createPinia()
  setActivePinia(pinia)
  useAppStore().description = { policy: { state: 'active', source: 'test', policy } } as AppDescription
  const routes = [{ path: '/:all(.*)*', component: { template: '<p />' } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(WorkOrdersPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => wrapper.unmount()
  await useWorkOrderStore().open('a file', new Uint8Array())
  await flushPromises()
  return { wrapper, at: (testId: string) => document.querySelector(`[data-testid=${testId}]`) }
}
const show = async (result: OrderResult) => {
  const page = await open({ kind: 'result', result, problem: null })
  const store = useWorkOrderStore()
  if (store.result === null) throw new Error('no result')
  store.result = { ...store.result, isOwn: true, comparison: { failure: null } }
  await flushPromises()
  return page
}

describe('a result', () => {
  it('does not say that an unconfirmed row was not carried out', async () => {
    const { at } = await show(resultOf(['failed', 'not-sent', 'unconfirmed', 'completed']))
    expect(at('comparison')?.textContent).toBe(
      '2 rows were not carried out. 1 row is unconfirmed. After the review, save the result again.',
    )
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
