import { computed, nextTick, onScopeDispose, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { ViewPage, ViewState } from '#shared/model/app/saved-view'
import { useTexts } from '../../i18n/use-texts'
import { useMessage } from '../../ui/feedback/use-message'
import type { TableSort } from '../../ui/table/table-column'
import { usePlace } from '../../ui/place/use-place'
import { noLayout } from '../../ui/table/table-layout'
import type { TableLayout } from '../../ui/table/table-layout'
import { useSavedViewsStore } from './saved-views-store'
import type { OpenView } from './saved-views-store'
import { useLastStateSaver } from './use-last-state-saver'
import { emptyState, textOf, usedFilters, withColumns } from './view-state'

export type FilterValues = Readonly<Record<string, readonly string[]>>

/** What a page gives of its table. */
interface ViewTable {
  readonly text: Ref<string>
  readonly sort: Ref<TableSort | null>
  readonly layout: Ref<TableLayout>
  /** The keys of all columns the table can have. */
  readonly columns: readonly string[]
  /** The row with open details, for Back. */
  readonly chosen?: Ref<string | null>
  /** The selected rows, for Back. */
  readonly selected?: Ref<ReadonlySet<string>>
  readonly filter: () => FilterValues
  /** Sets all filters, unused ones are missing; returns the names of those that no longer make sense. */
  readonly applyFilter: (filter: FilterValues) => readonly string[] | Promise<readonly string[]>
  /** Filters that are not restored at the start: others depend on them, or they could hide urgent rows. */
  readonly notKept?: readonly string[]
}

/** Saves and restores what a page's table shows: filters, sort, columns and their widths. */
export const useSavedView = (page: ViewPage, table: ViewTable) => {
  const store = useSavedViewsStore()
  const { t, language } = useTexts()
  const name = ref<string | null>(null)

  const state = computed<ViewState>(() => ({
    text: table.text.value.trim().slice(0, 200),
    filter: usedFilters(table.filter()),
    sort: table.sort.value,
    ...table.layout.value,
  }))
  /** Equal while the table shows the same: filters, sort and columns. */
  const shownAs = computed(() => textOf(state.value))
  const message = useMessage(() => shownAs.value)
  /** What the next start restores: without the search text and the filters that are not kept. */
  const restoredPart = ({ filter, ...rest }: ViewState): ViewState => ({
    ...rest,
    text: '',
    filter: Object.fromEntries(
      Object.entries(filter).filter(([key]) => table.notKept?.includes(key) !== true),
    ),
  })
  const views = computed(() => store.of(page))
  const saved = computed(() => views.value.views.find((view) => view.name === name.value) ?? null)
  const isChanged = computed(() => saved.value !== null && textOf(saved.value.state) !== textOf(state.value))

  const show = async (next: ViewState): Promise<void> => {
    const ignored = [...(await table.applyFilter(usedFilters(next.filter)))]
    const { layout, sort, isWhole } = withColumns(next, table.columns)
    if (!isWhole) ignored.push(t('views.columns'))
    table.layout.value = layout
    table.sort.value = sort
    table.text.value = next.text
    const list = ignored.join(language.value === 'zh' ? '、' : ', ')
    // The view itself changes what is shown, and ends the message before.
    await nextTick()
    message.value = list === '' ? '' : () => t('views.ignored', { list })
  }
  const open = async (chosen: string): Promise<void> => {
    const view = views.value.views.find((one) => one.name === chosen)
    if (view === undefined) return
    name.value = chosen
    await show(view.state)
  }
  const reset = async (): Promise<void> => {
    name.value = null
    await show({ ...emptyState, hidden: noLayout.hidden, widths: noLayout.widths })
  }

  /** As the page was left, including what no start restores. */
  const showPlace = async (
    kept: OpenView & { readonly chosen: string | null; readonly selected: ReadonlySet<string> | null },
  ): Promise<void> => {
    name.value = kept.name
    if (textOf(state.value) !== textOf(kept.state)) await show(kept.state)
    // Another enterprise closes the details of the one before, and ends its selection.
    await nextTick()
    if (table.selected !== undefined && kept.selected !== null) table.selected.value = kept.selected
    if (table.chosen !== undefined) table.chosen.value = kept.chosen
  }
  const place = usePlace(`view of ${page}`, {
    take: () => ({
      name: name.value,
      state: state.value,
      chosen: table.chosen?.value ?? null,
      selected: table.selected?.value ?? null,
    }),
    show: (kept) => void showPlace(kept),
  })

  const isRestored = ref(false)
  const untouched = textOf(restoredPart(state.value)) + table.text.value
  const restore = async (): Promise<void> => {
    await store.loadOnce()
    // A link or the first keys may have set filters meanwhile: they count.
    if (textOf(restoredPart(state.value)) + table.text.value === untouched) {
      const left = store.left.get(page)
      const { defaultName, last } = views.value
      if (left !== undefined) {
        name.value = left.name
        await show(left.state)
      } else if (defaultName !== null) await open(defaultName)
      else if (last !== null) await show({ ...last, filter: { ...table.filter(), ...last.filter } })
    }
    await nextTick()
    isRestored.value = true
  }
  const isReady = (): boolean => (isRestored.value = true)
  if (place !== undefined)
    void store
      .loadOnce()
      .then(() => showPlace(place))
      .then(isReady)
  // Filters that are set already, as by a link, are not mixed with others.
  else if (untouched === textOf(emptyState)) void restore()
  else {
    name.value = store.left.get(page)?.name ?? null
    void store.loadOnce().then(isReady)
  }

  watch(
    [() => store.requested, isRestored],
    ([requested]) => {
      if (!isRestored.value || requested?.page !== page) return
      store.requested = null
      void open(requested.name)
    },
    { immediate: true },
  )

  useLastStateSaver(page, () => restoredPart(state.value), isRestored)
  onScopeDispose(() => {
    // A search alone is over with the page, and other pages may choose another enterprise meanwhile.
    const text = name.value === null ? '' : state.value.text
    const filter = Object.fromEntries(
      Object.entries(state.value.filter).filter(([key]) => key !== 'enterprise'),
    )
    store.left.set(page, { name: name.value, state: { ...state.value, filter, text } })
  })

  const withName = async (
    next: string | null,
    failure: Promise<CommandFailure | null>,
  ): Promise<CommandFailure | null> => {
    const failed = await failure
    if (failed === null) name.value = next
    return failed
  }

  return {
    views,
    /** The view that is shown, perhaps changed since; null for none. */
    name,
    isChanged,
    message,
    shownAs,
    open,
    reset,
    save: (as: string) => withName(as, store.save(page, as, state.value)),
    rename: (from: string, to: string) => withName(to, store.rename(page, from, to)),
    remove: (of: string) => withName(null, store.remove(page, of)),
    setDefault: (of: string | null) => store.setDefault(page, of),
  }
}
export type SavedViewControl = ReturnType<typeof useSavedView>
