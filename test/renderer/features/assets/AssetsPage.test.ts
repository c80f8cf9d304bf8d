// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LockRecord } from '#shared/model/lock-record'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/app/stores/settings-store'
import AssetsPage from '../../../../src-renderer/features/assets/AssetsPage.vue'
import { createTexts } from '../../support/texts'
import { always } from '../../support/bridge-double'
import type { Answers } from '../../support/bridge-double'
import { withBridge } from '../../support/draw'
import {
  day,
  enterprises,
  entry,
  job,
  record,
  registerSlice,
  settings,
  unreachable,
} from '../../support/samples'

// The document of these tests has no popovers.
HTMLElement.prototype.hidePopover = () => undefined

let unmount = (): void => undefined
afterEach(() => unmount())

const now = Date.now()
const known = enterprises(now)
const [first] = known
const mine = first!.enterpriseGlobalId
const wang = { memberGlobalId: 'm-wang', name: 'Wang Siyuan' }
const of = (number: string, part: Partial<LockRecord> = {}): LockRecord =>
  record(number, now, { enterpriseGlobalId: mine, ...part })
const rows = [
  of('8000000017'),
  of('8000000018', { locked: true, holder: wang, limitEnd: now + 400 * day }),
  of('8000000019', { holder: null, limitEnd: null, licenseType: 'softkey' }),
]
const slice = (given: readonly LockRecord[], part = {}) =>
  succeed({ rows: given, total: given.length, version: 1, readAt: now, failure: null, ...part })

const open = async (answers: Answers = {}, query = '') => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'register/list': always<'register/list'>(registerSlice(known)),
    'assets/list': () => slice(rows),
    'journal/slice': () => fail({ code: 'internal', message: '' }),
    ...answers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/assets', name: 'assets', component: { template: '<p />' } },
      { path: '/settings', name: 'settings', component: { template: '<p />' } },
    ],
  })
  await router.push(`/assets${query}`)
  const page = mount(AssetsPage, {
    attachTo: document.body,
    global: { plugins: [pinia, createTexts('en'), router] },
  })
  unmount = () => page.unmount()
  await flushPromises()
  await flushPromises()
  const at = (testId: string) => page.find(`[data-testid="${testId}"]`)
  const press = async (testId: string): Promise<void> => {
    await at(testId).trigger('click')
    await flushPromises()
  }
  const shown = () => page.findAll('[data-testid=table-row]').map((row) => row.text())
  return { page, at, press, shown, double, router }
}

describe('the page of assets', () => {
  it('shows number, type, state, holder and what is left, and counts them', async () => {
    const { at, shown } = await open()
    expect(shown()).toHaveLength(3)
    expect(shown()[1]).toMatch(/8000000018.*Disabled.*Wang Siyuan/)
    expect(shown()[2]).toContain('nobody')
    expect(at('asset-count').text()).toBe('3 assets')
  })

  it('filters by a press on a picture, says so, and takes it away by another', async () => {
    const { at, press, shown } = await open()
    expect(at('chart-states-disabled').attributes('aria-label')).toBe('Disabled: 1 asset')
    await press('chart-states-disabled')
    expect(shown()).toHaveLength(1)
    expect(at('chart-states-disabled').attributes('aria-pressed')).toBe('true')
    expect(at('filter-states').text()).toBe('State: Disabled')
    expect(at('asset-count').text()).toBe('1 of 3 assets')
    await new Promise((done) => setTimeout(done, 300))
    expect(at('assets-said').text()).toBe('Filtered: State: Disabled. 1 of 3 assets.')
    await press('unfilter-states')
    expect(shown()).toHaveLength(3)
  })

  it('finds by a number however it is grouped, and by holder', async () => {
    const { at, shown } = await open()
    await at('asset-search').setValue('8000-000 018')
    expect(shown()).toHaveLength(1)
    await at('asset-search').setValue('wang')
    expect(shown()).toHaveLength(1)
    await at('asset-search').setValue('certificate 19')
    expect(shown()[0]).toContain('8000000019')
  })

  it('counts beside each choice what is among the found ones, whatever else is chosen', async () => {
    const { at, press, shown } = await open()
    const counted = (testId: string) => at(testId).attributes('data-count')
    expect(counted('chart-states-enabled')).toBe('2')
    await at('asset-search').setValue('wang')
    await vi.waitFor(() => expect(counted('chart-states-enabled')).toBe('0'))
    expect(counted('chart-states-disabled')).toBe('1')
    await at('asset-search').setValue('19')
    await vi.waitFor(() => expect(counted('chart-states-enabled')).toBe('1'))
    expect(counted('chart-ends-never')).toBe('1')
    await press('chart-states-disabled')
    expect(shown()).toHaveLength(0)
    expect(counted('chart-states-enabled')).toBe('1')
    await at('asset-search').setValue('')
    expect(shown()).toHaveLength(1)
    await vi.waitFor(() => expect(counted('chart-states-enabled')).toBe('2'))
  })

  it('does not speak of filters while somebody types', async () => {
    const { at } = await open()
    await vi.waitFor(() => expect(at('assets-said').text()).toBe('No filter. 3 assets.'))
    await at('asset-search').setValue('wang')
    await new Promise((done) => setTimeout(done, 300))
    expect(at('asset-count').text()).toBe('1 of 3 assets')
    expect(at('assets-said').text()).toBe('No filter. 3 assets.')
  })

  it('has a way out where nothing fits', async () => {
    const { at, page } = await open()
    await at('asset-search').setValue('zzz')
    await at('assets-none-fit').get('button').trigger('click')
    expect(page.findAll('[data-testid=table-row]')).toHaveLength(3)
  })

  it('says where to add an enterprise when none is known', async () => {
    const { at, router } = await open({ 'register/list': always<'register/list'>(registerSlice([])) })
    await at('assets-no-enterprise').get('button').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.fullPath).toBe('/settings#enterprises')
  })

  it('waits with a skeleton while main has not read the list yet', async () => {
    const { at } = await open({ 'assets/list': () => slice([], { readAt: null }) })
    expect(at('table-loading').exists()).toBe(true)
    expect(at('assets-age').text()).toBe('Not read yet')
  })

  it('tells why the list could not be read, and tries again', async () => {
    const { at, press, double } = await open({
      'assets/list': () => slice([], { readAt: null, failure: unreachable }),
      'assets/refresh': always<'assets/refresh'>(null),
    })
    expect(at('explanation').text()).toContain('The platform could not be reached.')
    await press('assets-try-again')
    expect(double.given.some(({ name }) => name === 'assets/refresh')).toBe(true)
  })

  it('keeps the last known rows with their age when a reading fails', async () => {
    const { at, shown } = await open({
      'assets/list': () => slice(rows, { readAt: now - 3 * 3_600_000, failure: unreachable }),
    })
    expect(shown()).toHaveLength(3)
    expect(at('assets-last-known').text()).toContain('These rows were read 3 hours ago.')
  })

  it('opens what another page asked for: one asset, or those of one person', async () => {
    const one = await open({}, '?asset=8000000018')
    expect(one.at('asset-details').attributes('data-number')).toBe('8000000018')
    unmount()
    const person = await open({}, '?holder=m-wang')
    expect(person.shown()).toHaveLength(1)
    expect(person.at('filter-holder').text()).toBe('Holder: Wang Siyuan')
  })

  it('filters by an extension as the platform answers for it', async () => {
    const { at, shown, double } = await open({
      'assets/with-extension': () => succeed(['8000000019']),
    })
    await at('extension-code').setValue('gxxp')
    await at('extension-ask').trigger('submit')
    await flushPromises()
    expect(double.given.find(({ name }) => name === 'assets/with-extension')?.input).toEqual({
      enterpriseGlobalId: mine,
      extendCode: 'gxxp',
    })
    expect(shown()).toHaveLength(1)
  })

  it('withdraws the ticked ones, with the facts, one row for each holder', async () => {
    const { page, at, press, double } = await open({
      'jobs/start': () => succeed(job({ jobId: 'j', action: 'assign', rows: 2, state: 'running' })),
      'jobs/read': () =>
        succeed({ job: job({ jobId: 'j', action: 'assign', rows: 2, state: 'running' }), rows: [entry({})] }),
    })
    await at('select-all').trigger('click')
    expect(at('tick-foot').text()).toContain('3 ticked')
    await press('ticked-withdraw')
    expect(at('assign-consequence').text()).toBe(
      '2 assets of 2 people are withdrawn; nobody holds them then. As Li Wei.',
    )
    await page.get('#assign-form').trigger('submit')
    await flushPromises()
    const started = double.given.find(({ name }) => name === 'jobs/start')?.input as {
      rows: { deleteAssets: string[]; memberName: string }[]
    }
    expect(started.rows.map(({ deleteAssets }) => deleteAssets)).toEqual([['8000000017'], ['8000000018']])
    // What was ticked is on its way.
    expect(at('tick-foot').exists()).toBe(false)
    expect(at('assign-course').attributes('data-state')).toBe('running')
    await press('assign-aside')
    expect(at('assign-line').text()).toContain('Assets are being assigned')
  })
})
