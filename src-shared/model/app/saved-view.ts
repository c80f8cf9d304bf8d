// No schema code in this file: the page loads it at startup.

/** The tables whose state is kept. Those of a page have saved views; those of the stocktakes only a last state. */
export const viewPages = [
  'assets',
  'employees',
  'loans',
  'customers',
  'journal',
  'stocktakes',
  'stocktake-locks',
] as const
export type ViewPage = (typeof viewPages)[number]

/** What a table shows. The page knows which filters and columns exist; unknown ones are ignored. */
export interface ViewState {
  /** The text of the search field. */
  readonly text: string
  /** The values of each used filter. */
  readonly filter: Readonly<Record<string, readonly string[]>>
  readonly sort: { readonly key: string; readonly direction: 'ascending' | 'descending' } | null
  readonly hidden: readonly string[]
  /** Columns chosen to be shown, also while every row has the same value; without any, it is left out. */
  readonly shown?: readonly string[]
  /** Widths of resized columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>
}

export interface SavedView {
  /** Unique on its page. */
  readonly name: string
  readonly state: ViewState
}

export interface PageViews {
  readonly views: readonly SavedView[]
  /** The name of the view that the page has after a start; null restores the last state. */
  readonly defaultName: string | null
  readonly last: ViewState | null
}

export type AllViews = Readonly<Partial<Record<ViewPage, PageViews>>>

export const maxViewNameLength = 60
/** On a page of a platform. */
export const maxViews = 50
export const columnWidths = { min: 48, max: 1_200 } as const
