import type { ViewState } from '#shared/model/app/saved-view'
import type { TableSort } from '../../ui/table/table-column'
import type { TableLayout } from '../../ui/table/table-layout'

export const emptyState: ViewState = { text: '', filter: {}, sort: null, hidden: [], widths: {} }

const sorted = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Without the filters that have no value. */
export const usedFilters = (filter: ViewState['filter']): ViewState['filter'] =>
  Object.fromEntries(Object.entries(filter).filter(([, values]) => values.length > 0))

/** Equal states have the same text. */
export const textOf = ({ text, filter, sort, hidden, shown = [], widths }: ViewState): string =>
  JSON.stringify([
    text.trim(),
    sorted(usedFilters(filter)),
    sort === null ? null : [sort.key, sort.direction],
    [...hidden].sort(),
    [...shown].sort(),
    sorted(widths),
  ])

/** The columns and the order of a state, without columns that the table cannot have. */
export const withColumns = (
  { hidden, shown = [], sort, widths }: ViewState,
  columns: readonly string[],
): { readonly layout: TableLayout; readonly sort: TableSort | null; readonly isWhole: boolean } => {
  const isKnown = (key: string): boolean => columns.includes(key)
  const stillShown = shown.filter(isKnown)
  const keys = [...hidden, ...shown, ...Object.keys(widths), ...(sort === null ? [] : [sort.key])]
  return {
    layout: {
      hidden: hidden.filter(isKnown),
      ...(stillShown.length === 0 ? {} : { shown: stillShown }),
      widths: Object.fromEntries(Object.entries(widths).filter(([key]) => isKnown(key))),
    },
    sort: sort !== null && isKnown(sort.key) ? sort : null,
    isWhole: keys.every(isKnown),
  }
}
