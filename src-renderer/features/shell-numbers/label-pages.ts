import type { LabelPaper } from '#shared/model/label'

/** Where a label's upper left corner is on its page, in millimetres. */
export interface LabelPlace<Of> {
  readonly of: Of
  readonly x: number
  readonly y: number
}

/** Labels on pages, row after row; the first `skip` places of the first page are used up already. */
export const labelPages = <Of>(
  labels: readonly Of[],
  paper: LabelPaper,
  skip = 0,
): readonly (readonly LabelPlace<Of>[])[] => {
  const { columns, rows, left, top, labelWidth, labelHeight, gapX, gapY } = paper
  const perPage = columns * rows
  const before = Math.max(0, Math.min(skip, perPage - 1))
  const pages: LabelPlace<Of>[][] = []
  for (const [index, of] of labels.entries()) {
    const place = index + before
    const page = Math.floor(place / perPage)
    const column = place % columns
    const row = Math.floor((place % perPage) / columns)
    const places = pages[page] ?? []
    pages[page] = places
    places.push({ of, x: left + column * (labelWidth + gapX), y: top + row * (labelHeight + gapY) })
  }
  return pages
}
