// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import LendingPage from '../../../../src-renderer/features/lending/LendingPage.vue'
import { useLendingViewStore } from '../../../../src-renderer/features/lending/lending-view-store'
import { useLendStore } from '../../../../src-renderer/features/lending/lend/lend-store'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import { enterprises, plugged, record, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

const openPage = (prepare = (): void => undefined) => {
  const pinia = createPinia()
  setActivePinia(pinia)
  prepare()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:all(.*)*', component: { template: '<p />' } }],
  })
  return mount(LendingPage, {
    global: {
      plugins: [pinia, createTexts('en'), router],
      stubs: { LendWizard: { template: '<p />', methods: { focus: () => undefined } }, LoanBoard: true },
    },
  })
}

it('a loan that is begun while another one is not completed says why the form does not have it', async () => {
  withBridge({
    'loans/list': () => succeed({ rows: [], total: 0, version: 1, unread: 0, missing: null }),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(1))),
  })
  const page = openPage()
  await flushPromises()
  const lend = useLendStore()
  const begin = async (assetNum: string): Promise<void> => {
    usePageRequestsStore().give('lending', {
      show: 'lend',
      enterpriseGlobalId: '1',
      assetNums: [],
      employee: null,
      lock: { assetNum, plugId: null },
    })
    await flushPromises()
  }
  await begin('LD8000000017')
  expect(page.find('[data-testid=lend-busy]').exists()).toBe(false)

  lend.progress = { state: 'running' }
  await begin('LD8000000019')
  expect(lend.lock?.assetNum).toBe('LD8000000017')
  expect(page.get('[data-testid=lend-busy]').text()).toBe(
    'Another loan is not completed. Lend the next lock afterwards.',
  )
  lend.progress = { state: 'none' }
  await flushPromises()
  expect(page.find('[data-testid=lend-busy]').exists()).toBe(false)
  page.unmount()
})

it('a lock that was in its port before the page was opened is no choice of a person', async () => {
  const [before, since] = ['8000000017', '8000000019']
  const [{ enterpriseGlobalId } = { enterpriseGlobalId: '' }] = enterprises(1)
  const double = withBridge({
    'loans/list': () => succeed({ rows: [], total: 0, version: 1, unread: 0, missing: null }),
    'enterprises/list': always<'enterprises/list'>(registerSlice(enterprises(1))),
    'locks/list': () => succeed([plugged(before, 1)]),
    'locks/look-up': ({ number }) =>
      succeed({
        state: 'found',
        record: record(number, 1, { borrowedUsbKey: true, enterpriseGlobalId }),
        failure: null,
      }),
  })
  const page = openPage(() => void (useLendingViewStore().view = 'lend'))
  await flushPromises()
  const lend = useLendStore()
  expect(lend.lock).toMatchObject({ assetNum: before, wasPluggedBefore: true })
  double.emit('locks/changed', [plugged(before, 1), plugged(since, 2)])
  await flushPromises()
  expect(lend.lock).toMatchObject({ assetNum: since, wasPluggedBefore: false })
  page.unmount()
})
