import { columnWidths } from '#shared/model/app/saved-view'

/** The chosen columns and widths of a table, by column key. */
export interface TableLayout {
  readonly hidden: readonly string[]
  /** Columns that a person chose to be shown: they stay also while every row has the same value. */
  readonly shown?: readonly string[]
  /** In pixels; a narrower table shrinks its columns to fit. */
  readonly widths: Readonly<Record<string, number>>
}

export const noLayout: TableLayout = { hidden: [], widths: {} }

const narrowest = columnWidths.min

/** The grid track of a column. */
export const columnTrack = (
  { key, width }: { readonly key: string; readonly width: string },
  layout: TableLayout | null,
): string => {
  const chosen = layout?.widths[key]
  return chosen === undefined ? width : `minmax(${narrowest}px, ${chosen}px)`
}

export const withWidth = (layout: TableLayout, key: string, width: number): TableLayout => {
  const bounded = Math.round(Math.min(columnWidths.max, Math.max(narrowest, width)))
  return { ...layout, widths: { ...layout.widths, [key]: bounded } }
}

export const withoutWidth = (layout: TableLayout, key: string): TableLayout => ({
  ...layout,
  widths: Object.fromEntries(Object.entries(layout.widths).filter(([one]) => one !== key)),
})

export const withColumn = (layout: TableLayout, key: string, isShown: boolean): TableLayout => {
  const { shown = [], ...rest } = layout
  const hidden = layout.hidden.filter((one) => one !== key)
  const chosen = shown.filter((one) => one !== key)
  if (isShown) return { ...rest, hidden, shown: [...chosen, key].sort() }
  return { ...rest, hidden: [...hidden, key].sort(), ...(chosen.length === 0 ? {} : { shown: chosen }) }
}

/** The columns a person may hide: not the first, which identifies a row, and none without a title. */
export const choosable = <Column extends { readonly title: string }>(
  columns: readonly Column[],
): readonly Column[] => columns.slice(1).filter(({ title }) => title !== '')

export const chosenColumns = <Column extends { readonly key: string; readonly title: string }>(
  columns: readonly Column[],
  layout: TableLayout | null,
): readonly Column[] => {
  if (layout === null || layout.hidden.length === 0) return columns
  const hidden = new Set(layout.hidden)
  return columns.filter(({ key, title }, index) => index === 0 || title === '' || !hidden.has(key))
}
