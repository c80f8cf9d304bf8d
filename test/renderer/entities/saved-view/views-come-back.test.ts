// @vitest-environment happy-dom
import { flushPromises, shallowMount } from '@vue/test-utils'
import fc from 'fast-check'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { dayOf } from '#shared/model/calendar-day'
import { columnWidths, viewPages } from '#shared/model/app/saved-view'
import type { ViewPage, ViewState } from '#shared/model/app/saved-view'
import { changeActions } from '#shared/model/changes/change'
import { lockStates } from '#shared/model/locks/lock-record'
import { createSavedViews, noSavedViews, savedViewsSchema } from '../../../../src-main/views/saved-views'
import type { SavedViewsContent } from '../../../../src-main/views/saved-views'
import AssetsPage from '../../../../src-renderer/features/assets/AssetsPage.vue'
import { outcomeGroups, timeRanges } from '../../../../src-renderer/features/activity-log/filter-entries'
import { useJournalView } from '../../../../src-renderer/features/activity-log/use-journal-view'
import CustomersPage from '../../../../src-renderer/features/customers/CustomersPage.vue'
import { monthsFrom } from '../../../../src-renderer/features/assets/asset-facets'
import { useEmployeeList } from '../../../../src-renderer/features/employees/use-employee-list'
import LoanBoard from '../../../../src-renderer/features/lending/loans/LoanBoard.vue'
import { loanGroups } from '../../../../src-renderer/features/lending/loans/sort-loans'
import StocktakeBoard from '../../../../src-renderer/features/stocktake/StocktakeBoard.vue'
import StocktakeSession from '../../../../src-renderer/features/stocktake/StocktakeSession.vue'
import { succeed } from '../../../../src-shared/outcome'
import '../../../support/fixed-seed'
import { enterprises, registerSlice } from '../../support/samples'
import { createTexts } from '../../support/texts'
import { always } from '../../support/bridge-double'
import { withBridge } from '../../support/mount-component'
import type {
  FilterValues,
  SavedViewControl,
  useSavedView,
} from '../../../../src-renderer/entities/saved-view/use-saved-view'

// Every table of the app, with the file as main writes it: what is stored is read again by a new window.

type Table = Parameters<typeof useSavedView>[1]

/** What the mounted page gave to its saved view, and what it got. */
const used = vi.hoisted(() => ({ last: null as { table: Table; view: SavedViewControl } | null }))
vi.mock(import('../../../../src-renderer/entities/saved-view/use-saved-view'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    useSavedView: (page, table) => {
      const view = original.useSavedView(page, table)
      used.last = { table, view }
      return view
    },
  }
})

const now = Date.now()
const known = enterprises(now)
const zone = 'Asia/Shanghai'

const within = (use: () => unknown): Component => defineComponent(() => (use(), () => h('p')))
const stocktake = {
  id: 's1',
  state: 'finished',
  scope: { kind: 'list', name: 'Shelf 2' },
  startedAt: now,
  startedBy: 'Li Wei',
  ended: { at: now, by: 'Li Wei' },
  comparedWith: null,
  isShared: false,
  expected: 1,
  present: 1,
  missing: 0,
  others: 0,
}
const components: Readonly<Record<ViewPage, readonly [Component, Record<string, unknown>]>> = {
  assets: [AssetsPage, {}],
  employees: [within(useEmployeeList), {}],
  loans: [LoanBoard, { chosen: null }],
  customers: [CustomersPage, {}],
  journal: [within(useJournalView), {}],
  stocktakes: [StocktakeBoard, {}],
  'stocktake-locks': [StocktakeSession, { stocktake }],
}

const one = (values: readonly string[]) => fc.constantFrom(...values).map((value) => [value])
const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
const anyText = fc.string({ minLength: 1, maxLength: 60 })
const enterpriseIds = known.map(({ enterpriseGlobalId }) => enterpriseGlobalId)
/** Every value that a person can choose, by filter. */
const filters: Readonly<Record<ViewPage, Readonly<Record<string, fc.Arbitrary<readonly string[]>>>>> = {
  assets: {
    enterprise: one(['*', ...enterpriseIds]),
    states: some(lockStates),
    types: some(['normal_recover_usbkey', 'softkey', '']),
    chips: some(['3', '5', '']),
    holder: fc.oneof(
      one(['none', 'some']),
      fc.tuple(anyText, anyText).map(([id, name]) => ['employee', id, name]),
    ),
    ends: one([
      ...['within-30', 'within-90', 'ended', 'later', 'never', 'unknown'],
      ...monthsFrom(dayOf(now, zone), zone).map(({ span }) => span),
    ]),
    borrowed: fc.constant(['only']),
  },
  employees: {
    enterprise: one(enterpriseIds),
    department: anyText.map((department) => [department]),
    deleted: fc.constant(['shown']),
  },
  loans: { group: one(loanGroups) },
  customers: {},
  journal: {
    range: one(timeRanges.filter((range) => range !== 'all')),
    from: fc.constant(['2026-02-28']),
    to: fc.constant(['2026-12-31']),
    outcome: one(outcomeGroups),
    action: one(changeActions),
    operator: anyText.map((operator) => [operator]),
  },
  stocktakes: {},
  'stocktake-locks': {},
}
/** Filters that a start does not restore, and what they are then. */
const notKept: Readonly<Partial<Record<ViewPage, readonly string[]>>> = {
  assets: ['enterprise'],
  employees: ['enterprise', 'department'],
  loans: ['group'],
}

let unmount = (): void => undefined
afterEach(() => {
  unmount()
  unmount = () => undefined
})

/** The file of one computer, and windows that are opened over it. */
const computer = (page: ViewPage) => {
  let file = JSON.stringify(noSavedViews)
  const store = () => {
    let content: SavedViewsContent = savedViewsSchema.parse(JSON.parse(file))
    return createSavedViews(
      {
        read: () => content,
        update: (change) => {
          content = savedViewsSchema.parse(JSON.parse(JSON.stringify(change(content))))
          file = JSON.stringify(content)
          return Promise.resolve()
        },
      },
      'p',
    )
  }
  const open = async () => {
    unmount()
    const views = store()
    withBridge({
      'views/list': () => succeed(views.list()),
      'views/save': ({ page: of, name, state }) => views.save(of, name, state),
      'views/set-default': ({ page: of, name }) => views.setDefault(of, name),
      'views/keep-last': ({ page: of, state }) => views.keepLast(of, state),
      'enterprises/list': always<'enterprises/list'>(registerSlice(known)),
    })
    const pinia = createPinia()
    setActivePinia(pinia)
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/:any(.*)*', name: 'desk', component: { template: '<p />' } }],
    })
    const [component, props] = components[page]
    const wrapper = shallowMount(component, {
      props,
      global: { plugins: [pinia, createTexts('en'), router] },
    })
    unmount = () => wrapper.unmount()
    await flushPromises()
    return used.last!
  }
  const close = async () => {
    unmount()
    unmount = () => undefined
    await flushPromises()
  }
  return { open, close, write: (content: SavedViewsContent) => void (file = JSON.stringify(content)) }
}

const withValues = (filter: FilterValues): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(filter).filter(([, values]) => values.length > 0))
const shownBy = ({ text, filter, sort, layout }: Table): ViewState => ({
  text: text.value,
  filter: withValues(filter()),
  sort: sort.value,
  ...layout.value,
})
const show = async (table: Table, state: ViewState) => {
  await table.applyFilter(state.filter)
  table.text.value = state.text
  table.sort.value = state.sort
  table.layout.value = { hidden: state.hidden, widths: state.widths }
  await flushPromises()
}
const statesOf = (page: ViewPage, columns: readonly string[]): fc.Arbitrary<ViewState> =>
  fc.record({
    text: fc.constantFrom('', '8000', '张 静'),
    filter: fc
      .record(filters[page], { requiredKeys: [] })
      .map((part) =>
        Object.fromEntries(
          Object.entries(part).flatMap(([name, values]) => (values === undefined ? [] : [[name, values]])),
        ),
      ),
    sort: fc.option(
      fc.record({
        key: fc.constantFrom(...columns),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
    ),
    hidden: fc.subarray([...columns]),
    widths: fc.dictionary(fc.constantFrom(...columns), fc.integer(columnWidths)),
  })

describe.each(viewPages)('the table of %s', (page) => {
  it('comes back from a saved view and after a restart as it was, also without any filter', async () => {
    const { columns } = (await computer(page).open()).table
    await fc.assert(
      fc.asyncProperty(statesOf(page, columns), async (state) => {
        const { open, close } = computer(page)
        const first = await open()
        const cleared = shownBy(first.table)
        await show(first.table, state)
        const shown = shownBy(first.table)
        expect(shown.filter).toMatchObject(state.filter)
        expect(await first.view.save('Mine')).toBeNull()
        // Another state meanwhile, then none, then the view.
        await first.view.reset()
        await flushPromises()
        expect({ ...shownBy(first.table), filter: {} }).toEqual({ ...cleared, filter: {} })
        for (const [name, values] of Object.entries(withValues(first.table.filter()))) {
          if (name !== 'enterprise') expect(values).toEqual(cleared.filter[name])
        }
        await first.view.open('Mine')
        expect(shownBy(first.table)).toEqual(shown)
        expect(first.view.isChanged.value).toBe(false)
        await close()

        const second = await open()
        const kept = ([name]: readonly [string, unknown]) => notKept[page]?.includes(name) !== true
        const keptFilters = (filter: ViewState['filter']) =>
          Object.fromEntries(Object.entries(filter).filter(kept))
        expect({ ...shownBy(second.table), filter: keptFilters(shownBy(second.table).filter) }).toEqual({
          ...shown,
          text: '',
          filter: keptFilters(shown.filter),
        })
        await second.view.reset()
        await close()

        const third = await open()
        expect(shownBy(third.table)).toEqual(cleared)
      }),
      { numRuns: 12 },
    )
  })

  it('reads a filter without values as unused, whichever version wrote it', async () => {
    const { open, write } = computer(page)
    const cleared = shownBy((await open()).table)
    const names = [...Object.keys(filters[page]), 'of-another-version']
    const empty: ViewState = {
      text: '',
      filter: Object.fromEntries(names.map((name) => [name, []])),
      sort: null,
      hidden: [],
      widths: {},
    }
    write({
      version: 2,
      platforms: {
        p: { [page]: { views: [{ name: 'Old', state: empty }], defaultName: null, last: empty } },
      },
    })
    const { table, view } = await open()
    expect(shownBy(table)).toEqual(cleared)
    await view.open('Old')
    expect(shownBy(table)).toEqual(cleared)
    expect(view.message.value).toBe('')
  })
})
