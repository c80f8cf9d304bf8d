// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { fail, succeed } from '#shared/outcome'
import { useSettingsStore } from '../../../../src-renderer/stores/settings-store'
import AssignLayer from '../../../../src-renderer/features/assignment/AssignLayer.vue'
import AssetsPage from '../../../../src-renderer/features/assets/AssetsPage.vue'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { createTexts } from '../../support/texts'
import { always } from '../../support/bridge-double'
import type { Handlers } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
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

// The test DOM has no popovers.
HTMLElement.prototype.hidePopover = () => undefined

let unmount = (): void => undefined
afterEach(() => unmount())

const now = Date.now()
const known = enterprises(now)
const [first] = known
const enterpriseId = first!.enterpriseGlobalId
const wang = { memberGlobalId: 'm-wang', name: 'Wang Siyuan' }
const of = (number: string, part: Partial<LockRecord> = {}): LockRecord =>
  record(number, now, { enterpriseGlobalId: enterpriseId, ...part })
const rows = [
  of('8000000017'),
  of('8000000018', { locked: true, holder: wang, limitEnd: now + 400 * day }),
  of('8000000019', { holder: null, limitEnd: null, licenseType: 'softkey' }),
]
const slice = (records: readonly LockRecord[], part = {}) =>
  succeed({ rows: records, total: records.length, version: 1, readAt: now, failure: null, ...part })

const open = async (handlers: Handlers = {}) => {
  const double = withBridge({
    'settings/read': always<'settings/read'>(settings),
    'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    'assets/list': () => slice(rows),
    'journal/slice': () => fail({ code: 'internal', message: '' }),
    ...handlers,
  })
  const pinia = createPinia()
  setActivePinia(pinia)
  await useSettingsStore().load()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/assets', name: 'assets', component: { template: '<p />' } },
      { path: '/settings', name: 'settings', component: { template: '<p />' } },
      ...['desk', 'labels', 'lending'].map((name) => ({
        path: `/${name}`,
        name,
        component: { template: '<p />' },
      })),
    ],
  })
  await router.push('/assets')
  // The frame has the dialogs of an assignment.
  const page = mount(() => [h(AssetsPage), h(AssignLayer)], {
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

describe('AssetsPage', () => {
  it('shows number, type, status, employee and remaining days, and counts the rows', async () => {
    const { at, shown } = await open()
    expect(shown()).toHaveLength(3)
    expect(shown()[1]).toMatch(/8000000018.*Disabled.*Wang Siyuan/)
    expect(shown()[2]).toContain('Unassigned')
    expect(at('asset-count').text()).toBe('3 assets')
  })

  it('shows the names of locks, searches them and edits them in the details', async () => {
    let stored = [
      { enterpriseGlobalId: enterpriseId, assetNum: '8000000018', name: 'Reception', note: 'top shelf' },
    ]
    const { at, press, shown, double } = await open({
      'locks/names': () => succeed({ rows: stored, total: stored.length, version: stored.length }),
      'locks/set-name': (named) => {
        stored = [...stored, named]
        return succeed(null)
      },
    })
    expect(shown()[1]).toContain('Reception')
    await at('asset-search').setValue('shelf')
    expect(shown()).toHaveLength(1)
    await at('asset-search').setValue('')
    await at('table-row').trigger('click')
    await flushPromises()
    await press('edit-lock-name')
    await at('lock-name-input').setValue('a\u202eb')
    expect(at('confirm').attributes('disabled')).toBeDefined()
    await at('lock-name-input').setValue(' Workshop ')
    await at('dialog').find('form').trigger('submit')
    await flushPromises()
    expect(double.calls.filter(({ name }) => name === 'locks/set-name').map(({ input }) => input)).toEqual([
      { enterpriseGlobalId: enterpriseId, assetNum: '8000000017', name: 'Workshop', note: '' },
    ])
    expect(at('dialog').exists()).toBe(false)
    expect(shown()[0]).toContain('Workshop')
  })

  it('adds a filter by a press on a chart, announces it, and removes it by another press', async () => {
    const { at, press, shown } = await open()
    expect(at('chart-states-disabled').attributes('aria-label')).toBe('Disabled: 1 asset')
    await press('chart-states-disabled')
    expect(shown()).toHaveLength(1)
    expect(at('chart-states-disabled').attributes('aria-pressed')).toBe('true')
    expect(at('filter-states').text()).toBe('Status: Disabled')
    expect(at('asset-count').text()).toBe('1 of 3 assets')
    await new Promise((done) => setTimeout(done, 300))
    expect(at('assets-announcement').text()).toBe('Filters: Status: Disabled. 1 of 3 assets.')
    await press('unfilter-states')
    expect(shown()).toHaveLength(3)
  })

  it('searches by number in any grouping, and by employee', async () => {
    const { at, shown } = await open()
    await at('asset-search').setValue('8000-000 018')
    expect(shown()).toHaveLength(1)
    await at('asset-search').setValue('wang')
    expect(shown()).toHaveLength(1)
    await at('asset-search').setValue('certificate 19')
    expect(shown()[0]).toContain('8000000019')
  })

  it('counts each choice within the search results, ignoring its own filter', async () => {
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

  it('does not announce filters while typing', async () => {
    const { at } = await open()
    await vi.waitFor(() => expect(at('assets-announcement').text()).toBe('No filters. 3 assets.'))
    await at('asset-search').setValue('wang')
    await new Promise((done) => setTimeout(done, 300))
    expect(at('asset-count').text()).toBe('1 of 3 assets')
    expect(at('assets-announcement').text()).toBe('No filters. 3 assets.')
  })

  it('offers to clear the filters where nothing matches', async () => {
    const { at, page } = await open()
    await at('asset-search').setValue('zzz')
    await at('assets-none-fit').get('button').trigger('click')
    expect(page.findAll('[data-testid=table-row]')).toHaveLength(3)
  })

  it('links to the settings when no enterprise is known', async () => {
    const { at, router } = await open({ 'enterprises/list': always<'enterprises/list'>(registerSlice([])) })
    await at('assets-no-enterprise').get('button').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.fullPath).toBe('/settings#enterprises')
  })

  it('shows a skeleton until main has read the list', async () => {
    const { at } = await open({ 'assets/list': () => slice([], { readAt: null }) })
    expect(at('table-loading').exists()).toBe(true)
    expect(at('assets-age').text()).toBe('Not loaded yet')
  })

  it('shows why the list could not be read, and retries', async () => {
    const { at, press, double } = await open({
      'assets/list': () => slice([], { readAt: null, failure: unreachable }),
      'assets/refresh': always<'assets/refresh'>(null),
    })
    expect(at('explanation').text()).toContain('The platform doesn’t respond.')
    await press('table-retry')
    expect(double.calls.some(({ name }) => name === 'assets/refresh')).toBe(true)
  })

  it('says that the enterprises were not read, and reads them again', async () => {
    let isBroken = true
    const { page, press, shown } = await open({
      'enterprises/list': () => (isBroken ? fail(unreachable) : succeed(registerSlice(known))),
    })
    expect(page.text()).toContain('Couldn’t load assets.')
    isBroken = false
    await press('table-retry')
    await vi.waitFor(() => expect(shown()).toHaveLength(3))
  })

  it('keeps the last known rows with their age when a read fails, and tries again', async () => {
    const { at, shown, press, double } = await open({
      'assets/list': () => slice(rows, { readAt: now - 3 * 3_600_000, failure: unreachable }),
      'assets/refresh': always<'assets/refresh'>(null),
    })
    expect(shown()).toHaveLength(3)
    expect(at('assets-last-known').text()).toContain('Showing data from 3 hours ago.')
    await press('rows-retry')
    expect(double.calls.some(({ name }) => name === 'assets/refresh')).toBe(true)
  })

  it('filters by an extension with the platform’s results', async () => {
    const { at, shown, double } = await open({
      'assets/with-extension': () => succeed(['8000000019']),
    })
    await at('extension-code').setValue('gxxp')
    await at('extension-ask').trigger('submit')
    await flushPromises()
    expect(double.calls.find(({ name }) => name === 'assets/with-extension')?.input).toEqual({
      enterpriseGlobalId: enterpriseId,
      extendCode: 'gxxp',
    })
    expect(shown()).toHaveLength(1)
  })

  it('withdraws the selected assets after a confirmation, one row per employee', async () => {
    const { page, at, press, double } = await open({
      'jobs/start': () => succeed(job({ jobId: 'j', action: 'assign', rows: 2, state: 'running' })),
      'jobs/read': () =>
        succeed({ job: job({ jobId: 'j', action: 'assign', rows: 2, state: 'running' }), rows: [entry({})] }),
    })
    await at('select-all').trigger('click')
    expect(at('selection-bar').text()).toContain('3 selected')
    await press('ticked-withdraw')
    expect(at('assign-consequence').text()).toBe(
      'Withdraws 2 assets from 2 employees. They become unassigned. Operator: Li Wei',
    )
    await page.get('#assign-form').trigger('submit')
    await flushPromises()
    const started = double.calls.find(({ name }) => name === 'jobs/start')?.input as {
      rows: { deleteAssets: string[]; memberName: string }[]
    }
    expect(started.rows.map(({ deleteAssets }) => deleteAssets)).toEqual([['8000000017'], ['8000000018']])
    // The selected assets were sent.
    expect(at('selection-bar').exists()).toBe(false)
    expect(at('assign-progress').attributes('data-state')).toBe('running')
    await press('assign-minimize')
    expect(at('assign-line').text()).toContain('Assigning assets')
  })

  it.each(['disable', 'enable'] as const)('opens the selected assets as a list to %s', async (action) => {
    const { at, press, router } = await open()
    await at('select-all').trigger('click')
    await press(`ticked-${action}`)
    expect(usePageRequestsStore().take('desk')).toEqual({
      action,
      numbers: ['8000000017', '8000000018', '8000000019'],
      reverses: null,
    })
    expect(router.currentRoute.value.name).toBe('desk')
  })

  it('prints labels of the selected assets', async () => {
    const { at, press, router } = await open()
    await at('select-all').trigger('click')
    await press('ticked-more-labels')
    expect(usePageRequestsStore().take('labels')?.numbers).toEqual(['8000000017', '8000000018', '8000000019'])
    expect(router.currentRoute.value.name).toBe('labels')
  })

  it('lends selected assets of one employee, and otherwise says what can be lent', async () => {
    const { at, press, router, page } = await open({
      'assets/list': () => slice([...rows, of('8000000020', { holder: wang, assetId: '20', lent: false })]),
    })
    await at('select-all').trigger('click')
    expect(at('ticked-more-lend').text()).toBe('Lend…')
    await press('ticked-more-lend')
    expect(at('assets-message').text()).toContain('assets of one employee')
    expect(router.currentRoute.value.name).toBe('assets')
    await press('clear-selection')
    await page
      .findAll('[data-testid=table-row] [role=checkbox], [data-testid=table-row] input')
      .at(-1)
      ?.trigger('click')
    await flushPromises()
    expect(at('ticked-more-lend').text()).toBe('Lend 1…')
    await press('ticked-more-lend')
    expect(router.currentRoute.value.name).toBe('lending')
    expect(usePageRequestsStore().take('lending')).toMatchObject({ employee: { memberGlobalId: 'm-wang' } })
  })

  it('says that unassigned assets cannot be withdrawn', async () => {
    const { page, at, press } = await open()
    await page
      .findAll('[data-testid=table-row] [role=checkbox], [data-testid=table-row] input')
      .at(-1)
      ?.trigger('click')
    await press('ticked-withdraw')
    expect(at('assets-message').text()).toBe('All selected assets are unassigned.')
    expect(at('assign-consequence').exists()).toBe(false)
  })

  it('offers nothing of hidden pages', async () => {
    const { at } = await open()
    useAppStore().description = {
      ...useAppStore().description!,
      policy: { ...useAppStore().policyState, policy: { hiddenPages: ['lending', 'shell-numbers'] } },
    }
    await at('select-all').trigger('click')
    expect(at('ticked-more-csv').exists()).toBe(true)
    expect(at('ticked-more-lend').exists()).toBe(false)
    expect(at('ticked-more-labels').exists()).toBe(false)
  })
})
