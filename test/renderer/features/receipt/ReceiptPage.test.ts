// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Job } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import ReceiptPage from '../../../../src-renderer/features/receipt/ReceiptPage.vue'
import { createTexts } from '../../support/texts'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { entry, shell } from '../../support/samples'

let unmount = (): void => undefined
afterEach(() => unmount())

const job: Job = {
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: true,
  environment: 'training',
  requestedAt: 1_790_000_000_000,
  endedAt: 1_790_000_004_000,
  state: 'ended',
  pause: null,
  chunkSize: 100,
  rows: 2,
  counts: { intent: 0, sent: 0, done: 1, failed: 1, 'not-sent': 0, unknown: 0 },
  enterprises: 1,
  retryOf: null,
}
const rows = [
  entry({ entryId: '1', lockedBefore: false, enterpriseName: '<b>North Bridge</b>' }),
  entry({
    entryId: '2',
    shellNumber: shell('8000000018'),
    key: 'LD8000000018',
    lockedBefore: false,
    state: 'failed',
    reason: { kind: 'status', status: 4 },
  }),
]

const openPage = async (handlers: Handlers, language: Language = 'en') => {
  const double = withBridge(handlers)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  const wrapper = mount(ReceiptPage, {
    props: { jobId: 'job-1' },
    attachTo: document.body,
    global: { plugins: [createPinia(), createTexts(language), router] },
  })
  unmount = () => {
    wrapper.unmount()
  }
  await flushPromises()
  return { double, wrapper, at: (testId: string) => wrapper.get(`[data-testid=${testId}]`) }
}
const reading: Handlers = { 'jobs/read': () => succeed({ job, rows }) }

describe('ReceiptPage', () => {
  it('shows operator, change, status before and after, and failures', async () => {
    const { wrapper, at } = await openPage(reading)
    expect(at('receipt-operator').text()).toBe('Li Wei')
    expect(at('receipt-counts').text()).toContain('1 disabled')
    const [done, refused] = wrapper.findAll('tbody[data-result]')
    expect(wrapper.findAll('tbody[data-result] tr')).toHaveLength(2)
    expect(at('receipt-number').text()).toBe('JOB-1')
    expect(done?.text()).toContain('Enabled → Disabled')
    expect(at('receipt-customer').text()).toBe('<b>North Bridge</b>')
    expect(refused?.text()).toContain('Enabled → Unchanged')
    expect(refused?.text()).toContain('The platform didn’t support this for the license type. (Status 4)')
    expect(at('receipt-training').element.closest('thead')).not.toBeNull()
  })

  it('is translated to Chinese', async () => {
    const { at } = await openPage(reading, 'zh')
    expect(at('receipt-paper').text()).toContain('加密锁禁用回执')
    expect(at('receipt-counts').text()).toContain('失败 1 把')
  })

  it('shows where the PDF was saved', async () => {
    const { double, at } = await openPage({
      ...reading,
      'window/print': () => succeed({ savedAs: '/home/li/Receipt.pdf' }),
    })
    await at('receipt-pdf').trigger('click')
    await flushPromises()
    expect(double.calls.at(-1)).toMatchObject({ name: 'window/print', input: { to: 'pdf' } })
    expect(at('receipt-message').text()).toContain('/home/li/Receipt.pdf')
  })

  it('says when it was printed, not when it was opened', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 29, 9, 30), toFake: ['Date'] })
    const { at } = await openPage({
      ...reading,
      'window/print': () => succeed({ savedAs: '/home/li/Receipt.pdf' }),
    })
    expect(at('receipt-paper').text()).toContain('9:30:00')
    vi.setSystemTime(new Date(2026, 10, 29, 9, 45))
    await at('receipt-pdf').trigger('click')
    await flushPromises()
    vi.useRealTimers()
    expect(at('receipt-paper').text()).toContain('9:45:00')
  })

  it('reports a failed printer and suggests a PDF', async () => {
    const { wrapper, at } = await openPage({
      ...reading,
      'window/print': () => fail({ code: 'internal', message: 'not printed: no printers' }),
    })
    await at('receipt-print').trigger('click')
    await flushPromises()
    expect(wrapper.get('[data-testid=explanation]').text()).toMatch(/Couldn’t print.*save as PDF/)
  })

  it('shows no partial receipt after a failed read', async () => {
    const { wrapper } = await openPage({ 'jobs/read': () => fail({ code: 'internal', message: 'broken' }) })
    expect(wrapper.find('[data-testid=receipt-paper]').exists()).toBe(false)
    expect(wrapper.text()).toContain('Couldn’t load the receipt.')
  })

  it('is none of a change that is not of locks, which the activity log has', async () => {
    const assigned = entry({ action: 'assign', key: 'm-1', shellNumber: null, statesBefore: null })
    const { wrapper, at } = await openPage({
      'jobs/read': () => succeed({ job: { ...job, action: 'assign' }, rows: [assigned] }),
    })
    expect(wrapper.find('[data-testid=receipt-paper]').exists()).toBe(false)
    expect(wrapper.text()).toContain('Only disabling and enabling locks has a receipt.')
    expect(at('receipt-log').text()).toBe('Open activity log')
  })

  it('reports a missing job', async () => {
    const { wrapper } = await openPage({ 'jobs/read': () => fail({ code: 'not-found', message: 'gone' }) })
    expect(wrapper.text()).toContain('No receipt available')
  })
})
