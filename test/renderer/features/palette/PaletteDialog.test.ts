// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { getActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AppDescription } from '#shared/bridge/app-commands'
import type { CommandInput } from '#shared/bridge/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { foldNumber } from '#shared/model/locks/shell-number'
import { succeed } from '#shared/outcome'
import { usePageRequestsStore } from '../../../../src-renderer/actions/open-page'
import { useAction } from '../../../../src-renderer/actions/use-action'
import { useAppStore } from '../../../../src-renderer/stores/app-store'
import { pageNames, pages } from '../../../../src-renderer/actions/pages'
import PaletteDialog from '../../../../src-renderer/features/palette/PaletteDialog.vue'
import { usePaletteStore } from '../../../../src-renderer/features/palette/palette-store'
import { useSavedViewsStore } from '../../../../src-renderer/entities/saved-view/saved-views-store'
import { useOpenedStore } from '../../../../src-renderer/entities/lock/opened-store'
import { usePluggedStore } from '../../../../src-renderer/entities/lock/plugged-store'
import { useRecordsStore } from '../../../../src-renderer/entities/lock/records-store'
import { watchHiddenNames } from '../../../../src-renderer/names/names-hidden'
import { withBridge } from '../../support/mount-component'
import { enterprises, plugged, record, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'

const now = 1_700_000_000_000
const chen = {
  memberGlobalId: 'm-1',
  enterpriseGlobalId: 'e-1',
  name: '陈宇',
  userName: 'chenyu',
  departmentName: null,
}
const newOrder = vi.fn()

let bridge: ReturnType<typeof withBridge>
let records: (number: string) => ReturnType<typeof record>
let assets: readonly ReturnType<typeof record>[]
let holdPeople: Promise<void>
let wrapper: ReturnType<typeof mount>
let router: ReturnType<typeof createRouter>

const open = async () => {
  bridge = withBridge({
    'enterprises/list': () => succeed(registerSlice(enterprises(now))),
    'locks/list': () => succeed([plugged('8000000018', now)]),
    'locks/look-up': ({ number }) => succeed({ state: 'found', record: records(number), failure: null }),
    'assets/find': ({ text }: CommandInput<'assets/find'>) => {
      const rows = assets.filter(({ assetNum }) => assetNum.includes(foldNumber(text).replace(/^LD/, '')))
      return succeed({ state: 'found', rows: rows.slice(0, 8), total: rows.length })
    },
    'views/list': () => {
      const state = { text: '', filter: {}, sort: null, hidden: [], widths: {} }
      return succeed({
        assets: { views: [{ name: 'Frozen locks', state }], defaultName: null, last: null },
        loans: { views: [{ name: '本月到期', state }], defaultName: null, last: null },
      })
    },
    'locks/names': () =>
      succeed({
        rows: [
          { enterpriseGlobalId: 'e-1', assetNum: 'LD8000000555', name: 'Front desk', note: '备用' },
          { enterpriseGlobalId: 'e-1', assetNum: 'LD8000000556', name: '仓库', note: '' },
        ],
        total: 2,
        version: 0,
      }),
    'employees/find': async () => {
      await holdPeople
      return succeed({ state: 'found', rows: [chen as EmployeeRecord], total: 1, pageNum: 1, pages: 1 })
    },
  })
  const pinia = getActivePinia()
  if (pinia === undefined) throw new Error('no stores')
  const blank = { render: () => null }
  router = createRouter({
    history: createMemoryHistory(),
    routes: pageNames.map((name) => ({ name, path: pages[name].path, component: blank })),
  })
  await router.push('/orders')
  await usePluggedStore().load()
  await useRecordsStore().lookUp('8000000018', 'known')
  const frame = defineComponent(() => {
    const palette = usePaletteStore()
    useAction('new-order', newOrder)
    useAction('sign-out', () => undefined, { isEnabled: () => false })
    return () => [h('button', { id: 'before' }), palette.isOpen ? h(PaletteDialog) : null]
  })
  const plugins = [createTexts('en'), pinia, router]
  wrapper = mount(frame, { attachTo: document.body, global: { plugins } })
  document.getElementById('before')?.focus()
  usePaletteStore().open()
  await flushPromises()
}

const field = () => wrapper.get<HTMLInputElement>('[data-testid=palette-input]')
const press = (key: string, init: KeyboardEventInit = {}) => field().trigger('keydown', { key, ...init })
const type = async (text: string) => {
  await field().setValue(text)
  await flushPromises()
}
const shown = () =>
  wrapper.findAll('[data-testid=palette-option]').map((option) => option.attributes('data-entry'))
const active = () =>
  wrapper.find(`[id="${field().attributes('aria-activedescendant') ?? ''}"]`).attributes('data-entry')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime(now)
  newOrder.mockClear()
  holdPeople = Promise.resolve()
  records = (number) => record(number, now)
  assets = ['8000000017', '8000000018', '8000000170'].map((number) => record(number, now))
  await open()
})
afterEach(() => {
  wrapper.unmount()
  document.body.replaceChildren()
  vi.useRealTimers()
})

describe('the palette', () => {
  it('offers plugged locks, then this page’s actions, before any input', () => {
    const entries = shown()
    expect(entries.slice(0, 2)).toEqual(['lock:8000000018', 'action:disable-lock:8000000018'])
    expect(entries).toContain('action:new-order')
    expect(entries.indexOf('action:new-order')).toBeLessThan(entries.indexOf('page:desk'))
    expect(entries).not.toContain('page:orders')
    expect(entries).not.toContain('action:sign-out')
  })

  it('offers no action that the policy forbids, on no page', async () => {
    useAppStore().description = {
      policy: { state: 'active', source: 'test', policy: { orders: false, continuousMode: false } },
    } as AppDescription
    for (const page of ['orders', 'desk', 'settings'] as const) {
      await router.push({ name: page })
      for (const text of ['New order', 'Import orders', 'Allocate', 'Continuous']) {
        await type(text)
        expect(shown().join(' ')).not.toMatch(/action:(new-order|import-orders|allocate|continuous)/)
      }
    }
  })

  it('finds saved views by their name and page, and opens their page with the view', async () => {
    await type('frozen')
    expect(shown()[0]).toBe('view:assets:Frozen locks')
    await type('views assets')
    expect(shown()).toContain('view:assets:Frozen locks')
    await type('到期')
    expect(shown()).toEqual(['view:loans:本月到期'])
    await press('Enter')
    await flushPromises()
    expect(router.currentRoute.value.name).toBe('lending')
    expect(useSavedViewsStore().requested).toEqual({ page: 'loans', name: '本月到期' })
  })

  it('offers no saved view of a page that the policy hides', async () => {
    const policy = { state: 'active', source: 'test', policy: { hiddenPages: ['assets'] } }
    useAppStore().description = { policy } as unknown as AppDescription
    await type('frozen')
    expect(shown()).not.toContain('view:assets:Frozen locks')
  })

  it('finds locks by their name and note on this computer', async () => {
    await type('DESK front')
    expect(shown()).toContain('lock:LD8000000555')
    expect(shown()).not.toContain('lock:LD8000000556')
    await type('备用')
    expect(shown()).toContain('lock:LD8000000555')
    await press('Enter')
    expect(useOpenedStore().opened?.number).toBe('LD8000000555')
  })

  it('finds locks by a part of their number, plugged ones first and each once', async () => {
    await type('0017')
    expect(shown()).toEqual(['lock:8000000017', 'lock:8000000170'])
    await type('8000 0000')
    expect(shown().slice(0, 2)).toEqual(['lock:8000000018', 'lock:8000000017'])
    expect(shown().filter((id) => id === 'lock:8000000018')).toHaveLength(1)
  })

  it.each([
    ['disable 8000000018', 'disable-lock'],
    ['Disable 8000 000 018', 'disable-lock'],
    ['8000000018 disable', 'disable-lock'],
    ['禁用8000000018', 'disable-lock'],
    ['启用 ｌｄ８０００００００１７', 'enable-lock'],
    ['enable ld8000000017', 'enable-lock'],
  ])('offers the action for “%s”, and no search for the words', async (text, action) => {
    assets = [
      record('8000000017', now, { assetNum: 'LD8000000017', locked: true }),
      record('8000000018', now, { locked: false }),
    ]
    await type(text)
    const number = action === 'enable-lock' ? '8000000017' : '8000000018'
    expect(shown()).toEqual([
      `action:${action}:${number}`,
      `lock:${action === 'enable-lock' ? 'LD' : ''}${number}`,
    ])
    expect(active()).toBe(`action:${action}:${number}`)
  })

  it('offers the details of a lock with that status already, and a search for an unlisted one', async () => {
    await type('enable 8000000018')
    expect(shown()).toEqual(['lock:8000000018'])
    await type('enable 8000009999')
    expect(shown()).toEqual(['look-up:8000009999'])
  })

  it('offers the actions of the one matching lock', async () => {
    await type('8000000018')
    expect(shown()).toEqual([
      'lock:8000000018',
      'action:disable-lock:8000000018',
      'action:lend-lock:8000000018',
    ])
  })

  it('offers to search an unlisted number', async () => {
    await type('8000000099')
    expect(shown()).toEqual(['look-up:8000000099'])
    await press('Enter')
    await flushPromises()
    expect(router.currentRoute.value.name).toBe('desk')
    expect(useOpenedStore().opened?.number).toBe('8000000099')
    expect(usePaletteStore().isOpen).toBe(false)
  })

  it('finds employees of all enterprises, after earlier results, and keeps the cursor', async () => {
    let answer = (): void => undefined
    holdPeople = new Promise((done) => (answer = done))
    await type('or')
    expect(shown()[0]).toBe('page:orders')
    await press('ArrowDown')
    const before = active()
    await vi.advanceTimersByTimeAsync(300)
    answer()
    await flushPromises()
    expect(shown().at(-1)).toBe('employee:m-1')
    expect(active()).toBe(before)
  })

  it('selects the first result where Enter came before it', async () => {
    await type('陈')
    await press('Enter')
    await vi.advanceTimersByTimeAsync(300)
    await flushPromises()
    expect(router.currentRoute.value.name).toBe('employees')
    expect(usePageRequestsStore().take('employees')).toMatchObject({ memberGlobalId: 'm-1' })
  })

  it('ignores Enter and arrows during input method composition', async () => {
    await type('new order')
    await press('Enter', { isComposing: true })
    expect(newOrder).not.toHaveBeenCalled()
    await press('Enter')
    await flushPromises()
    expect(newOrder).toHaveBeenCalledOnce()
  })

  it('wraps around with the arrows and exposes the active option', async () => {
    await type('import')
    const [first, last] = [shown()[0], shown().at(-1)]
    expect(active()).toBe(first)
    await press('ArrowUp')
    expect(active()).toBe(last)
    expect(wrapper.get('[role=option][aria-selected=true]').attributes('data-entry')).toBe(last)
    await press('ArrowDown')
    expect(active()).toBe(first)
  })

  it('restores the focus, and lists the last choice first the next time', async () => {
    await type('new order')
    await press('Enter')
    await flushPromises()
    expect(document.activeElement?.id).toBe('before')
    usePaletteStore().open()
    await flushPromises()
    expect(shown()[0]).toBe('action:new-order')
    expect(shown().filter((id) => id === 'action:new-order')).toHaveLength(1)
  })

  it('lists a lock chosen before as it is now', async () => {
    const lock = () => wrapper.get('[data-testid=palette-recent] [data-entry^="lock:"]').text()
    await type('8000000018')
    await wrapper.get('[data-entry^="lock:"]').trigger('click')
    await flushPromises()
    usePaletteStore().open()
    await flushPromises()
    expect(lock()).toContain('plugged in · Enabled')
    records = (number) => ({ ...record(number, now), locked: true })
    await useRecordsStore().lookUp('8000000018', 'known')
    await flushPromises()
    expect(lock()).toContain('plugged in · Disabled')
    bridge.emit('locks/changed', [])
    await flushPromises()
    expect(lock()).not.toContain('plugged in')
  })

  it('hides the names of what was chosen before the names were hidden', async () => {
    await type('chen yu')
    vi.advanceTimersByTime(500)
    await flushPromises()
    await wrapper.get('[data-entry="employee:m-1"]').trigger('click')
    await flushPromises()
    usePaletteStore().open()
    await flushPromises()
    const person = () => wrapper.get('[data-testid=palette-recent] [data-entry="employee:m-1"]').text()
    expect(person()).toContain('陈宇')
    const areHidden = ref(true)
    watchHiddenNames(() => areHidden.value)
    await flushPromises()
    expect(person()).not.toContain('陈宇')
    areHidden.value = false
    await flushPromises()
    expect(person()).toContain('陈宇')
  })

  it('reports no results', async () => {
    await type('§§')
    expect(wrapper.text()).toContain('No results.')
    expect(field().attributes('aria-activedescendant')).toBeUndefined()
  })
})
