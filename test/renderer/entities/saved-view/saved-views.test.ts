// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref, shallowRef } from 'vue'
import type { AllViews, PageViews, ViewState } from '#shared/model/app/saved-view'
import ViewsMenu from '../../../../src-renderer/entities/saved-view/ViewsMenu.vue'
import { useSavedView } from '../../../../src-renderer/entities/saved-view/use-saved-view'
import type { SavedViewControl } from '../../../../src-renderer/entities/saved-view/use-saved-view'
import { useSavedViewsStore } from '../../../../src-renderer/entities/saved-view/saved-views-store'
import type { TableSort } from '../../../../src-renderer/ui/table/table-column'
import { noLayout } from '../../../../src-renderer/ui/table/table-layout'
import type { TableLayout } from '../../../../src-renderer/ui/table/table-layout'
import { succeed } from '../../../../src-shared/outcome'
import { mountComponent, withBridge } from '../../support/mount-component'

const state = (part: Partial<ViewState> = {}): ViewState => ({
  text: '',
  filter: {},
  sort: null,
  hidden: [],
  widths: {},
  ...part,
})
const frozen = state({
  text: '80',
  filter: { states: ['frozen'], enterprise: ['E2'] },
  sort: { key: 'end', direction: 'descending' },
  hidden: ['chip'],
  shown: ['end'],
  widths: { end: 200 },
})

const setUp = async (views: Partial<PageViews> = {}, typed = '') => {
  let all: AllViews = { assets: { views: [], defaultName: null, last: null, ...views } }
  const own = (): PageViews => all.assets!
  const change = (next: Partial<PageViews>) => succeed((all = { assets: { ...own(), ...next } }))
  const double = withBridge({
    'views/list': () => succeed(all),
    'views/save': ({ name, state: saved }) =>
      change({
        views: [...own().views.filter((one) => one.name !== name), { name, state: saved }],
      }),
    'views/rename': ({ name, to }) =>
      change({ views: own().views.map((one) => (one.name === name ? { ...one, name: to } : one)) }),
    'views/delete': ({ name }) => change({ views: own().views.filter((one) => one.name !== name) }),
    'views/set-default': ({ name }) => change({ defaultName: name }),
    'views/keep-last': ({ state: last }) => change({ last }),
  })
  const text = ref(typed)
  const sort = shallowRef<TableSort | null>(null)
  const layout = shallowRef<TableLayout>(noLayout)
  const filter = shallowRef<Record<string, readonly string[]>>({ enterprise: ['E1'] })
  let view: SavedViewControl | undefined
  const wrapper = mountComponent(
    defineComponent(() => {
      view = useSavedView('assets', {
        text,
        sort,
        layout,
        columns: ['chip', 'end'],
        filter: () => filter.value,
        applyFilter: ({ states = [], enterprise = filter.value['enterprise'] ?? [] }) => {
          filter.value = { enterprise, states: states.filter((one) => one !== 'gone') }
          return states.includes('gone') ? ['status'] : []
        },
        notKept: ['enterprise'],
      })
      const control = view
      return () => h(ViewsMenu, { view: control })
    }),
    {},
  )
  await flushPromises()
  const shown = (): ViewState => ({
    text: text.value,
    filter: filter.value,
    sort: sort.value,
    ...layout.value,
  })
  return { double, wrapper, view: view!, text, sort, layout, filter, shown, stored: own }
}
type SetUp = Awaited<ReturnType<typeof setUp>>
const at = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)!
const type = async (name: string) => {
  const input = at('view-name') as HTMLInputElement
  input.value = name
  input.dispatchEvent(new Event('input'))
  await flushPromises()
}
const send = async () => {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
}
const act = async (name: string) => {
  at(`view-act-${name}`).click()
  await flushPromises()
}

let current: SetUp | undefined
const start = async (...options: Parameters<typeof setUp>) => (current = await setUp(...options))
beforeEach(() => {
  const nothing = (): void => undefined
  Object.assign(HTMLElement.prototype, { showPopover: nothing, hidePopover: nothing })
})
afterEach(() => {
  current?.wrapper.unmount()
  vi.useRealTimers()
})

describe('after a start, a page', () => {
  it('shows its default view', async () => {
    const { shown, view } = await start({
      views: [{ name: 'Frozen', state: frozen }],
      defaultName: 'Frozen',
      last: state({ hidden: ['end'] }),
    })
    expect(shown()).toEqual(frozen)
    expect(view.name.value).toBe('Frozen')
    expect(view.isChanged.value).toBe(false)
  })

  it('restores its last state without a default view, and keeps the enterprise', async () => {
    const { shown, view } = await start({ last: state({ filter: { states: ['lent'] }, hidden: ['chip'] }) })
    expect(shown()).toMatchObject({ filter: { enterprise: ['E1'], states: ['lent'] }, hidden: ['chip'] })
    expect(view.name.value).toBeNull()
  })

  it('keeps a search that was set by a link', async () => {
    const { shown } = await start({ views: [{ name: 'A', state: frozen }], defaultName: 'A' }, 'LD1')
    expect(shown()).toMatchObject({ text: 'LD1', sort: null })
  })

  it('opens a view that is requested elsewhere, and no other page’s', async () => {
    const views = [
      { name: 'A', state: state({ hidden: ['chip'] }) },
      { name: 'Frozen', state: frozen },
    ]
    const { shown, view } = await start({ views, defaultName: 'A' })
    useSavedViewsStore().requested = { page: 'loans', name: 'Frozen' }
    await flushPromises()
    expect(view.name.value).toBe('A')
    useSavedViewsStore().requested = { page: 'assets', name: 'Frozen' }
    await flushPromises()
    expect(shown()).toEqual(frozen)
    expect(useSavedViewsStore().requested).toBeNull()
  })

  it('ignores what does not exist and says so', async () => {
    const old = state({
      filter: { states: ['gone', 'frozen'] },
      hidden: ['chip', 'weight'],
      widths: { x: 90 },
    })
    const { shown, view } = await start({ views: [{ name: 'Old', state: old }], defaultName: 'Old' })
    expect(shown()).toMatchObject({ filter: { states: ['frozen'] }, hidden: ['chip'], widths: {} })
    expect(view.message.value).toBe('No longer available and ignored: status, columns.')
  })
})

describe('the last state', () => {
  it('is written after a pause, without the search and the enterprise', async () => {
    vi.useFakeTimers()
    const { text, layout, filter, stored, double } = await start()
    text.value = 'Mei'
    layout.value = { hidden: ['chip'], widths: {} }
    filter.value = { enterprise: ['E2'], states: ['lent'] }
    await flushPromises()
    expect(double.calls.filter(({ name }) => name === 'views/keep-last')).toEqual([])
    await vi.advanceTimersByTimeAsync(600)
    expect(stored().last).toEqual(state({ filter: { states: ['lent'] }, hidden: ['chip'] }))
  })

  it('is written when the page is left during the pause', async () => {
    const { layout, stored, wrapper } = await start()
    layout.value = { hidden: [], widths: { end: 90 } }
    await flushPromises()
    wrapper.unmount()
    await flushPromises()
    expect(stored().last).toMatchObject({ widths: { end: 90 } })
  })
})

describe('the menu of views', () => {
  it('saves what is shown under a plain name, and updates it', async () => {
    const { filter, layout, stored, view } = await start()
    filter.value = { enterprise: ['E1'], states: ['lent'] }
    await act('save')
    await type('  Lent\u202e   locks ')
    await send()
    const saved = state({ filter: { enterprise: ['E1'], states: ['lent'] } })
    expect(stored().views).toEqual([{ name: 'Lent locks', state: saved }])
    expect(at('views-menu').textContent).toContain('Lent locks')
    layout.value = { hidden: ['chip'], widths: {} }
    await flushPromises()
    expect(at('views-menu').textContent).toContain('Lent locks (changed)')
    await act('update')
    expect(stored().views).toEqual([{ name: 'Lent locks', state: { ...saved, hidden: ['chip'] } }])
    expect(view.isChanged.value).toBe(false)
  })

  it('opens, sets as default, renames and deletes a view', async () => {
    const { shown, stored } = await start({ views: [{ name: 'Frozen', state: frozen }] })
    await act('reset')
    at('view-Frozen').click()
    await flushPromises()
    expect(shown()).toEqual(frozen)
    await act('default')
    expect(stored().defaultName).toBe('Frozen')
    await act('rename')
    await type('Cold')
    await send()
    expect(stored().views).toEqual([{ name: 'Cold', state: frozen }])
    await act('delete')
    await send()
    expect(stored().views).toEqual([])
    expect(at('views-menu').textContent).toContain('Views')
  })

  it('says that a name is in use: saving replaces the view, renaming does not', async () => {
    const other = { name: 'Other', state: state({ text: 'x' }) }
    const { stored } = await start({ views: [{ name: 'Frozen', state: frozen }, other] })
    at('view-Frozen').click()
    await flushPromises()
    await act('rename')
    await type('Other')
    await send()
    expect(stored().views).toEqual([{ name: 'Frozen', state: frozen }, other])
    expect(document.body.textContent).toContain('Another view has this name.')
    at('cancel').click()
    await flushPromises()
    await act('save')
    await type('Other')
    expect(at('confirm-view').textContent).toContain('Replace view')
    await send()
    expect(stored().views.find(({ name }) => name === 'Other')?.state).toEqual(frozen)
  })

  it('shows all rows and columns again', async () => {
    const { shown } = await start({ views: [{ name: 'F', state: frozen }], defaultName: 'F' })
    await act('reset')
    expect(shown()).toMatchObject({ text: '', filter: { states: [] }, sort: null, hidden: [], widths: {} })
    expect(at('views-menu').textContent).toContain('Views')
  })
})
