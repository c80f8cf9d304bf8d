// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Job } from '#shared/model/job'
import { fail, succeed } from '#shared/outcome'
import ReceiptPage from '../../../../src-renderer/features/receipt/ReceiptPage.vue'
import { createTexts } from '../../support/texts'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import type { Answers } from '../../support/bridge-double'
import { withBridge } from '../../support/draw'
import { entry, shell } from '../../support/samples'

let unmount = (): void => undefined
afterEach(() => unmount())

const job: Job = {
  jobId: 'job-1',
  action: 'disable',
  operatorIdentity: 'Li Wei',
  training: true,
  environment: 'training',
  askedAt: 1_790_000_000_000,
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

const openPage = async (answers: Answers, language: Language = 'en') => {
  const double = withBridge(answers)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  const drawn = mount(ReceiptPage, {
    props: { jobId: 'job-1' },
    attachTo: document.body,
    global: { plugins: [createPinia(), createTexts(language), router] },
  })
  unmount = () => {
    drawn.unmount()
  }
  await flushPromises()
  return { double, drawn, at: (testId: string) => drawn.get(`[data-testid=${testId}]`) }
}
const reading: Answers = { 'jobs/read': () => succeed({ job, rows }) }

describe('the receipt', () => {
  it('says who, what, before and after, and why not', async () => {
    const { drawn, at } = await openPage(reading)
    expect(at('receipt-operator').text()).toBe('Li Wei')
    expect(at('receipt-counts').text()).toContain('1 disabled')
    const [done, refused] = drawn.findAll('tbody')
    expect(done?.text()).toContain('Enabled → Disabled')
    expect(done?.text()).toContain('<b>North Bridge</b>')
    expect(refused?.text()).toContain('Enabled → Unchanged')
    expect(refused?.text()).toContain('The platform does not do this for locks of this type. (Status 4)')
    expect(at('receipt-training').element.closest('thead')).not.toBeNull()
  })

  it('is Chinese in Chinese', async () => {
    const { at } = await openPage(reading, 'zh')
    expect(at('receipt-paper').text()).toContain('加密锁禁用回执')
    expect(at('receipt-counts').text()).toContain('被拒绝 1 把')
  })

  it('says where the PDF went', async () => {
    const { double, at } = await openPage({
      ...reading,
      'window/print': () => succeed({ savedAs: '/home/li/Receipt.pdf' }),
    })
    await at('receipt-pdf').trigger('click')
    await flushPromises()
    expect(double.given.at(-1)).toMatchObject({ name: 'window/print', input: { to: 'pdf' } })
    expect(at('receipt-told').text()).toContain('/home/li/Receipt.pdf')
  })

  it('names a printer that does not print, and the way round it', async () => {
    const { drawn, at } = await openPage({
      ...reading,
      'window/print': () => fail({ code: 'internal', message: 'not printed: no printers' }),
    })
    await at('receipt-print').trigger('click')
    await flushPromises()
    expect(drawn.get('[data-testid=explanation]').text()).toMatch(/not printed.*save the receipt as a PDF/)
  })

  it('shows no part of a receipt where a part could not be read', async () => {
    const { drawn } = await openPage({ 'jobs/read': () => fail({ code: 'internal', message: 'broken' }) })
    expect(drawn.find('[data-testid=receipt-paper]').exists()).toBe(false)
    expect(drawn.text()).toContain('The receipt could not be read.')
  })

  it('says that there is nothing where the job is not there', async () => {
    const { drawn } = await openPage({ 'jobs/read': () => fail({ code: 'not-found', message: 'gone' }) })
    expect(drawn.text()).toContain('There is nothing to put on a receipt')
  })
})
