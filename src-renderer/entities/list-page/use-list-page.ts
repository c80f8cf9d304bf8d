import { computed, nextTick, ref, shallowRef, toValue } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { ViewPage } from '#shared/model/app/saved-view'
import { useAppStore } from '../../stores/app-store'
import { useTexts } from '../../i18n/use-texts'
import type { SheetKind } from '../../ui/sheets/write/sheet-kinds'
import { useSheetExport } from '../../ui/sheets/write/use-sheet-export'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import type { Selection } from '../../ui/table/selection'
import type { TableColumn, TableSort } from '../../ui/table/table-column'
import { noLayout } from '../../ui/table/table-layout'
import type { TableLayout } from '../../ui/table/table-layout'
import { useTableRows } from '../../ui/table/use-table-rows'
import { useSavedView } from '../saved-view/use-saved-view'
import type { FilterValues } from '../saved-view/use-saved-view'

/** What a person has set on a list page. */
export const createListState = () => ({
  text: ref(''),
  sort: shallowRef<TableSort | null>(null),
  layout: shallowRef<TableLayout>(noLayout),
  /** The key of the row with open details. */
  chosenKey: ref<string | null>(null),
  selected: shallowRef<Selection>(new Set<string>()),
})

type ListState = ReturnType<typeof createListState>

/** The page's own filters, by name, as saved views keep them. */
export interface ListFilters {
  readonly values: () => FilterValues
  /** Sets all filters, unused ones are missing; returns the names of those that no longer make sense. */
  readonly apply: (values: FilterValues) => readonly string[] | Promise<readonly string[]>
  /** Removes what hides rows. */
  readonly clear: () => void
  /** Filters that no start restores. */
  readonly notKept?: readonly string[]
}

/** What `VirtualTable` exposes. */
export interface TableControl {
  readonly focus: () => void
  readonly show: (key: string) => Promise<void>
}

interface ShownRows<Row> {
  readonly shown: Readonly<Ref<readonly Row[]>>
  readonly isWorking: Readonly<Ref<boolean>>
}

/** How the table gets its rows: sorted and searched here, or by the page. */
type RowsOf<Row> =
  | {
      /** All text by which a row can be found. */
      readonly searchTextOf: (row: Row) => string
      /** The words that the table searches for, if others search too. */
      readonly searched?: MaybeRefOrGetter<string>
      readonly tableRows?: undefined
    }
  | { readonly tableRows: ShownRows<Row> }

type ListPageOptions<Row> = RowsOf<Row> & {
  /** The rows after the page's own filters, before search and order. */
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  /** All rows, if the page's filters hide some: the chosen one may be among them. */
  readonly allRows?: MaybeRefOrGetter<readonly Row[]>
  /** Finds the chosen row, if it may be among other rows, too. */
  readonly find?: (key: string) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  /** The keys of all columns that the table can have, if that depends on the rows. */
  readonly columnKeys?: readonly string[]
  readonly filters?: ListFilters
  readonly state?: ListState
  readonly selectable?: boolean
  /** What the message of the last action is about besides what is shown; without it, all rows. */
  readonly messageAbout?: () => readonly unknown[]
  /** What a choice of a row does, in place of opening its details. */
  readonly choose?: (row: Row, key: string) => void
  /** What is exported of the shown rows; without it nothing can be. */
  readonly export?: () => {
    readonly columns: readonly OutColumn<Row>[]
    /** The file name without time and extension. */
    readonly file: string
    /** The sheet name in a workbook. */
    readonly sheet: string
  }
}

/** What the page's `VirtualTable` gets; a key typed in the search changes none of it by itself. */
const useTableBinding = <Row>(
  options: ListPageOptions<Row>,
  { text, sort, layout, chosenKey, selected }: ListState,
  { shown, isWorking }: ShownRows<Row>,
) => {
  const table = shallowRef<TableControl | null>(null)
  const isSearched = computed(() => text.value !== '')
  const choose = options.choose ?? ((_: Row, key: string): void => void (chosenKey.value = key))
  const tableProps = computed(() => ({
    ref: table,
    rows: shown.value,
    columns: toValue(options.columns),
    rowKey: options.rowKey,
    chosen: chosenKey.value,
    busy: isWorking.value,
    searched: isSearched.value,
    selectable: options.selectable === true,
    selected: selected.value,
    sort: sort.value,
    layout: layout.value,
    onChoose: choose,
    'onUpdate:selected': (next: Selection): void => void (selected.value = next),
    'onUpdate:sort': (next: TableSort | null): void => void (sort.value = next),
    'onUpdate:layout': (next: TableLayout | null): void => void (layout.value = next ?? noLayout),
  }))
  return { table, tableProps }
}

/**
 * A page with one table: its search, order, columns, saved views, chosen row and export. `ListPage` shows it around a
 * `VirtualTable`.
 * @param page the page of its saved views
 */
export const useListPage = <Row>(page: ViewPage, options: ListPageOptions<Row>) => {
  const { language } = useTexts()
  const state = options.state ?? createListState()
  const { text, sort, layout, chosenKey, selected } = state
  const { filters } = options
  const savedView = useSavedView(page, {
    text,
    sort,
    layout,
    columns: options.columnKeys ?? toValue(options.columns).map(({ key }) => key),
    chosen: chosenKey,
    ...(options.selectable === true ? { selected } : {}),
    filter: () => filters?.values() ?? {},
    applyFilter: (values) => filters?.apply(values) ?? [],
    notKept: filters?.notKept ?? [],
  })
  const { shown, isWorking } =
    options.tableRows ??
    useTableRows({
      rows: options.rows,
      columns: options.columns,
      sort,
      text: options.searched ?? text,
      searchTextOf: options.searchTextOf,
      language,
    })
  const allRows = () => toValue(options.allRows ?? options.rows)
  const chosen = computed(() => {
    const key = chosenKey.value
    if (key === null) return null
    const found = options.find?.(key) ?? allRows().find((row) => options.rowKey(row) === key)
    return found ?? null
  })
  const app = useAppStore()
  const exporting = useSheetExport(
    () => [savedView.shownAs.value, ...(options.messageAbout?.() ?? [allRows()])],
    () => app.training,
  )

  const { table, tableProps } = useTableBinding(options, state, { shown, isWorking })
  const focus = (): void => table.value?.focus()
  return {
    ...state,
    columns: computed(() => toValue(options.columns)),
    savedView,
    shown,
    chosen,
    tableProps,
    focus,
    /** Scrolls a row into view. */
    show: async (key: string): Promise<void> => {
      await nextTick()
      await table.value?.show(key)
    },
    /** Closes the details; the table takes the focus, which may have been hidden behind them. */
    close: async (): Promise<void> => {
      chosenKey.value = null
      await nextTick()
      focus()
    },
    clear: (): void => {
      text.value = ''
      filters?.clear()
    },
    exporting,
    /** The result of the last action. */
    message: computed(() => exporting.message.value || savedView.message.value),
    /** The last action failed. */
    isMessageFailed: exporting.isFailed,
    canExport: options.export !== undefined,
    save: async (kind: SheetKind): Promise<void> => {
      if (options.export !== undefined) await exporting.save(kind, { ...options.export(), rows: shown.value })
    },
  }
}
export type ListPageControl<Row> = ReturnType<typeof useListPage<Row>>
